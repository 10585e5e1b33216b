"""Prepares the voices and trains the fixture's network. `train.py prepare|fit --work FOLDER`."""

import argparse
import math
import pickle
import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from examples import IGNORED, UNKNOWN_FRAME, composed, nothing
from network import Whisper
from voices import DIGITS, speak, training_voices

SEED = 20
GUIDED_LAYER, GUIDED_HEADS = 1, (0, 1)
RANGE = 2.0
NAMES = ('features', 'tokens', 'limits', 'frames')


def record(voice, number):
    """All digits and twelve connected phrases of a voice."""
    draw = random.Random(number)
    phrases = []
    for _ in range(12):
        words = [draw.choice(DIGITS) for _ in range(draw.randint(2, 5))]
        phrases.append((words, speak(voice, words)))
    return {'words': {word: speak(voice, [word]) for word in DIGITS}, 'phrases': phrases}


def prepare(work, pool):
    voices = training_voices(SEED)
    with ThreadPoolExecutor(2) as runners:
        recorded = list(runners.map(record, voices, range(len(voices))))
    draw = np.random.default_rng(SEED)
    torch.set_num_threads(1)
    # The few natural voices are drawn as often as the many synthetic ones.
    natural = [r for v, r in zip(voices, recorded, strict=True) if v['engine'] != 'espeak']
    spread = recorded + natural * (len(recorded) // len(natural))
    columns = list(zip(*(composed(spread, draw) for _ in range(pool)), strict=True))
    with (work / 'pool.pkl').open('wb') as out:
        pickle.dump({n: np.stack(c) for n, c in zip(NAMES, columns, strict=True)}, out, protocol=5)
    print(f'{len(voices)} voices, {pool} windows')


def cut_short(example, frames, draw):
    """Mostly the sound ends soon after the last word: what follows are zeros, as they are in use.

    Zeros are what lies `RANGE` (2, after scaling) below the loudest band of the window."""
    spoken = np.flatnonzero(frames.numpy() != 0)
    last = 2 * (int(spoken[-1]) + 1) if len(spoken) else int(draw.integers(20, 400))
    end = last + int(draw.integers(0, 120))
    if draw.random() < 0.75 and end < example.shape[1]:
        example[:, end:] = example.max() - RANGE


def other_throat(example, draw):
    """Bands shifted and stretched, as in a longer or shorter throat, and a spectral slope."""
    count = example.shape[0]
    places = torch.arange(count) * draw.uniform(0.88, 1.14) + draw.uniform(-2, 2)
    places = places.clamp(0, count - 1)
    low = places.long().clamp(max=count - 2)
    part = (places - low)[:, None]
    example[:] = example[low] * (1 - part) + example[low + 1] * part
    example += torch.linspace(-1, 1, count)[:, None] * draw.uniform(-0.2, 0.2)
    example.clamp_(min=example.max() - RANGE)


def masked(features, frames, draw):
    """Voices and slopes varied, sound cut short, and SpecAugment: a band of mels and two stretches
    of time at the mean."""
    features = features.float().clone()
    for example, labels in zip(features, frames, strict=True):
        other_throat(example, draw)
        cut_short(example, labels, draw)
        low, wide = draw.integers(0, 70), draw.integers(0, 14)
        example[low : low + wide] = example.mean()
        for _ in range(2):
            at, long = draw.integers(0, 560), draw.integers(0, 12)
            example[:, at : at + long] = example.mean()
    return features


def losses(model, features, tokens, limits, frames):
    """Tokens, frames and guided attention (the mass on the frames in which a token is heard)."""
    with torch.autocast('cpu', torch.bfloat16):
        logits, attentions, read = model(features, tokens[:, 0])
    logits, read = logits.float(), read.float()
    text = functional.cross_entropy(
        logits.flatten(0, 1), tokens[:, 1].flatten(), ignore_index=IGNORED, label_smoothing=0.02
    )
    aside = functional.cross_entropy(
        read.flatten(0, 1), frames.flatten(), ignore_index=UNKNOWN_FRAME
    )
    guided = limits[:, :, 0] >= 0
    places = torch.arange(frames.shape[1])
    inside = (places >= limits[:, :, :1]) & (places < limits[:, :, 1:])
    mass = attentions[GUIDED_LAYER][:, list(GUIDED_HEADS)].float() * inside[:, None]
    heard = -(mass.sum(-1) + 1e-4).log().mean(1)[guided].mean()
    return text, aside, heard


def fit(work, steps, batch, rate, resume, quiet):
    torch.manual_seed(SEED)
    draw = np.random.default_rng(SEED)
    with (work / 'pool.pkl').open('rb') as source:
        pool = pickle.load(source)
    further = zip(*(nothing(draw) for _ in range(quiet)), strict=True)
    for name, column in zip(NAMES, further, strict=False):
        pool[name] = np.concatenate([pool[name], np.stack(column)])
    pool = {name: torch.from_numpy(array) for name, array in pool.items()}
    count = len(pool['tokens'])
    model = Whisper()
    if resume is not None:
        model.load_state_dict(torch.load(resume))
    optimiser = torch.optim.AdamW(model.parameters(), rate, betas=(0.9, 0.98), weight_decay=0.02)
    began = time.monotonic()
    for step in range(steps):
        warm = min(1, 20 * (step + 1) / steps)
        for group in optimiser.param_groups:
            group['lr'] = rate * warm * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        chosen = torch.from_numpy(draw.integers(0, count, batch))
        width = int((pool['tokens'][chosen, 1] != IGNORED).any(0).nonzero().max()) + 1
        frames = pool['frames'][chosen]
        features = masked(pool['features'][chosen], frames, draw)
        tokens, limits = pool['tokens'][chosen, :, :width], pool['limits'][chosen, :width]
        parts = losses(model, features, tokens, limits, frames)
        optimiser.zero_grad()
        (parts[0] + 0.5 * parts[1] + 0.3 * parts[2]).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 25 == 0:
            told = ' '.join(f'{p.item():.3f}' for p in parts)
            print(f'{step} {time.monotonic() - began:.0f}s text/frames/heard {told}', flush=True)
            torch.save(model.state_dict(), work / 'model.pt')
    torch.save(model.state_dict(), work / 'model.pt')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('command', choices=('prepare', 'fit'))
    parser.add_argument('--work', type=Path, required=True)
    parser.add_argument('--pool', type=int, default=6000)
    parser.add_argument('--steps', type=int, default=3000)
    parser.add_argument('--batch', type=int, default=24)
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--quiet', type=int, default=0, help='further windows without speech')
    parser.add_argument('--resume', type=Path, help='weights to go on from')
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    given.work.mkdir(parents=True, exist_ok=True)
    if given.command == 'prepare':
        prepare(given.work, given.pool)
    else:
        fit(given.work, given.steps, given.batch, given.rate, given.resume, given.quiet)


if __name__ == '__main__':
    main()
