"""ONNX export, folding of batch normalisation and static int8."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval


def fold(net: nn.Module) -> nn.Module:
    """Folds batch normalisation into the convolutions before it, in place."""
    for module in net.eval().modules():
        if isinstance(module, nn.Sequential) and len(module) >= 2:
            if isinstance(module[0], nn.Conv2d) and isinstance(module[1], nn.BatchNorm2d):
                module[0] = fuse_conv_bn_eval(module[0], module[1])
                module[1] = nn.Identity()
    return net


def to_onnx(
    net: nn.Module, image: Tensor, target: Path, outputs: Sequence[str], name: str = "image"
) -> None:
    """fp32 ONNX with a free batch size; `image` is an example batch of two."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (image,), str(target), input_names=[name], output_names=list(outputs),
            opset_version=18, dynamo=True, external_data=False,
            dynamic_shapes=({0: torch.export.Dim("N")},), verbose=False,
        )


class Calibration(CalibrationDataReader):
    """Batches of one, as float32 [1,C,H,W]."""

    def __init__(self, images: Iterable[np.ndarray], name: str = "image") -> None:
        self.images, self.name = iter(images), name

    def get_next(self) -> dict[str, np.ndarray] | None:
        image = next(self.images, None)
        return None if image is None else {self.name: image}


def quantise(
    source: Path, target: Path, images: Iterable[np.ndarray], float_nodes: Sequence[str],
    name: str = "image",
) -> None:
    """Static QDQ int8, per-channel weights of seven bits; `float_nodes` stay in float.

    Seven bits: CPUs without VNNI add two products of eight bits in sixteen and overflow.
    """
    quantize_static(
        str(source), str(target), Calibration(images, name),
        quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        op_types_to_quantize=["Conv", "Add", "Relu"],
        nodes_to_exclude=list(float_nodes),
    )


def ready(source: Path, target: Path) -> onnx.ModelProto:
    """Optimises a model for quantisation; the names of its nodes are those to exclude."""
    quant_pre_process(str(source), str(target), skip_symbolic_shape=True)
    return onnx.load(target)


def downstream(model: onnx.ModelProto, starts: Iterable[str]) -> set[str]:
    """Names of these nodes and of all that use what they make."""
    found = set(starts)
    made = {name for node in model.graph.node if node.name in found for name in node.output}
    for node in model.graph.node:
        if node.name in found or made.intersection(node.input):
            found.add(node.name)
            made.update(node.output)
    return found


def clean(path: Path) -> None:
    """Drops what the exporter noted about source files."""
    model = onnx.load(path)
    graph = model.graph
    noted = [model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info]
    for part in [*noted, *graph.initializer]:
        del part.metadata_props[:]
        part.doc_string = ""
    del graph.value_info[:]
    model.producer_name, model.producer_version = "wardbox", ""
    onnx.checker.check_model(model)
    onnx.save(model, path)
