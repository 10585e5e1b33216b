"""Synthetic voices that speak digits: flite, festival and espeak-ng, as installed from Debian.

Two voices are never heard in training: SLT (of flite and of festival) and the KED diphones of
festival; nor are the espeak-ng variants of `STRANGERS`.
"""

import random
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from scipy.io import wavfile
from scipy.signal import resample_poly

RATE = 16_000
DIGITS = 'zero one two three four five six seven eight nine'.split()
ACCENTS = ('en-us', 'en-gb', 'en-gb-scotland', 'en-gb-x-rp', 'en-gb-x-gbclan', 'en-029')
STRANGERS = ('Alicia', 'grandpa', 'linda', 'travis', 'm8', 'f5', 'zac', 'belinda')
VARIANTS = (
    'Alex Andrea Andy Annie Denis Diogo Gene Gene2 Henrique Hugo Jacky Lee Marco Mario Michael '
    'Mike Nguyen Storm Tweaky adam anika antonio aunty benjamin boris caleb david ed edward '
    'edward2 f1 f2 f3 f4 grandma gustave iven iven2 iven3 john klatt klatt2 klatt3 m1 m2 m3 m4 '
    'm5 m6 m7 max michel norbert pablo paul pedro quincy rob robert sandro shelby steph steph2 '
    'steph3 victor'
).split()


def training_voices(seed):
    """Commands' settings of the voices that training hears: list of dicts."""
    draw = random.Random(seed)
    voices = [
        {
            'engine': 'espeak',
            'voice': f'{draw.choice(ACCENTS)}+{variant}',
            'speed': draw.randint(120, 200),
            'pitch': draw.randint(30, 70),
        }
        for variant in VARIANTS
        for _ in range(2)
    ]
    for voice, pitch in (('kal16', 105), ('awb', 120), ('rms', 95)):
        for stretch in (0.85, 1.0, 1.2):
            for shift in (0.85, 1.0, 1.2, 1.5):
                voices.append(
                    {'engine': 'flite', 'voice': voice, 'stretch': stretch, 'f0': pitch * shift}
                )
    voices.append({'engine': 'festival', 'voice': 'kal_diphone'})
    return voices


def unheard_voices():
    """Voices kept for measuring: none of them is in `training_voices`."""
    strangers = [
        {'engine': 'espeak', 'voice': f'{accent}+{variant}', 'speed': 155, 'pitch': 50}
        for variant, accent in zip(STRANGERS, ('en-us', 'en-gb') * 4, strict=True)
    ]
    slt = [{'engine': 'flite', 'voice': 'slt', 'stretch': s, 'f0': 180 * s} for s in (1.0, 1.15)]
    diphones = [
        {'engine': 'festival', 'voice': v} for v in ('ked_diphone', 'cmu_us_slt_arctic_hts')
    ]
    return strangers + slt + diphones


def voice_name(voice):
    """A name for reports and files."""
    return f'{voice["engine"]}-{voice["voice"]}'


def speak(voice, words):
    """One utterance of `words` (digits): float32 [-1, 1] at 16 kHz, silence at both ends cut off."""
    text = ' '.join(words)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'out.wav'
        if voice['engine'] == 'espeak':
            settings = ['-v', voice['voice'], '-s', str(voice['speed']), '-p', str(voice['pitch'])]
            command = ['espeak-ng', *settings, '-w', str(path), text]
        elif voice['engine'] == 'flite':
            settings = ['--setf', f'duration_stretch={voice["stretch"]}']
            settings += ['--setf', f'int_f0_target_mean={voice["f0"]}']
            command = ['flite', '-voice', voice['voice'], *settings, '-t', text, '-o', str(path)]
        else:
            command = ['text2wave', '-eval', f'(voice_{voice["voice"]})', '-o', str(path)]
        stdin = text if voice['engine'] == 'festival' else None
        subprocess.run(command, input=stdin, text=True, check=True, capture_output=True)
        rate, samples = wavfile.read(path)
    sound = samples.astype(np.float32) / 32768
    if rate != RATE:
        divisor = np.gcd(rate, RATE)
        sound = resample_poly(sound, RATE // divisor, rate // divisor).astype(np.float32)
    return trim(sound)


def trim(sound, floor=0.02, margin=0.02):
    """Cuts the silence at both ends: below `floor` of the loudest 10 ms, `margin` seconds kept."""
    frame = RATE // 100
    energy = np.sqrt(np.mean(sound[: len(sound) // frame * frame].reshape(-1, frame) ** 2, axis=1))
    loud = np.flatnonzero(energy > floor * energy.max())
    if len(loud) == 0:
        raise ValueError('the voice said nothing')
    start = max(0, int(loud[0] * frame - margin * RATE))
    return sound[start : int((loud[-1] + 1) * frame + margin * RATE)]
