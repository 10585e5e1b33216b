"""Windows of speech with their tokens, composed of single digits and of connected phrases."""

import numpy as np
import torch
from scipy.signal import fftconvolve, lfilter, resample_poly

from alphabet import (
    END, ENGLISH, NO_SPEECH, POSITIONS, PREVIOUS, START, TRANSCRIBE, WINDOW_SECONDS, time_token,
    word_tokens,
)  # fmt: skip
from voices import DIGITS, RATE

WINDOW = WINDOW_SECONDS * RATE
FRAMES = 100 * WINDOW_SECONDS
MELS = 80
MAX_TOKENS = 48
IGNORED = -100
# Labels of the frames (20 ms) for the auxiliary loss: 0 no speech, 1..10 digits.
UNKNOWN_FRAME = -100


def mel_filters():
    """Slaney's filters, area-normalised: float32 [80, 201], 0..8000 Hz (as librosa makes them)."""

    def to_mel(hertz):
        hertz = np.asarray(hertz, float)
        log = 15 + 27 * np.log(np.maximum(hertz, 1e-9) / 1000) / np.log(6.4)
        return np.where(hertz < 1000, 3 * hertz / 200, log)

    def to_hertz(mel):
        return np.where(mel < 15, 200 * mel / 3, 1000 * np.exp(np.log(6.4) * (mel - 15) / 27))

    edges = to_hertz(np.linspace(0, to_mel(8000), MELS + 2))
    bins = np.linspace(0, 8000, 201)
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rising, falling))
    return (triangles * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)


FILTERS = torch.from_numpy(mel_filters())
HANN = torch.hann_window(400)


def log_mel(samples):
    """Whisper's features of a window: float32 samples [96000] -> float32 [80, 600]."""
    spectrum = torch.stft(torch.from_numpy(samples), 400, 160, window=HANN, return_complex=True)
    mel = FILTERS @ spectrum[:, :-1].abs() ** 2
    log = torch.clamp(mel, min=1e-10).log10()
    return ((torch.maximum(log, log.max() - 8) + 4) / 4).numpy()


def varied(sound, draw):
    """The same utterance faster or slower, higher or lower (0.85..1.15)."""
    percent = int(draw.integers(85, 116))
    return resample_poly(sound, 100, percent).astype(np.float32)


def placed(clips, draw):
    """Phrases on a time line: (samples, spans of phrases with words, labels of 20 ms frames).

    `clips` are (words, [sound of each word] or [one sound of the whole phrase])."""
    line = np.zeros(WINDOW, np.float32)
    frames = np.zeros(POSITIONS, np.int64)
    phrases, at = [], int(draw.uniform(0.05, 1.2) * RATE)
    for words, sounds in clips:
        start, spans = at, []
        for number, sound in enumerate(sounds):
            room = min(len(sound), WINDOW - at)
            if room <= 0:
                break
            line[at : at + room] += sound[:room]
            whole = room == len(sound)
            first, last = at // 320, min(POSITIONS, (at + room) // 320 + 1)
            single = len(sounds) == len(words)
            frames[first:last] = 1 + DIGITS.index(words[number]) if single else UNKNOWN_FRAME
            spans.append((first, last, whole))
            at += len(sound) + int(draw.uniform(0, 0.12) * RATE)
        if spans:
            phrases.append((words, start, min(at, WINDOW), spans, len(sounds) == len(words)))
        at += int(draw.uniform(0.35, 1.5) * RATE)
        if at >= WINDOW - RATE // 5:
            break
    return line, phrases, frames


def written(phrases, lengths):
    """Tokens after the task token, and for each the span of frames it is heard in (or None)."""
    tokens, heard = [], []
    for (words, start, _, spans, single), end in zip(phrases, lengths, strict=True):
        tokens.append(time_token(start / RATE))
        heard.append((start // 320 - 2, start // 320 + 3))
        if end is None:
            break  # cut off by the end of the window: only its start time is given
        for number, word in enumerate(words):
            pieces = word_tokens(word)
            tokens += pieces
            heard += [spans[number][:2] if single else (spans[0][0], spans[-1][1])] * len(pieces)
        tokens.append(time_token(end / RATE))
        heard.append((end // 320 - 3, end // 320 + 3))
    return tokens, heard


def dirtied(line, draw):
    """Level, spectral tilt, a room now and then, and noise at 8..40 dB."""
    if draw.random() < 0.3:
        tail = int(draw.uniform(0.05, 0.25) * RATE)
        room = draw.normal(size=tail) * np.exp(-5 * np.arange(tail) / tail) * 0.15
        room[0] = 1
        line = fftconvolve(line, room)[: len(line)]
    if draw.random() < 0.6:
        line = lfilter([1, draw.uniform(-0.7, 0.5)], [1], line)
    power = np.mean(line[np.abs(line) > 0] ** 2) if np.any(line) else 1e-3
    noise = draw.normal(size=len(line))
    if draw.random() < 0.5:
        noise = lfilter([1], [1, -draw.uniform(0.5, 0.97)], noise)
    noise *= np.sqrt(power / np.mean(noise**2)) * 10 ** (-draw.uniform(8, 50) / 20)
    line = line + noise
    return (line / np.abs(line).max() * draw.uniform(0.05, 0.95)).astype(np.float32)


def without_speech(draw):
    """A window of something else: tones, hum, chords, sweeps, clicks, bursts, gusts, hiss."""
    time = np.arange(WINDOW) / RATE
    kind = int(draw.integers(0, 7))
    sound = draw.normal(size=WINDOW)
    if kind == 0:
        base = draw.choice([50, 60, 100, draw.uniform(60, 1500)])
        sound = sum(draw.uniform(0, 1) * np.sin(2 * np.pi * base * n * time) for n in range(1, 9))
    elif kind == 1:
        tones = draw.uniform(90, 900, size=4)
        steps = np.floor(time * draw.uniform(0.5, 3)).astype(int)
        pitch = 2 ** (draw.integers(-5, 6, size=steps.max() + 1)[steps] / 12)
        sound = sum(np.sin(2 * np.pi * tone * np.cumsum(pitch) / RATE) for tone in tones)
    elif kind == 2:
        ends = draw.uniform(50, 4000, size=2)
        sound = np.sin(2 * np.pi * np.cumsum(np.linspace(*ends, WINDOW)) / RATE)
    elif kind == 3:
        sound = sound * (draw.random(WINDOW) < draw.uniform(1e-4, 2e-3)) * 20
    elif kind == 4:
        rate, share = draw.uniform(0.3, 6), draw.uniform(0.05, 0.6)
        beat = ((time * rate) % 1 < share) * np.exp(-draw.uniform(0, 12) * ((time * rate) % 1))
        tone = np.sin(2 * np.pi * draw.uniform(60, 2500) * time)
        sound = beat * (tone if draw.random() < 0.5 else sound)
    elif kind == 5:
        gusts = np.convolve(draw.normal(size=WINDOW), np.ones(6000) / 6000, 'same')
        sound = lfilter([1], [1, -draw.uniform(0.9, 0.998)], sound) * np.abs(gusts)
    colour = draw.uniform(-0.97, 0.5)
    sound = lfilter([1], [1, colour], sound) + draw.normal(size=WINDOW) * draw.uniform(0, 0.02)
    loudest = np.abs(sound).max() + 1e-9
    return (sound / loudest * 10 ** draw.uniform(-3, 0)).astype(np.float32)


def nothing(draw):
    """An example without speech: the start token says so, and the text is empty."""
    sound = np.zeros(WINDOW, np.float32) if draw.random() < 0.04 else without_speech(draw)
    inputs = [START, ENGLISH, TRANSCRIBE, time_token(0)]
    targets = [NO_SPEECH, TRANSCRIBE, time_token(0), END]
    return packed(sound, inputs, targets, [None] * 4, np.zeros(POSITIONS, np.int64))


def composed(voices, draw):
    """One example: features [80, 600] float16, input tokens, targets, spans, frame labels."""
    if draw.random() < 0.12:
        return nothing(draw)
    clips = []
    same = voices[draw.integers(len(voices))]
    for _ in range(int(draw.integers(1, 4))):
        if draw.random() < 0.3 and same['phrases']:
            words, sound = same['phrases'][draw.integers(len(same['phrases']))]
            clips.append((words, [varied(sound, draw)]))
        else:
            words = [DIGITS[i] for i in draw.integers(0, 10, size=draw.integers(1, 6))]
            clips.append((words, [varied(same['words'][word], draw) for word in words]))
    line, phrases, frames = placed(clips, draw)
    ends = [p[2] if all(whole for *_, whole in p[3]) and len(p[3]) == (len(p[0]) if p[4] else 1)
            else None for p in phrases]  # fmt: skip
    tokens, heard = written(phrases, ends)
    before = []
    if draw.random() < 0.2:
        words = [DIGITS[i] for i in draw.integers(0, 10, size=draw.integers(1, 9))]
        before = [PREVIOUS, *(t for word in words for t in word_tokens(word))]
    known = [*before, START, ENGLISH, TRANSCRIBE]
    inputs = [*known, *tokens]
    targets = [*[IGNORED] * len(before), ENGLISH, TRANSCRIBE, *tokens, END]
    spans = [None] * (len(known) - 1) + [*heard, None]
    return packed(dirtied(line, draw), inputs, targets, spans, frames)


def packed(sound, inputs, targets, spans, frames):
    """Padded arrays of one example."""
    tokens = np.full((2, MAX_TOKENS), IGNORED, np.int64)
    tokens[0] = END
    length = min(MAX_TOKENS, len(inputs))
    tokens[0, :length], tokens[1, :length] = inputs[:length], targets[:length]
    limits = np.full((MAX_TOKENS, 2), -1, np.int64)
    for place, span in enumerate(spans[:length]):
        if span is not None:
            limits[place] = max(0, span[0]), min(POSITIONS, max(1, span[1]))
    return log_mel(sound).astype(np.float16), tokens, limits, frames
