# SPDX-License-Identifier: 0BSD
"""Exports to the XNNPACK delegate, float and quantised; the ExecuTorch runtime answers."""
import contextlib
import re
import struct
import tempfile
from unittest import mock

import executorch.backends.xnnpack.xnnpack_preprocess as preprocess
import torch
from executorch.backends.xnnpack.partition.config.node_configs import MaxDimConfig
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from executorch.backends.xnnpack.serialization import xnnpack_graph_schema as schema
from executorch.exir._serialize import _flatbuffer
from oracle import Call, run
from torchao.quantization.granularity import PerGroup
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
from torchao.quantization.quant_api import Int8DynamicActivationIntxWeightConfig, quantize_
from torchao.utils import unwrap_tensor_subclass


def quantise(module, cases, shapes=None, **config):
    """With the first two cases, so that others may saturate."""
    quantizer = XNNPACKQuantizer()
    quantizer.set_global(get_symmetric_quantization_config(**config))
    traced = torch.export.export(module, cases[0], dynamic_shapes=shapes, strict=False)
    m = prepare_pt2e(traced.module(), quantizer)
    for c in cases[:2]:
        m(*c)
    return convert_pt2e(m)


def swap(old, new, **fields):
    """An edit of the graph before it is written: nodes of one kind become another, for what no exporter makes."""
    def edit(graph):
        for node in graph.xnodes:
            if type(node.xnode_union).__name__ == f"XNN{old}":
                names = {f: getattr(node.xnode_union, f) for f in vars(node.xnode_union)}
                if "input1_id" in names and new.endswith("1"):
                    names["input_id"] = names.pop("input1_id")
                    del names["input2_id"]
                node.xnode_union = getattr(schema, f"XNN{new.removesuffix('1')}")(**{**names, **fields})
    return edit


@contextlib.contextmanager
def edited(edit):
    write = preprocess.serialize_xnnpack_binary

    def write_edited(graph, *args, **options):
        edit(graph)
        return write(graph, *args, **options)

    with mock.patch.object(preprocess, "serialize_xnnpack_binary", write_edited):
        yield


@contextlib.contextmanager
def indices_too():
    """The partitioner leaves a maximum alone whose indices are wanted, although the delegate has a node for it."""
    with mock.patch.object(MaxDimConfig, "check_constraints", lambda *_: True):
        yield


def lower_xnnpack(c, inputs):
    options = dict(c.options)
    quant, per_op = options.pop("quant", None), options.pop("per_op", False)
    shapes, edit = options.pop("dynamic_shapes", None), options.pop("edit", lambda graph: None)
    module = c.function if isinstance(c.function, torch.nn.Module) else Call(c.function)
    if shapes and not c.more:
        inputs.append(tuple(x[:1] for x in inputs[0]))
    if "group" in options:
        quantize_(module, Int8DynamicActivationIntxWeightConfig(
            weight_dtype=torch.int4, weight_granularity=PerGroup(options.pop("group"))))
        unwrap_tensor_subclass(module)
    if quant is not None:
        inputs.append(tuple(3 * x for x in inputs[0]))
        module = quantise(module, inputs, shapes, **quant)
    program = torch.export.export(module, tuple(inputs[0]), dynamic_shapes=shapes, strict=False)
    partitioner = XnnpackPartitioner(per_op_mode=per_op, **options)
    config = EdgeCompileConfig(_check_ir_validity=quant is None)
    with edited(edit), indices_too():
        edge = to_edge_transform_and_lower(program, partitioner=[partitioner], compile_config=config)
    return edge.to_executorch()


def make_xnnpack(c, inputs):
    program = lower_xnnpack(c, inputs)
    return program, run(program.buffer, inputs)


def answer_by(function):
    """The same where the runtime does not have what the edited graph says: a function of PyTorch answers."""
    return lambda c, inputs: (lower_xnnpack(c, inputs), [[function(*case)] for case in inputs])


def nodes(program):
    """Names of the nodes in the program's XNNPACK data, as `ptec ops` lists them."""
    from executorch.backends.xnnpack import serialization
    schema = f"{list(serialization.__path__)[0]}/runtime_schema.fbs"
    data, found = program.buffer, set()
    for header in re.finditer(rb"....XH00", data, re.DOTALL):
        offset, size = struct.unpack_from("<II", data, header.start() + 10)
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/graph.bin", "wb") as f:
                f.write(data[header.start() + offset : header.start() + offset + size])
            _flatbuffer._flatc_decompile(folder, schema, f"{folder}/graph.bin", ["--raw-binary"])
            with open(f"{folder}/graph.json") as f:
                found |= set(re.findall(r'"xnode_union_type": "XNN(\w+)"', f.read()))
    return {f"xnnpack::{name}" for name in found}
