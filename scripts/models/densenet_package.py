"""What the package of a TorchXRayVision DenseNet-121 says of itself: labels, card, manifest."""

from __future__ import annotations

import argparse
import math

SIDE = 224
# What torchxrayvision.datasets.normalize makes of 0..255.
LOW, HIGH = -1024.0, 1024.0

# `densenet121-res224-all`: order of the outputs and operating thresholds of the raw sigmoid, from
# torchxrayvision/models.py (`model_urls["all"]`).
LABELS = (
    ("Atelectasis", 0.07422872), ("Consolidation", 0.038290843), ("Infiltration", 0.09814756),
    ("Pneumothorax", 0.0098118475), ("Edema", 0.023601074), ("Emphysema", 0.0022490358),
    ("Fibrosis", 0.010060724), ("Effusion", 0.103246614), ("Pneumonia", 0.056810737),
    ("Pleural_Thickening", 0.026791653), ("Cardiomegaly", 0.050318155), ("Nodule", 0.023985857),
    ("Mass", 0.01939503), ("Hernia", 0.042889766), ("Lung Lesion", 0.053369623),
    ("Fracture", 0.035975814), ("Lung Opacity", 0.20204692),
    ("Enlarged Cardiomediastinum", 0.05015312),
)

RANDOM_CARD = """# DenseNet-121 with random weights

Its weights are random numbers from a fixed seed and its answers mean nothing. It shows that a
network of this shape runs on the appliance without a line of code, and how fast. Never install it
where patients are read. Made by `scripts/models/make_densenet.py`.
"""

CARD = """# {title}

The DenseNet-121 `densenet121-res224-all` of TorchXRayVision, converted to ONNX.

- **Origin**: https://github.com/mlmed/torchxrayvision (Apache-2.0), weights
  `nih-pc-chex-mimic_ch-google-openi-kaggle-densenet121-d121-tw-lr001-rot45-tr15-sc15-seed0-best.pt`.
  The data sets behind them (NIH, PadChest, CheXpert, MIMIC-CXR, OpenI, RSNA) have terms of their
  own; some allow research only. Have them checked before clinical use.
- **Papers**: Cohen et al., arXiv:2002.02497; Cohen et al., arXiv:2111.00595.
- **Input**: the middle square of an upright frontal film at 224 x 224, 0..255 spread over
  -1024..1024.
- **Probabilities**: the sigmoid of the published network, its odds divided by those of the
  published operating threshold: 0.5 is exactly that threshold. They are not measured frequencies.
- **Maps**: class activation maps (Zhou et al., CVPR 2016, doi:10.1109/CVPR.2016.319).
- **Not measured here**: accuracy at your hospital. Validate it before anyone relies on it.
"""

CAVEAT = ("Not validated on this appliance; the probability is relative to the published operating "
          "threshold, and a low one does not exclude disease.")


def identifier(name: str) -> str:
    return name.lower().replace(" ", "_")


def label(name: str, threshold: float) -> dict[str, object]:
    """A label whose probability is 0.5 where the raw sigmoid is at its operating threshold.

    A threshold that is not a number marks an output that was never trained: it is not reported.
    """
    reported = not math.isnan(threshold)
    at = math.log(threshold / (1.0 - threshold)) if reported else 0.0
    return {
        "id": identifier(name),
        "name": name.replace("_", " ").capitalize(),
        "reported": reported,
        "threshold": 0.5,
        "calibration": {"scale": 1.0, "bias": round(-at, 6)},
        "box": {"activation_threshold": round(at, 6)},
        "caveat": CAVEAT,
    }


def manifest(
    args: argparse.Namespace, thresholds: list[float], limits: dict, files: dict[str, object]
) -> dict[str, object]:
    trained = args.weights is not None
    title = "TorchXRayVision DenseNet-121 (all)" if trained else "DenseNet-121, random weights"
    names = [name for name, _ in LABELS]
    return {
        "manifest_version": 1,
        "id": args.id or ("torchxrayvision-all" if trained else "densenet121-random"),
        "version": "1.0.0",
        "kind": "image-classifier",
        "title": title,
        "description": "Eighteen findings of a frontal chest film, each with a map of its evidence."
                       if trained else "Shows that a network of this shape runs; knows nothing.",
        "licence": "Apache-2.0",
        "intended_use": "Not a medical device; research and integration use until locally "
                        "validated." if trained else "Automated tests only.",
        "serves": {
            "image_types": [args.image_type or ("chest_xray" if trained else "test_chest")],
            "modalities": ["CR", "DX"],
            "body_parts": ["CHEST"],
            "views": ["PA", "AP"],
            "priority": args.priority,
        },
        "files": files,
        "weights": "model.onnx",
        "input": {
            "name": "image", "width": SIDE, "height": SIDE, "channels": 1, "layout": "nchw",
            "fit": "centre_crop",
            "normalisation": {"method": "range", "low": LOW, "high": HIGH},
        },
        "outputs": {"logits": "logits", "form": "logits", "activation": "activation"},
        "labels": [label(*one) for one in zip(names, thresholds, strict=True)],
        "golden": {"file": "golden.json", "tolerance": limits},
    }
