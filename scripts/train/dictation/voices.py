"""The free synthesisers of Debian as one: a voice, a manner of speaking drawn at random, words in, sound out.

A manner changes the speaker without a vocoder's artefacts: the synthesiser is set to speak slower (or faster) and
lower (or higher) by a factor, and the sound is then resampled by that factor, which shifts formants and brings
duration and pitch back.
"""

from __future__ import annotations

import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.io import wavfile
from scipy.signal import resample_poly

from lexicon_addenda import espeak_phonemes, festival_line, flite_line
from verbalise import letter_said

Addenda = dict[str, list[str]]
"""Stressed phones of words that the synthesisers would guess."""
RATE = 16_000
SECONDS = 40


@dataclass(frozen=True)
class Voice:
    """`engine` flite, festival or espeak; `code` as that engine names it; `pitch` usual mean in Hz (0: the engine
    cannot set it).
    """

    name: str
    engine: str
    code: str
    weight: float
    pitch: float = 0.0
    held_out: bool = False


@dataclass(frozen=True)
class Manner:
    """`warp` > 1 raises formants; `pitch` factor of the usual mean; `pace` > 1 is faster; `range` factor of the
    pitch's movement.
    """

    warp: float = 1.0
    pitch: float = 1.0
    pace: float = 1.0
    range: float = 1.0
    variant: str = ""


VOICES = (
    Voice("flite-slt", "flite", "slt", 20, 170),
    Voice("flite-awb", "flite", "awb", 20, 135),
    Voice("flite-kal16", "flite", "kal16", 14, 95),
    Voice("flite-kal", "flite", "kal", 2, 95),
    Voice("festival-slt-hts", "festival", "voice_cmu_us_slt_arctic_hts", 8),
    Voice("festival-kal", "festival", "voice_kal_diphone", 5, 105),
    Voice("espeak-en-us", "espeak", "en-us", 7, 1),
    Voice("espeak-en-gb", "espeak", "en-gb", 7, 1),
    Voice("espeak-en-gb-x-rp", "espeak", "en-gb-x-rp", 5, 1),
    Voice("espeak-en-us-nyc", "espeak", "en-us-nyc", 3, 1),
    Voice("espeak-en-gb-x-gbcwmd", "espeak", "en-gb-x-gbcwmd", 3, 1),
    Voice("espeak-en-029", "espeak", "en-029", 3, 1),
    Voice("flite-rms", "flite", "rms", 1, 100, held_out=True),
    Voice("festival-ked", "festival", "voice_ked_diphone", 1, 105, held_out=True),
    Voice("espeak-en-gb-scotland", "espeak", "en-gb-scotland", 1, 1, held_out=True),
)
FEMALE = frozenset({"slt", "voice_cmu_us_slt_arctic_hts"})
VARIANTS = (
    "", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "f1", "f2", "f3", "f4", "klatt", "klatt2", "klatt3",
    "klatt4", "Alicia", "Andrea", "Andy", "Annie", "Denis", "Diogo", "Gene", "Jacky", "Lee", "Marco", "Mario",
    "Michael", "Mike", "adam", "anika", "antonio", "belinda", "benjamin", "boris", "caleb", "david", "ed", "edward",
    "gustave", "iven", "john", "linda", "marcelo", "max", "michel", "miguel", "norbert", "pablo", "paul", "pedro",
    "robert", "sandro", "shelby", "steph", "travis", "victor", "zac",
)  # fmt: skip
VARIANTS_HELD_OUT = ("f5", "aunty", "quincy", "hugo")
MARKS_SAID = frozenset(
    {"colon", "comma", "period", "stop", "line", "paragraph", "semicolon", "bracket", "dash", "hyphen"}
)


def draw_manner(voice: Voice, rng: random.Random) -> Manner:
    """A speaker and a pace; held-out voices are changed little, so that they stay other people."""
    small = 0.4 if voice.held_out else 1.0
    variants = VARIANTS_HELD_OUT if voice.held_out else VARIANTS
    warp, pitch = draw_speaker(voice, rng) if not voice.held_out else (0.0, 0.0)
    return Manner(
        warp=float(np.exp(warp + rng.uniform(-0.16, 0.16) * small)),
        pitch=float(np.exp(pitch + rng.gauss(0, 0.18) * small)),
        pace=float(np.exp(rng.uniform(-0.2, 0.26))) if rng.random() < 0.8 else 1.0,
        range=float(np.exp(rng.gauss(0, 0.4) * small)),
        variant=rng.choice(variants) if voice.engine == "espeak" else "",
    )


def draw_speaker(voice: Voice, rng: random.Random) -> tuple[float, float]:
    """Logarithms of the formants' and the pitch's factors of an adult of either sex or of a child; espeak's
    variants are speakers already.
    """
    if voice.engine == "espeak":
        return 0.0, 0.0
    kind = rng.random()
    female = voice.code in FEMALE
    if kind < 0.1:
        return (0.16, 0.3) if female else (0.26, 0.95)
    if kind < 0.35:
        return (-0.13, -0.5) if female else (0.13, 0.6)
    return 0.0, 0.0


def speakable(words: list[str], voice: Voice, rng: random.Random, addenda: Addenda) -> str:
    """What a synthesiser is given: letters apart, and now and then a comma, where it makes a pause."""
    spoken: list[str] = []
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        if letter_said(word) or (word == "a" and following in {"one", "b", "c", "g", "m"}):
            letters = "".join(f" {letter}" for letter in word).split()
            spoken.append(" ".join(name_letter(letter, voice.engine) for letter in letters))
        else:
            given = voice.engine == "espeak" and word in addenda
            spoken.append(espeak_phonemes(addenda[word]) if given else word)
        pause = (
            0.6
            if word in MARKS_SAID
            else (0.25 if following in {"and", "but", "with", "no", "which", "comma"} else 0.02)
        )
        if following and rng.random() < pause:
            spoken[-1] += ","
    return " ".join(spoken)


def name_letter(letter: str, engine: str) -> str:
    """A letter such that the engine says its name, not the article."""
    if letter != "a":
        return letter.upper()
    return "[[eI]]" if engine == "espeak" else "ay"


def speak(text: str, voice: Voice, manner: Manner, scratch: Path, addenda: Addenda) -> np.ndarray | None:
    """Mono float32 at 16 kHz of a text of sentences, or `None` where the synthesiser fails."""
    wave = scratch / "said.wav"
    wave.unlink(missing_ok=True)
    command = {"flite": flite, "festival": festival, "espeak": espeak}[voice.engine](
        text, voice, manner, wave, addenda
    )
    try:
        subprocess.run(command, check=True, timeout=SECONDS, capture_output=True)
        rate, sound = wavfile.read(wave)
    except (subprocess.SubprocessError, OSError, ValueError):
        return None
    if sound.ndim != 1 or len(sound) < rate // 4:
        return None
    return resample(sound.astype(np.float32) / 32768, rate, manner.warp)


def words_within(text: str, addenda: Addenda) -> list[str]:
    """The words of a text that stand in the addenda, each once."""
    return sorted({word for word in re.findall(r"[a-z]+", text) if word in addenda})


def resample(sound: np.ndarray, rate: int, warp: float) -> np.ndarray:
    """To 16 kHz, `warp` times faster and higher."""
    up, down = RATE // 100, round(rate * warp / 100)
    divisor = int(np.gcd(up, down))
    return resample_poly(sound, up // divisor, down // divisor).astype(np.float32)


def flite(text: str, voice: Voice, manner: Manner, wave: Path, addenda: Addenda) -> list[str]:
    stretch = manner.warp / manner.pace
    mean = voice.pitch * manner.pitch / manner.warp
    command = [
        "flite",
        "-voice",
        voice.code,
        "--setf",
        f"duration_stretch={stretch:.3f}",
        "--setf",
        f"int_f0_target_mean={mean:.1f}",
    ]
    command += ["--setf", f"int_f0_target_stddev={13 * manner.range:.1f}"]
    lines = [flite_line(word, addenda[word]) for word in words_within(text, addenda)]
    if lines:
        path = wave.with_suffix(".lex")
        path.write_text("".join(lines), encoding="ascii")
        command += ["-add_lex", str(path)]
    return [*command, "-t", f"{text} ", "-o", str(wave)]


def festival(text: str, voice: Voice, manner: Manner, wave: Path, addenda: Addenda) -> list[str]:
    stretch = manner.warp / manner.pace
    lines = [f"({voice.code})", f"(Parameter.set 'Duration_Stretch {stretch:.3f})"]
    if voice.pitch:
        mean, spread = voice.pitch * manner.pitch / manner.warp, 14 * manner.range
        target = f"(target_f0_mean {mean:.1f}) (target_f0_std {spread:.1f})"
        lines.append(f"(set! int_lr_params '({target} (model_f0_mean 170) (model_f0_std 34)))")
    else:
        lines.append(f"""(set! hts_engine_params (append hts_engine_params (list '("-r" {1 / stretch:.3f}))))""")
    lines += [festival_line(word, addenda[word]) for word in words_within(text, addenda)]
    quoted = re.sub(r'["\\]', "", text)
    lines += [
        f'(set! said (Utterance Text "{quoted}"))',
        "(utt.synth said)",
        f"""(utt.save.wave said "{wave}" 'riff)""",
    ]
    script = wave.with_suffix(".scm")
    script.write_text("\n".join(lines), encoding="ascii")
    return ["festival", "-b", str(script)]


def espeak(text: str, voice: Voice, manner: Manner, wave: Path, addenda: Addenda) -> list[str]:
    """Speed is in words a minute; pitch 0..99 is about 1.4 % a step around 50."""
    pitch = int(np.clip(45 + 70 * np.log(manner.pitch / manner.warp), 5, 95))
    speed = int(np.clip(165 * manner.pace / manner.warp, 90, 300))
    name = voice.code + (f"+{manner.variant}" if manner.variant else "")
    return ["espeak-ng", "-v", name, "-p", str(pitch), "-s", str(speed), "-w", str(wave), text]
