"""What rooms, microphones, lines and codecs do to a clip: float32 mono at 16 kHz in, the same out, drawn from a
numpy generator.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
from scipy.signal import fftconvolve

RATE = 16_000


def rms(sound: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(sound))) + 1e-9)


def trimmed(sound: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Without the silence at the ends, but for 0.03 to 0.3 s of it; empty where there is no sound."""
    frame = 160
    count = len(sound) // frame
    if count == 0:
        return sound[:0]
    energy = np.sqrt(np.mean(np.square(sound[: count * frame].reshape(count, frame)), axis=1))
    loud = np.flatnonzero(energy > max(energy.max() * 0.006, 1e-4))
    if not len(loud):
        return sound[:0]
    before, after = (int(rng.uniform(0.03, 0.3) * RATE) for _ in range(2))
    inner = sound[loud[0] * frame : (loud[-1] + 1) * frame]
    return np.concatenate([np.zeros(before, np.float32), inner, np.zeros(after, np.float32)])


def equalised(sound: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A smooth curve of a microphone: a tilt of up to 4 dB an octave and a few broad bumps."""
    spectrum = np.fft.rfft(sound)
    octaves = np.log2(np.maximum(np.fft.rfftfreq(len(sound), 1 / RATE), 40) / 1000)
    gain = np.clip(rng.normal(0, 1.6), -4, 4) * octaves
    for _ in range(rng.integers(0, 4)):
        gain += rng.normal(0, 5) * np.exp(-np.square((octaves - rng.uniform(-3, 3)) / rng.uniform(0.3, 1.2)))
    if rng.random() < 0.4:
        gain -= 12 * np.maximum(0, np.log2(rng.uniform(80, 200) / 1000) - octaves)
    shaped = np.fft.irfft(spectrum * 10 ** (np.clip(gain, -40, 20) / 20), len(sound))
    return (shaped * (rms(sound) / rms(shaped))).astype(np.float32)


def in_a_room(sound: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Convolved with decaying noise that gets duller, after a direct sound and some early reflections."""
    length = rng.uniform(0.08, 0.5)
    time = np.arange(int(length * RATE)) / RATE
    tail = rng.standard_normal(len(time)) * np.exp(-6.9 * time / length)
    tail = np.convolve(tail, np.array([0.25, 0.5, 0.25]), "same") * (time > rng.uniform(0.002, 0.012))
    tail *= 10 ** (-rng.uniform(2, 18) / 20) / (np.sqrt(np.sum(np.square(tail))) + 1e-9)
    tail[0] = 1.0
    return fftconvolve(sound, tail)[: len(sound)].astype(np.float32)


def noise(length: int, rng: np.random.Generator) -> np.ndarray:
    """Coloured noise that swells and falls, sometimes with mains hum or the whine of a fan."""
    spectrum = np.fft.rfft(rng.standard_normal(length))
    frequencies = np.maximum(np.fft.rfftfreq(length, 1 / RATE), 30)
    sound = np.fft.irfft(spectrum * frequencies ** (-rng.uniform(0, 1.2)), length)
    if rng.random() < 0.3:
        time = np.arange(length) / RATE
        base = rng.choice([50.0, 60.0, 100.0, 120.0, rng.uniform(200, 900)])
        sound = sound / rms(sound) + rng.uniform(0.2, 1) * sum(
            np.sin(2 * np.pi * base * k * time) / k for k in range(1, 5)
        )
    knots = np.exp(rng.normal(0, 0.4, max(2, length // RATE + 1)))
    return sound * np.interp(np.arange(length), np.linspace(0, length, len(knots)), knots)


def babble(length: int, others: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Several other clips (int16) at once, each from a random place."""
    mixed = np.zeros(length)
    for _ in range(rng.integers(2, 7)):
        other = others[rng.integers(len(others))].astype(np.float32) / 32768
        mixed += np.roll(np.resize(other, length), rng.integers(length)) / rms(other)
    return mixed


def with_noise(sound: np.ndarray, others: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Noise or babble 5 to 40 dB below the speech (babble 10 dB or more)."""
    many = len(others) > 8 and rng.random() < 0.3
    added = babble(len(sound), others, rng) if many else noise(len(sound), rng)
    ratio = rng.uniform(10, 35) if many else rng.uniform(5, 40)
    return (sound + added * (rms(sound) / rms(added) * 10 ** (-ratio / 20))).astype(np.float32)


def over_a_line(sound: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The telephone band, then the steps of mu-law (ITU-T G.711) at 8 bits."""
    spectrum = np.fft.rfft(sound)
    frequencies = np.fft.rfftfreq(len(sound), 1 / RATE)
    low, high = rng.uniform(150, 350), rng.uniform(3200, 3800)
    spectrum *= 1 / (1 + (low / np.maximum(frequencies, 1)) ** 6) / (1 + (frequencies / high) ** 30)
    sound = np.fft.irfft(spectrum, len(sound))
    peak = np.abs(sound).max() + 1e-9
    coded = np.round(np.sign(sound) * np.log1p(255 * np.abs(sound) / peak) / np.log(256) * 127) / 127
    return (np.sign(coded) * (256 ** np.abs(coded) - 1) / 255 * peak).astype(np.float32)


def through_opus(sound: np.ndarray, rng: np.random.Generator, scratch: Path) -> np.ndarray:
    """There and back through Opus at 12 to 32 kbit/s; the sound itself where ffmpeg fails."""
    path = scratch / "coded.ogg"
    raw = ["-f", "f32le", "-ar", str(RATE), "-ac", "1"]
    quiet = ["ffmpeg", "-y", "-loglevel", "error", "-threads", "1"]
    rate = f"{rng.integers(12, 33)}k"
    try:
        subprocess.run(
            [*quiet, *raw, "-i", "-", "-c:a", "libopus", "-b:a", rate, str(path)],
            input=sound.tobytes(),
            check=True,
            timeout=30,
        )
        back = subprocess.run(
            [*quiet, "-i", str(path), *raw, "-"], capture_output=True, check=True, timeout=30
        ).stdout
    except subprocess.SubprocessError:
        return sound
    decoded = np.frombuffer(back, np.float32)
    return decoded[: len(sound)].copy() if len(decoded) > len(sound) // 2 else sound


def changed(
    sound: np.ndarray, others: list[np.ndarray], rng: np.random.Generator, scratch: Path, strength: float
) -> np.ndarray:
    """A random chain of the above; `strength` 1 is usual, 0 leaves the sound as it is. The level is drawn at the
    end.

    Most clips get at least the faint floor of a recording: no microphone gives the exact zeros of a synthesiser's
    pauses.
    """
    if rng.random() < 0.85:
        floor = rms(sound) * 10 ** (-rng.uniform(45, 75) / 20)
        sound = (sound + floor * rng.standard_normal(len(sound))).astype(np.float32)
    if rng.random() < 0.7 * strength:
        sound = equalised(sound, rng)
    if rng.random() < 0.35 * strength:
        sound = in_a_room(sound, rng)
    if rng.random() < 0.5 * strength:
        sound = with_noise(sound, others, rng)
    if rng.random() < 0.1 * strength:
        sound = over_a_line(sound, rng)
    if rng.random() < 0.12 * strength:
        sound = through_opus(sound, rng, scratch)
    return sound * (10 ** (-rng.uniform(1, 22) / 20) / (np.abs(sound).max() + 1e-9))
