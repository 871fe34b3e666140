# SPDX-License-Identifier: 0BSD
"""Programs of one call of the XNNPACK delegate, whose graph is given node by node. Needs nothing but Python."""
import math
import struct

import programs
from flatwriter import FIELDS, Table
from programs import XNN_INPUT, XNN_OUTPUT, XnnModel, xnn_node, xnn_value

FLOAT, HALF, QINT8, QUINT8, QINT32, QCINT8, QCINT32, QCINT4, QDINT8, QBINT4, INT32 = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12
NIBBLES = (QCINT4, QBINT4)
PROGRAM_TYPE = {FLOAT: programs.F32, HALF: programs.F16, QUINT8: 0, QINT32: 3, INT32: 3}  # else a signed byte
BYTES = {FLOAT: 4, HALF: 2, QINT32: 4, QCINT32: 4, INT32: 4}
NO_VALUE = 0xFFFFFFFF


class Value:
    """One value of a graph; `data` is a constant's, zeros if none is given."""

    def __init__(self, role, sizes, dtype=FLOAT, data=None, argument=None, entry=None, **quant):
        self.role, self.sizes, self.dtype, self.data, self.quant = role, sizes, dtype, data, quant
        self.argument, self.entry = argument, entry  # fields of the program's tensor; the type of rows on entry

    def constant(self):
        rows, row = math.prod(self.sizes[:-1]), self.sizes[-1] if self.sizes else 1
        size = rows * (-(-row // 2) if self.dtype in NIBBLES else row * BYTES.get(self.dtype, 1))
        return bytes(size) if self.data is None else self.data


def given(*sizes, **more):
    return Value("given", sizes, **more)


def wanted(*sizes, **more):
    return Value("wanted", sizes, **more)


def between(*sizes, **more):
    return Value("between", sizes, **more)


def fixed(*sizes, **more):
    return Value("fixed", sizes, **more)


def scaled(dtype=QINT8, scale=1.0, zero_point=0):
    """What says that a value has one scale."""
    return dict(dtype=dtype, quant="XnnPerTensor", scale=scale, zero_point=zero_point)


def by_channel(*scales, dtype=QCINT8, channel_dim=0):
    return dict(dtype=dtype, quant="XnnPerChannel", scale=list(scales), channel_dim=channel_dim)


def by_blocks(size, *scales, axis=0):
    return dict(dtype=QBINT4, quant="XnnPerBlock", scale=list(scales), channel_dim=axis, group_size=size)


def by_rows(axes=1):
    """What says that rows of the last `axes` axes are quantised when the program runs."""
    return dict(dtype=QDINT8, quant="XnnPerToken", num_nonbatch_dims=axes)


def step(kind, table, limits=None, **fields):
    """A node, where names of values stand for their numbers."""
    return kind, table, limits, fields


class GraphModel(XnnModel):
    """The call's arguments are the values that are given and those that are wanted, in their order."""

    def __init__(self, values, steps):
        super().__init__()
        self.numbers = {name: i for i, name in enumerate(values)}
        self.constant_bytes, arguments, at = b"", [], 0
        self.graph["constant_data"] = [Table("XnnConstant", offset=0, size=0)]
        self.graph["xvalues"] = []
        for i, v in enumerate(values.values()):
            place = {}
            if v.role == "fixed":
                data = v.constant()
                self.graph["constant_data"].append(
                    Table("XnnConstant", offset=len(self.constant_bytes), size=len(data)))
                self.constant_bytes += data + bytes(-len(data) % 16)
                place = dict(constant=len(self.graph["constant_data"]) - 1)
            elif v.role != "between":
                place = dict(external=len(arguments), flags=XNN_INPUT if v.role == "given" else XNN_OUTPUT)
                arguments.append(programs.tensor(*v.sizes, dtype=PROGRAM_TYPE.get(v.dtype, 1), memory=at))
                arguments[-1]["val"].update(v.argument or {})
                at += -(-4 * math.prod(v.sizes) // 16) * 16
            self.graph["xvalues"].append(xnn_value(i, *v.sizes, dtype=v.dtype, **place, **v.quant))
            if v.entry:
                self.graph["xvalues"][i]["xvalue_union"]["dq_datatype"] = v.entry
        self.graph["xnodes"] = [self.node(*s) for s in steps]
        ends = [v.role for v in values.values() if v.role in ("given", "wanted")]
        self.forward["values"] = arguments
        self.forward["inputs"] = [i for i, role in enumerate(ends) if role == "given"]
        self.forward["outputs"] = [i for i, role in enumerate(ends) if role == "wanted"]
        self.forward["chains"][0]["instructions"] = [programs.call("delegate", 0, *range(len(ends)))]
        self.forward["non_const_buffer_sizes"] = [0, max(at, 16)]

    def node(self, kind, table, limits, fields):
        ids = {f"{name}_id": self.numbers[name_of] for name, name_of in fields.items() if isinstance(name_of, str)}
        rest = {name: number for name, number in fields.items() if not isinstance(number, str)}
        if "bias_id" in (name for name, _ in FIELDS[table]):
            ids.setdefault("bias_id", NO_VALUE)
        return xnn_node(kind, table, limits, **ids, **rest)


# ==== Nodes, their fields as an exporter writes them unless something else is said ==============
def unary(kind, **fields):
    return step(kind, "XnnUnary", **{"input": "x", "output": "y", **fields})


def binary(kind, limits=None, **fields):
    return step(kind, "XnnBinary", limits, **{"input1": "x", "input2": "w", "output": "y", **fields})


def product(limits=None, **fields):
    return step(2, "XnnFullyConnected", limits, **{"input1": "x", "filter": "w", "output": "y", **fields})


def convert(**fields):
    return unary(18, **fields)


CONV2D, DEPTHWISE, TRANSPOSED = 7, 13, 39


def convolution(kind=CONV2D, limits=None, **fields):
    return step(kind, "XnnConv", limits, **{
        "kernel_height": 1, "kernel_width": 1, "subsampling_height": 1, "subsampling_width": 1, "dilation_height": 1,
        "dilation_width": 1, "groups": 1, "input1": "x", "filter": "w", "output": "y", **fields})


AVERAGE, MAXIMUM = 11, 14


def pool(kind, limits=None, **fields):
    return step(kind, "XnnPool", limits, **{
        "pooling_height": 1, "pooling_width": 1, "stride_height": 1, "stride_width": 1, "dilation_height": 1,
        "dilation_width": 1, "input": "x", "output": "y", **fields})


# ==== Answers ===================================================================================
def answered(model, inputs, outputs):
    """The bundle of the program and one case."""
    case = Table("Case", inputs=inputs, expected_outputs=outputs)
    return programs.bundle(model.build(), Table("Suite", method_name="forward", test_cases=[case]))


def signed(*numbers):
    return struct.pack(f"<{len(numbers)}b", *numbers)
