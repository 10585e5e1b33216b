"""ONNX graphs in the layout of the public Whisper exports: encoder, both decoders, merged decoder."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from alphabet import POSITIONS
from network import HEAD, HEADS, LAYERS, WIDTH

OPSET = 18
PARTS = [(layer, part) for layer in range(LAYERS) for part in ('key', 'value')]
OWN = [f'{layer}.decoder.{part}' for layer, part in PARTS]
SOUND = [f'{layer}.encoder.{part}' for layer, part in PARTS]
LOOKS = [f'cross_attentions.{layer}' for layer in range(LAYERS)]


def paired(flat):
    return [(flat[i], flat[i + 1]) for i in range(0, len(flat), 2)]


def flattened(pairs):
    return [tensor for pair in pairs for tensor in pair]


class First(nn.Module):
    """The decoder at its first tokens: it also makes the keys and values of the sound."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, encoder_hidden_states):
        encoded = self.model.remember(encoder_hidden_states)
        logits, own, looks = self.model.decoder(input_ids, None, encoded)
        return (logits, *flattened(own), *flattened(encoded), *looks)


class Later(nn.Module):
    """The decoder at one further token."""

    def __init__(self, model):
        super().__init__()
        self.decoder = model.decoder

    def forward(self, input_ids, past):
        own, encoded = paired(past[: 2 * LAYERS]), paired(past[2 * LAYERS :])
        logits, kept, looks = self.decoder(input_ids, own, encoded)
        return (logits, *flattened(kept), *looks)


def export(module, example, path, inputs, outputs, shapes):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            module, example, str(path), input_names=inputs, output_names=outputs,
            opset_version=OPSET, dynamo=True, external_data=False, dynamic_shapes=shapes,
            verbose=False,
        )  # fmt: skip


def quantised(path):
    """Weights of the matrix products in int8 (seven bits), in place."""
    quantize_dynamic(
        str(path), str(path), op_types_to_quantize=['MatMul', 'Gemm'], per_channel=True,
        reduce_range=True, weight_type=QuantType.QInt8,
    )  # fmt: skip
    model = onnx.load(path)
    del model.graph.value_info[:]
    onnx.save(model, path)


def export_all(model, folder):
    """`encoder_model`, `decoder_model`, `decoder_with_past_model`, `decoder_model_merged`."""
    model.eval()
    names = ('encoder_model', 'decoder_model', 'decoder_with_past_model', 'decoder_model_merged')
    encoder, first, later, merged = (Path(folder) / f'{name}.onnx' for name in names)
    hidden = torch.zeros(1, POSITIONS, WIDTH)
    export(
        model.encoder, (torch.zeros(1, 80, 2 * POSITIONS),), encoder, ['input_features'],
        ['last_hidden_state'], None,
    )  # fmt: skip
    length, before = torch.export.Dim('decoder_length'), torch.export.Dim('past_length')
    export(
        First(model), (torch.zeros(1, 4, dtype=torch.long), hidden), first,
        ['input_ids', 'encoder_hidden_states'],
        ['logits', *(f'present.{name}' for name in [*OWN, *SOUND]), *LOOKS],
        ({1: length}, None),
    )  # fmt: skip
    # One tensor for each: the same one twice would become one input.
    lengths = [5] * len(OWN) + [POSITIONS] * len(SOUND)
    past = [torch.zeros(1, HEADS, length, HEAD) for length in lengths]
    export(
        Later(model), (torch.zeros(1, 1, dtype=torch.long), past), later,
        ['input_ids', *(f'past_key_values.{name}' for name in [*OWN, *SOUND])],
        ['logits', *(f'present.{name}' for name in OWN), *LOOKS],
        (None, [{2: before}] * len(OWN) + [None] * len(SOUND)),
    )  # fmt: skip
    for path in (encoder, first, later):
        quantised(path)
    onnx.save(merge(onnx.load(first), onnx.load(later)), merged)
    return encoder, first, later, merged


def renamed(graph, prefix, keep):
    """Gives every inner name of a graph a prefix; `keep` are names of the graph around it."""
    new = lambda name: name if name in keep or name == '' else prefix + name  # noqa: E731
    for node in graph.node:
        node.name = prefix + node.name
        node.input[:] = [new(name) for name in node.input]
        node.output[:] = [new(name) for name in node.output]
    for tensor in graph.initializer:
        tensor.name = new(tensor.name)


def merge(first, later):
    """One graph with an If over `use_cache_branch`; weights that both branches hold are shared."""
    inputs = {i.name: i for g in (later.graph, first.graph) for i in g.input}
    outputs = [o.name for o in first.graph.output]
    shared, branches = {}, {}
    for model, prefix in ((first, 'first/'), (later, 'later/')):
        graph = model.graph
        renamed(graph, prefix, set(inputs))
        aliases = {}
        for tensor in graph.initializer:
            array = numpy_helper.to_array(tensor)
            key = (array.dtype.str, array.shape, array.tobytes())
            if key not in shared:
                shared[key] = onnx.TensorProto()
                shared[key].CopyFrom(tensor)
                shared[key].name = f'shared/{len(shared)}'
            aliases[tensor.name] = shared[key].name
        nodes = list(graph.node)
        for node in nodes:
            node.input[:] = [aliases.get(name, name) for name in node.input]
        made = {name for node in nodes for name in node.output}
        results = []
        for name in outputs:
            if prefix + name not in made:
                # As in the public exports: nothing, for the keys of the sound do not change.
                empty = numpy_helper.from_array(np.zeros((1, HEADS, 0, HEAD), np.float32))
                nodes.append(helper.make_node('Constant', [], [prefix + name], value=empty))
            results.append(of_rank(prefix + name))
        branches[prefix] = helper.make_graph(nodes, prefix.strip('/'), [], results)
    chosen = helper.make_node(
        'If', ['use_cache_branch'], outputs, then_branch=branches['later/'],
        else_branch=branches['first/'],
    )  # fmt: skip
    flag = helper.make_tensor_value_info('use_cache_branch', TensorProto.BOOL, [1])
    given = [loosened(i) for i in inputs.values()]
    results = [of_rank(name) for name in outputs]
    graph = helper.make_graph([chosen], 'merged', [*given, flag], results, [*shared.values()])
    model = helper.make_model(graph, opset_imports=later.opset_import, ir_version=10)
    onnx.checker.check_model(model)
    return model


def of_rank(name):
    """An output of any size: logits have three dimensions, all others four."""
    rank = 3 if name.endswith('logits') else 4
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [None] * rank)


def loosened(value):
    """An input of which only the rank is fixed: without a past the lengths are 0."""
    kind = value.type.tensor_type
    sizes = [f'{value.name}_{i}' for i in range(len(kind.shape.dim))]
    return helper.make_tensor_value_info(value.name, kind.elem_type, sizes)
