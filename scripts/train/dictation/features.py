"""Log-mel features of speech, the same numbers as `src/dictation/recognition/features` makes in service.

16 kHz mono in [-1, 1] -> pre-emphasis 0.97 -> frames of 400 samples every 160 (no padding) ->
periodic Hann window -> power of the 512-point FFT -> 80 triangles, evenly spaced on the HTK mel
scale from 20 to 7600 Hz and straight in Hz, evaluated at the bins' centres -> natural logarithm.
"""

from __future__ import annotations

import numpy as np
from scipy.fft import rfft

RATE, FRAME, HOP, POINTS, MELS = 16000, 400, 160, 512, 80
LOW, HIGH, FLOOR, EMPHASIS, MIN_SPREAD = 20.0, 7600.0, 1e-10, 0.97, 1e-3

Array = np.ndarray


def mel_of(hertz: Array | float) -> Array:
    """HTK mel of a frequency in Hz (Young et al., The HTK Book, 5.4)."""
    return 2595.0 * np.log10(1.0 + np.asarray(hertz) / 700.0)


def hertz_of(mel: Array | float) -> Array:
    """Frequency in Hz of an HTK mel."""
    return 700.0 * (10.0 ** (np.asarray(mel) / 2595.0) - 1.0)


def filters() -> Array:
    """The triangles, (257 bins, 80 filters), peak 1, not scaled by their area."""
    edges = hertz_of(np.linspace(mel_of(LOW), mel_of(HIGH), MELS + 2))
    bins = np.arange(POINTS // 2 + 1)[:, None] * (RATE / POINTS)
    rising = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    return np.maximum(0.0, np.minimum(rising, falling)).astype(np.float32)


FILTERS = filters()
WINDOW = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)).astype(np.float32)


def frames_of(samples: int) -> int:
    """How many frames a sound of so many samples has."""
    return 0 if samples < FRAME else 1 + (samples - FRAME) // HOP


def log_mel(sound: Array) -> Array:
    """Log-mel energies of a sound, (frames, 80), not normalised; (0, 80) below 400 samples."""
    count = frames_of(len(sound))
    if count == 0:
        return np.zeros((0, MELS), np.float32)
    sound = sound.astype(np.float32)
    sharp = sound - EMPHASIS * np.concatenate([sound[:1], sound[:-1]])
    framed = np.lib.stride_tricks.sliding_window_view(sharp, FRAME)[::HOP][:count]
    spectrum = rfft(framed * WINDOW, POINTS, axis=1)
    power = spectrum.real**2 + spectrum.imag**2
    return np.log(np.maximum(power @ FILTERS, FLOOR)).astype(np.float32)


def normalise(energies: Array) -> Array:
    """Subtracts the mean of every bin and divides by one deviation of the whole chunk."""
    centred = energies - energies.mean(0, keepdims=True)
    return centred / max(float(np.sqrt(np.mean(centred**2))), MIN_SPREAD)
