"""Makes a model package of a DenseNet-121 of the TorchXRayVision shape.

    python scripts/models/make_densenet.py OUT                       # random weights, for tests
    python scripts/models/make_densenet.py OUT --weights state.pt    # the published weights

`state.pt` is a state dict; on a machine that has torchxrayvision it is made by

    model = torchxrayvision.models.DenseNet(weights="densenet121-res224-all")
    torch.save(model.state_dict(), "state.pt")

No TypeScript is involved: the package describes itself. See docs/own-models.md.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import warnings
from pathlib import Path

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "train" / "shared"))

import numpy as np
import torch

from densenet import DenseNet121, load_state, randomise
from densenet_package import CARD, HIGH, LABELS, LOW, RANDOM_CARD, SIDE, manifest
from golden import affine, entries, floats, outputs_of, session, write_golden, write_json

SEED = 20260101
OUTPUTS = ("logits", "activation")

def pictures() -> list[tuple[str, np.ndarray]]:
    """Made pictures of bytes: two lungs in a chest, a ramp, and noise."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE] / (SIDE - 1)
    chest = 200.0 - 120.0 * np.exp(-(((columns - 0.3) / 0.13) ** 2 + ((rows - 0.5) / 0.28) ** 2))
    chest -= 120.0 * np.exp(-(((columns - 0.7) / 0.13) ** 2 + ((rows - 0.5) / 0.28) ** 2))
    noise = np.random.default_rng(SEED).integers(0, 256, (SIDE, SIDE))
    made = (("chest", chest), ("ramp", columns * 255.0), ("noise", noise))
    return [(name, np.round(picture).astype(np.uint8)) for name, picture in made]


def tensor_of(picture: np.ndarray) -> np.ndarray:
    """[1,1,224,224], as the appliance prepares the same greys."""
    return (LOW + picture.astype(np.float64) * (HIGH - LOW) / 255.0).astype(np.float32)[None, None]


def torch_answers(net: DenseNet121) -> dict[str, np.ndarray]:
    """What PyTorch itself answers to the golden pictures."""
    images = np.concatenate([tensor_of(picture) for _, picture in pictures()])
    with torch.inference_mode():
        found = net(torch.from_numpy(images))
    return {key: value.numpy() for key, value in zip(OUTPUTS, found, strict=True)}


def graph_answers(weights: Path, optimise: bool) -> dict[str, np.ndarray]:
    """What the exported graph answers to them, one at a time, as the appliance asks."""
    model = session(weights, optimise)
    found = [outputs_of(model, tensor_of(picture), OUTPUTS) for _, picture in pictures()]
    return {key: np.concatenate([one[key] for one in found]) for key in OUTPUTS}


def largest_difference(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> dict[str, float]:
    return {key: float(np.abs(one[key] - other[key]).max()) for key in OUTPUTS}


def golden_cases(answers: dict[str, np.ndarray]) -> list[dict[str, object]]:
    cases = []
    for index, (name, picture) in enumerate(pictures()):
        given = affine(picture[None, None], (HIGH - LOW) / 255.0, LOW)
        outputs = {key: floats(answers[key][index : index + 1]) for key in OUTPUTS}
        cases.append({"name": name, "inputs": {"image": given}, "outputs": outputs})
    return cases


def export(net: DenseNet121, target: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (torch.zeros(1, 1, SIDE, SIDE),), str(target), input_names=["image"],
            output_names=list(OUTPUTS), opset_version=18, dynamo=True, external_data=False,
            verbose=False,
        )


def quantise_to(source: Path, target: Path) -> None:
    """int8 convolutions. The heads stay in float: they are small and carry the answer."""
    from quantise import quantise, ready

    with tempfile.TemporaryDirectory() as scratch:
        prepared = Path(scratch) / "ready.onnx"
        model = ready(source, prepared)
        heads = [node.name for node in model.graph.node if set(node.output) & set(OUTPUTS)]
        quantise(prepared, target, (tensor_of(picture) for _, picture in pictures()), heads)


def golden_truth(
    net: DenseNet121, weights: Path, int8: bool
) -> tuple[dict[str, np.ndarray], dict[str, float]]:
    """The golden answers and by how much a backend may miss them.

    In float they are PyTorch's own, so that the gate proves the conversion and not only the
    machine. An int8 graph is measured against itself as written, without optimisation: kernels
    round to neighbouring steps, and what quantisation costs is printed, not hidden in a tolerance.
    """
    wanted = torch_answers(net)
    floor = {key: 1e-3 * max(1.0, float(np.abs(wanted[key]).max())) for key in OUTPUTS}
    off = largest_difference(graph_answers(weights, True), wanted)
    if not int8:
        wrong = {key: error for key, error in off.items() if error > floor[key]}
        if wrong:
            raise ValueError(f"the export changed the answers: {wrong}")
        return wanted, {key: round(limit, 6) for key, limit in floor.items()}
    print(f"quantisation changes the answers by up to {off}; measure accuracy before use")
    plain = graph_answers(weights, False)
    wiggle = largest_difference(graph_answers(weights, True), plain)
    return plain, {key: round(max(floor[key], 4.0 * wiggle[key]), 6) for key in OUTPUTS}


def read_state(path: Path) -> dict[str, torch.Tensor]:
    """Only tensors are taken: a whole pickled model could run any code."""
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as fault:
        raise SystemExit(f"{path} is no state dict ({type(fault).__name__}); make one as the head "
                         "of this script says") from fault
    return dict(state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("out", type=Path, help="the package folder, made if need be")
    parser.add_argument("--weights", type=Path, help="state dict; random weights without it")
    parser.add_argument("--int8", action="store_true", help="quantise the convolutions")
    parser.add_argument("--id")
    parser.add_argument("--image-type")
    parser.add_argument("--priority", type=int, default=0)
    args = parser.parse_args()
    # It misses torchvision, which nothing here needs.
    logging.getLogger("torch.onnx._internal.exporter._registration").setLevel(logging.ERROR)
    torch.set_num_threads(2)
    args.out.mkdir(parents=True, exist_ok=True)
    net = DenseNet121(len(LABELS)).eval()
    thresholds = [threshold for _, threshold in LABELS]
    if args.weights is None:
        images = np.concatenate([tensor_of(picture) for _, picture in pictures()])
        randomise(net, SEED, torch.from_numpy(images))
        thresholds = [0.5] * len(LABELS)
    else:
        own = load_state(net, read_state(args.weights))
        thresholds = thresholds if own is None else [float(one) for one in own]
    weights = args.out / "model.onnx"
    export(net, weights)
    if args.int8:
        quantise_to(weights, weights)
    answers, limits = golden_truth(net, weights, args.int8)
    write_golden(args.out / "golden.json", golden_cases(answers))
    card = RANDOM_CARD if args.weights is None else CARD.format(title="TorchXRayVision DenseNet-121")
    (args.out / "CARD.md").write_text(card)
    files = entries(args.out, ("model.onnx", "golden.json", "CARD.md"))
    write_json(args.out / "model.json", manifest(args, thresholds, limits, files))
    print(f"{args.out}: {weights.stat().st_size / 1e6:.1f} MB, tolerance {limits}")


if __name__ == "__main__":
    main()
