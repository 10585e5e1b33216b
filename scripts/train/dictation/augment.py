"""Other voices, rooms, microphones and noises: on sounds once, on log-mel in every epoch."""

from __future__ import annotations

import math

import numpy as np
import torch
from scipy.signal import fftconvolve, resample_poly
from torch import Tensor

from features import HIGH, LOW, MELS, hertz_of, mel_of
from noises import SILENT, Sounds, curve

Array = np.ndarray
Random = np.random.Generator

MIDDLES = hertz_of(np.linspace(mel_of(LOW), mel_of(HIGH), MELS + 2))[1:-1]


def room(sound: Array, random: Random) -> Array:
    """A sound in a made-up room: decaying noise after the direct sound, RT60 0.1 to 0.7 s."""
    decay = random.uniform(0.1, 0.7)
    times = np.arange(int(16000 * decay)) / 16000
    tail = random.standard_normal(len(times)) * 10 ** (-3 * times / decay)
    tail[: int(16000 * random.uniform(0.001, 0.012))] = 0
    level = 10 ** (random.uniform(-12, 4) / 20)
    tail *= level / max(float(np.sqrt(np.sum(tail**2))), 1e-9)
    tail[0] = 1.0
    return fftconvolve(sound, tail.astype(np.float32))[: len(sound)]


def telephone(sound: Array) -> Array:
    """8 kHz and mu-law of 8 bits (ITU-T G.711) and back."""
    narrow = resample_poly(sound, 1, 2)
    narrow = narrow / max(float(np.abs(narrow).max()), 1e-6) * 0.5
    squeezed = np.sign(narrow) * np.log1p(255 * np.abs(narrow)) / np.log(256)
    squeezed = np.round(squeezed * 127) / 127
    wide = np.sign(squeezed) * (256 ** np.abs(squeezed) - 1) / 255
    return resample_poly(wide, 2, 1)[: len(sound)]


def changed_sound(sound: Array, random: Random) -> Array:
    """A changed version of a sound: a room mostly, a telephone sometimes."""
    made = sound.astype(np.float32)
    if random.random() < 0.8:
        made = room(made, random)
    if random.random() < 0.3:
        made = telephone(made)
    return made.astype(np.float32)


def formants(energies: Tensor, factor: float) -> Tensor:
    """Moves the spectrum up by a factor in Hz: another length of the vocal tract."""
    mel = mel_of(MIDDLES / factor)
    place = np.interp(mel, mel_of(MIDDLES), np.arange(MELS))
    lower = np.minimum(place.astype(int), MELS - 2)
    part = torch.from_numpy((place - lower).astype(np.float32))
    return torch.lerp(energies[:, lower], energies[:, lower + 1], part)


def tempo(energies: Tensor, factor: float) -> Tensor:
    """Says it faster by a factor."""
    frames = max(1, int(len(energies) / factor))
    place = torch.arange(frames) * factor
    lower = place.long().clamp(max=len(energies) - 1)
    upper = (lower + 1).clamp(max=len(energies) - 1)
    return torch.lerp(energies[lower], energies[upper], (place - lower).unsqueeze(1))


def band(random: Random) -> Tensor:
    """Losses of a line or a codec, in ln units: steep above (and below) random edges."""
    high = random.choice([3400, random.uniform(3000, 7500)])
    low = random.choice([0, 300, random.uniform(50, 400)])
    hertz = torch.from_numpy(MIDDLES.astype(np.float32))
    over, under = torch.relu(hertz / high - 1), torch.relu(low / hertz - 1)
    return -(over * random.uniform(15, 60) + under * random.uniform(2, 8)).clamp(max=14)


def loudness(energies: Tensor) -> float:
    """ln of the mean energy of the louder frames."""
    frames = torch.logsumexp(energies, 1) - math.log(MELS)
    return float(torch.quantile(frames, 0.9))


def changed(energies: Tensor, factors: tuple[float, float], other: Tensor | None, sounds: Sounds,
            random: Random) -> Tensor:
    """One hearing of a clip, (frames, 80) before normalisation.

    @param factors tempo and formants
    @param other a clip to babble in the background, or None
    """
    made = formants(tempo(energies, factors[0]), factors[1])
    if random.random() < 0.6:
        made = made + curve(random, random.uniform(0.2, 1.4))
    narrow = band(random) if random.random() < 0.1 else None
    if random.random() < 0.4:
        level = loudness(made) - random.uniform(0.3, 8)
        made = torch.logaddexp(made, sounds.noise(len(made), random) + level)
    if other is not None:
        rest = other.repeat(len(made) // len(other) + 1, 1)[:len(made)]
        made = torch.logaddexp(made, rest + (loudness(made) - loudness(rest)
                                             - random.uniform(1.5, 5)))
    if narrow is not None:
        made = made + narrow
        floor = loudness(made) - random.uniform(5, 14)
        made = torch.logaddexp(made, sounds.noise(len(made), random) * 0.5 + floor)
    return made.clamp(min=SILENT)


def pause(before: Tensor, random: Random, sounds: Sounds) -> Tensor:
    """A silence that follows a clip: its own floor as a rule, digital silence sometimes."""
    frames = int(random.integers(15, 150))
    if random.random() < 0.15:
        return torch.full((frames, MELS), SILENT)
    floor = torch.quantile(before, 0.05, dim=0)
    start = random.integers(len(sounds.grain) - frames)
    return floor + 0.7 * sounds.grain[start:start + frames]


def normalised(energies: Tensor) -> Tensor:
    """As `features.normalise`."""
    centred = energies - energies.mean(0, keepdim=True)
    return centred / centred.square().mean().sqrt().clamp(min=1e-3)


def masked(features: Tensor, random: Random) -> Tensor:
    """SpecAugment (Park et al. 2019, doi:10.21437/Interspeech.2019-2680) on normalised features."""
    made = features.clone()
    for _ in range(2):
        width = int(random.integers(0, 13))
        start = int(random.integers(0, MELS - width))
        made[:, start:start + width] = 0
    for _ in range(1 + len(made) // 150):
        width = int(random.integers(0, min(20, len(made) // 10) + 1))
        start = int(random.integers(0, len(made) - width))
        made[start:start + width] = 0
    return made
