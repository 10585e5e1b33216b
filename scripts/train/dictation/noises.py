"""Sounds that are no speech, as log-mel: noises to put under it, and things to hear no words in."""

from __future__ import annotations

import math

import numpy as np
import torch
from scipy.signal import lfilter
from torch import Tensor
from torch.nn import functional as F

from features import MELS, RATE, log_mel

Array = np.ndarray
Random = np.random.Generator

SILENT = math.log(1e-10)
PLACES = torch.linspace(0, 1, MELS)
GRAIN_SECONDS, STRANGE_SECONDS, STRANGE_COUNT = 120, 6, 40


def curve(random: Random, size: float) -> Tensor:
    """A smooth random curve over the bins: a tilt and three waves, of about so many ln units."""
    made = random.normal() * size * (PLACES - 0.5)
    for wave in (1, 2, 4):
        made = made + random.normal() * size / (1 + wave) * torch.cos(
            math.pi * wave * PLACES + random.uniform(0, 2 * math.pi))
    return made


def hum(times: Array, random: Random) -> Array:
    """Mains or a fan: a low tone with harmonics."""
    base = random.choice([50, 60, 100, 120, random.uniform(40, 300)])
    strengths = random.exponential(size=8) / np.arange(1, 9)
    return sum(strength * np.sin(2 * np.pi * base * (place + 1) * times)
               for place, strength in enumerate(strengths))


def beeps(times: Array, random: Random) -> Array:
    """An alarm, a telephone or a monitor."""
    period, share = random.uniform(0.2, 1.6), random.uniform(0.1, 0.6)
    tone = np.sin(2 * np.pi * random.uniform(350, 3000) * times)
    return (tone + 0.3 * tone**3) * ((times % period) < period * share)


def chords(times: Array, random: Random) -> Array:
    """Music of sorts: tones of a scale that are struck and fade, in changing chords."""
    beat, made = random.uniform(0.2, 0.7), np.zeros_like(times)
    base = random.uniform(110, 330)
    for start in np.arange(0, times[-1], beat):
        later = np.maximum(times - start, 0)
        for step in random.choice([0, 2, 4, 5, 7, 9, 11, 12, 16, 19], 3):
            tone = 2 * np.pi * base * 2 ** (step / 12) * later
            made += (np.sin(tone) + 0.4 * np.sin(2 * tone)) * np.exp(-later * 5) * (later > 0)
    return made


def clicks(times: Array, random: Random) -> Array:
    """Keys, steps, cutlery: short knocks that ring."""
    knocks = (random.random(len(times)) < random.uniform(1, 8) / RATE) * random.normal(
        size=len(times))
    angle, ring = 2 * np.pi * random.uniform(300, 4000) / RATE, random.uniform(0.95, 0.995)
    return lfilter([1], [1, -2 * ring * math.cos(angle), ring**2], knocks)


def rustle(times: Array, random: Random) -> Array:
    """Cloth, breath, wind, traffic: coloured noise that swells."""
    noise = lfilter([1], [1, -random.uniform(0, 0.99)], random.standard_normal(len(times)))
    swell = np.interp(times, np.arange(8), random.exponential(size=8) ** 2)
    return noise * swell


KINDS = (hum, beeps, chords, clicks, rustle)


def strange(random: Random) -> Tensor:
    """Log-mel of one sound that is no speech, with some noise under it."""
    times = np.arange(RATE * STRANGE_SECONDS) / RATE
    made = KINDS[int(random.integers(len(KINDS)))](times, random)
    made = 0.1 * made / max(float(np.sqrt(np.mean(made**2))), 1e-6)
    made = made + 10 ** random.uniform(-4.5, -2) * random.standard_normal(len(times))
    return torch.from_numpy(log_mel(made))


class Sounds:
    """White noise, drawn once and cut out at random places, and a pool of strange sounds."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        white = torch.from_numpy(log_mel(random.standard_normal(GRAIN_SECONDS * RATE)))
        self.grain = white - white.mean(0)
        self.strange = [strange(random) for _ in range(STRANGE_COUNT)]

    def noise(self, frames: int, random: Random) -> Tensor:
        """Coloured noise near 0 ln, sometimes swelling, sometimes something strange."""
        start = random.integers(len(self.grain) - frames)
        made = self.grain[start:start + frames] + curve(random, random.uniform(0.5, 4))
        if random.random() < 0.3:
            slow = torch.from_numpy(random.normal(size=frames // 50 + 2).astype(np.float32))
            swell = F.interpolate(slow[None, None], frames, mode="linear")[0, 0]
            made = made + swell.unsqueeze(1) * random.uniform(0.3, 1.5)
        if random.random() < 0.2:
            made = torch.logaddexp(made, self.other(frames, random) + random.uniform(0, 4))
        return made

    def other(self, frames: int, random: Random) -> Tensor:
        """Something strange of so many frames, near 0 ln."""
        made = self.strange[int(random.integers(len(self.strange)))]
        start = int(random.integers(len(made) // 2))
        made = made[start:].repeat(frames // (len(made) - start) + 1, 1)[:frames]
        return made - torch.logsumexp(made.flatten(), 0) + math.log(made.numel())

    def alone(self, frames: int, random: Random) -> Tensor:
        """A chunk without speech."""
        if random.random() < 0.5:
            return self.noise(frames, random)
        made = self.other(frames, random)
        return torch.logaddexp(made, self.noise(frames, random) - random.uniform(1, 9))
