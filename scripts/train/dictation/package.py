"""Puts what was made into a package folder: `python package.py --cache … --decoding … --out …`.

`npx tsx scripts/models/package.ts FOLDER` then adds golden cases, sizes and hashes.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from features import MELS
from model import STRIDE
from phones import PHONES

FILES = ("acoustic.onnx", "lexicon.txt", "letter-to-sound.json", "general.lm", "clinical.lm")
LANGUAGES = ("en-US", "en-GB", "en-AU", "en-CA", "en-IE", "en-IN", "en-NZ", "en-ZA")
# Rounding goes another way on another processor; a backend that is wrong is off by far more.
TOLERANCE = 1.0


def manifest(decoding: dict[str, object], clinical: dict[str, float], version: str) -> dict:
    """`model.json` without files and golden cases."""
    return {
        "manifest_version": 1,
        "id": "dictation-en",
        "version": version,
        "kind": "speech-ctc",
        "title": "English dictation",
        "description": "Writes down English speech: phones by a convolutional network, words by a "
                       "lexicon with letter-to-sound rules and a general and a clinical trigram.",
        "licence": "Apache-2.0",
        "intended_use": "Not a medical device; research and integration use until locally "
                        "validated.",
        "priority": 0,
        "languages": LANGUAGES,
        "weights": "acoustic.onnx",
        "input": {
            "form": "log-mel", "name": "features", "layout": "frames_first",
            "features": {
                "window_samples": 400, "hop_samples": 160, "fft": 512, "mels": MELS,
                "low_hz": 20, "high_hz": 7600, "mel_scale": "htk", "area_normalised": False,
                "pre_emphasis": 0.97, "framing": "inside", "floor": 1e-10, "floor_mode": "max",
                "normalise": "one_deviation",
            },
        },
        "output": {"name": "log_probs", "form": "log_probs", "stride": STRIDE},
        "units": {"kind": "phones", "tokens": "tokens.json", "blank": 0},
        "lexicon": "lexicon.txt",
        "letter_to_sound": "letter-to-sound.json",
        "language_models": [
            {"file": "general.lm", "weight": {key: 1 - part for key, part in clinical.items()}},
            {"file": "clinical.lm", "weight": clinical},
        ],
        "decoding": decoding,
        "golden": {"file": "golden.json", "tolerance": {"log_probs": TOLERANCE}},
    }


def package(args: argparse.Namespace) -> None:
    """Copies files, writes tokens and manifest; a card that is there stays."""
    args.out.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(args.cache / "export" / name, args.out / name)
    tokens = ["", *PHONES]
    (args.out / "tokens.json").write_text(json.dumps(tokens) + "\n")
    clinical = {"dictation": args.clinical, "specialty": args.clinical_specialty,
                "conversation": args.clinical_conversation}
    made = manifest(json.loads(args.decoding.read_text()), clinical, args.version)
    (args.out / "model.json").write_text(json.dumps(made, indent=1) + "\n")


def main() -> None:
    """The arguments, then the package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--decoding", type=Path, required=True, help="parameters of the search")
    parser.add_argument("--clinical", type=float, default=0.25,
                        help="share of the clinical language model in a dictation of any kind")
    parser.add_argument("--clinical-specialty", type=float, default=0.6,
                        help="the same where the request names a specialty")
    parser.add_argument("--clinical-conversation", type=float, default=0.4)
    parser.add_argument("--version", default="1.0.0")
    parser.add_argument("--out", type=Path, required=True)
    package(parser.parse_args())


if __name__ == "__main__":
    main()
