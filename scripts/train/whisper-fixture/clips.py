"""Clips of voices that training did not hear: `clips.py exam --out FOLDER` to measure with,
`clips.py fixture --out FOLDER` for the few that are kept with the tests."""

import argparse
import json
from pathlib import Path

import numpy as np

from voices import DIGITS, RATE, speak, unheard_voices, voice_name

SEED = 77


def silence(seconds, draw, level):
    return draw.normal(size=int(seconds * RATE)).astype(np.float32) * level


def clip(phrases, draw, level):
    """Phrases (words, sounds of words or of the whole phrase) with pauses -> samples and truth."""
    parts, truth, at = [], [], 0

    def add(sound):
        nonlocal at
        parts.append(sound)
        at += len(sound)

    add(silence(draw.uniform(0.2, 0.6), draw, 0))
    for words, sounds in phrases:
        start, spans = at, []
        for sound in sounds:
            spans.append([at / RATE, (at + len(sound)) / RATE])
            add(sound)
        known = spans if len(sounds) == len(words) and len(words) > 1 else None
        truth.append({'words': words, 'start': start / RATE, 'end': at / RATE, 'spans': known})
        add(silence(draw.uniform(0.5, 0.9), draw, 0))
    sound = np.concatenate(parts)
    sound = sound / np.abs(sound).max() * 0.5
    return sound + draw.normal(size=len(sound)).astype(np.float32) * level, truth


def drawn_words(draw, least=2, most=5):
    return [DIGITS[i] for i in draw.integers(0, 10, size=draw.integers(least, most + 1))]


def save_pcm(path, sound):
    import scipy.io.wavfile

    scipy.io.wavfile.write(path, RATE, np.clip(sound * 32767, -32768, 32767).astype(np.int16))


def mu_law(sound):
    """ITU-T G.711 µ-law bytes of samples in -1..1."""
    value = np.clip(np.round(sound * 32635), -32635, 32635).astype(np.int32)
    sign = np.where(value < 0, 0x80, 0)
    magnitude = np.abs(value) + 132
    exponent = np.floor(np.log2(magnitude)).astype(np.int32) - 7
    mantissa = (magnitude >> (exponent + 3)) & 0x0F
    return (~(sign | (exponent << 4) | mantissa) & 0xFF).astype(np.uint8).tobytes()


def save_mu_law(path, sound):
    """A WAV file of format 7: half the size of 16-bit samples."""
    data = mu_law(sound)
    data += b'\xff' * (len(data) % 2)
    u32 = lambda n: int(n).to_bytes(4, 'little')  # noqa: E731
    u16 = lambda n: int(n).to_bytes(2, 'little')  # noqa: E731
    form = u16(7) + u16(1) + u32(RATE) + u32(RATE) + u16(1) + u16(8) + u16(0)
    chunks = b'fmt ' + u32(len(form)) + form + b'fact' + u32(4) + u32(len(data))
    chunks += b'data' + u32(len(data)) + data
    path.write_bytes(b'RIFF' + u32(4 + len(chunks)) + b'WAVE' + chunks)


def exam(folder, each):
    """`each` clips of every unheard voice: connected phrases, and digits one by one, by turns."""
    draw = np.random.default_rng(SEED)
    truths = []
    for voice in unheard_voices():
        single = {word: speak(voice, [word]) for word in DIGITS}
        for number in range(each):
            phrases = []
            for _ in range(1 if number % 3 else 2):
                words = drawn_words(draw)
                sounds = [speak(voice, words)] if number % 2 else [single[w] for w in words]
                phrases.append((words, sounds))
            sound, truth = clip(phrases, draw, 0.002)
            name = f'{voice_name(voice)}-{len(truths)}.wav'.replace('+', '-')
            save_pcm(folder / name, sound)
            truths.append({'file': name, 'voice': voice_name(voice), 'phrases': truth})
    (folder / 'truth.json').write_text(json.dumps(truths))
    print(len(truths), 'clips', sum(len(p['words']) for t in truths for p in t['phrases']), 'digits')


def fixture(folder):
    """Three short clips of three voices, and one of another that is longer than a window."""
    draw = np.random.default_rng(SEED + 1)
    voices = {voice_name(v): v for v in unheard_voices()}
    plan = {
        'slt': ('flite-slt', [4]),
        'ked': ('festival-ked_diphone', [4]),
        'linda': ('espeak-en-us+linda', [4]),
        'travis-long': ('espeak-en-gb+travis', [3, 4, 3, 4]),
    }
    truths = []
    for name, (voice, lengths) in plan.items():
        phrases = []
        for length in lengths:
            words = drawn_words(draw, length, length)
            phrases.append((words, [speak(voices[voice], words)]))
        sound, truth = clip(phrases, draw, 0.001)
        save_mu_law(folder / f'{name}.wav', sound)
        for phrase in truth:
            del phrase['spans']
        truths.append({'file': f'{name}.wav', 'voice': voice, 'phrases': truth})
    (folder / 'digits.json').write_text(json.dumps(truths, indent=1) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('command', choices=('exam', 'fixture'))
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--each', type=int, default=12)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.command == 'exam':
        exam(given.out, given.each)
    else:
        fixture(given.out)


if __name__ == '__main__':
    main()
