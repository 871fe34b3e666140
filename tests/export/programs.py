# SPDX-License-Identifier: 0BSD
"""Small programs, as ExecuTorch's exporter lays them out, to be damaged by reject.py."""
import struct

from flatwriter import Table, Writer

F32, F16, I64, BOOL, U8 = 6, 5, 4, 11, 0
KINDS = ["", "Null", "Int", "Bool", "Double", "Tensor", "String", "IntList", "DoubleList", "BoolList", "TensorList",
         "OptionalTensorList"]
CALLS = ["", "kernel", "delegate", "move", "jump", "free"]
SEGMENT_ALIGNMENT = 16


def value(kind, **fields):
    table = None if kind == "Null" else Table("TensorList" if kind == "OptionalTensorList" else kind, **fields)
    return Table("EValue", val_type=KINDS.index(kind), val=table)


def tensor(*sizes, dtype=F32, memory=None, data=None, **more):
    place = None if memory is None else Table("Allocation", memory_id=1, memory_offset_low=memory)
    return value("Tensor", scalar_type=dtype, sizes=list(sizes), dim_order=list(range(len(sizes))),
                 allocation_info=place, data_buffer_idx=data, **more)


def integer(n):
    return value("Int", int_val=n)


def boolean(b):
    return value("Bool", bool_val=b)


def call(kind, *fields):
    args = (Table("Call", index=fields[0], args=list(fields[1:])) if kind in ("kernel", "delegate")
            else Table("Pair", first=fields[0], second=fields[1] if len(fields) > 1 else None))
    return Table("Instruction", instr_args_type=CALLS.index(kind), instr_args=args)


def operators(*names):
    return [Table("Operator", name=name.partition(".")[0], overload=name.partition(".")[2]) for name in names]


class Model:
    """One program under construction; `forward` is its first method."""

    def __init__(self, values, inputs, outputs, instructions, ops, arena, constants=()):
        self.forward = Table("Plan", name="forward", values=values, inputs=inputs, outputs=outputs,
                             operators=operators(*ops), delegates=[], non_const_buffer_sizes=[0, arena],
                             chains=[Table("Chain", inputs=[], outputs=[], instructions=instructions)])
        self.program = Table("Program", version=0, execution_plan=[self.forward], segments=[])
        self.segments = []
        self.header_length, self.header_extra = 32, b""
        self.edits = []  # of the bytes: functions of (bytes, writer)
        self.add_constants(constants)

    @property
    def values(self):
        return self.forward["values"]

    @property
    def instructions(self):
        return self.forward["chains"][0]["instructions"]

    def tensor(self, i):
        return self.values[i]["val"]

    def args(self, i):
        return self.instructions[i]["instr_args"]

    def add_segment(self, data):
        offset = sum(len(s) + -len(s) % SEGMENT_ALIGNMENT for s in self.segments)
        self.program["segments"].append(Table("Segment", offset=offset, size=len(data)))
        self.segments.append(data)
        return len(self.segments) - 1

    def add_constants(self, constants):
        offsets, data = [0], b""
        for constant in constants:
            offsets.append(len(data))
            data += constant + bytes(-len(constant) % 16)
        self.program["constant_segment"] = Table("Subsegments", segment_index=self.add_segment(data), offsets=offsets)

    def inline_constants(self):
        """The layout that ExecuTorch wrote before 2024-09: no header, no segments."""
        offsets, data = self.program["constant_segment"]["offsets"], self.segments[0]
        pieces = [data[a:b] for a, b in zip(offsets[1:], offsets[2:] + [len(data)])]
        self.program["constant_buffer"] = [Table("Buffer", storage=piece) for piece in [b""] + pieces]
        self.program["constant_segment"] = None
        self.program["segments"], self.segments = [], []

    def edit(self, function):
        self.edits.append(function)

    def poke(self, table, field, form, number):
        """Overwrites the field's own bytes: a number, or the offset of what it points to."""
        self.edit(lambda out, w: struct.pack_into(form, out, w.slot[id(table), field], number))

    def poke_target(self, table, field, form, number, skip=0):
        """Overwrites the count of the vector or string that the field points to, or `skip` bytes further."""
        self.edit(lambda out, w: struct.pack_into(form, out, w.target[id(table), field] + skip, number))

    def poke_vtable(self, table, skip, number):
        def edit(out, w):
            at = w.at[id(table)]
            struct.pack_into("<H", out, at - struct.unpack_from("<i", out, at)[0] + skip, number)
        self.edit(edit)

    def cut(self, position):
        """Ends the file at a position that a function of the writer gives; no header may contradict."""
        self.edit(lambda out, w: out.__delitem__(slice(position(w), None)))

    def build(self):
        has_header = any(self.segments)
        header = bytes(32 + len(self.header_extra)) if has_header else b""
        writer = Writer(self.program, b"ET12", header + bytes(-len(header) % 16))
        out = writer.out
        if has_header:
            size = len(out)
            out += bytes(-size % SEGMENT_ALIGNMENT)
            base = len(out)
            for segment in self.segments:
                out += segment + bytes(-len(segment) % SEGMENT_ALIGNMENT)
            struct.pack_into("<4sIQQQ", out, 8, b"eh00", self.header_length, size, base, len(out) - base)
            out[40:40 + len(self.header_extra)] = self.header_extra
        for edit in self.edits:
            edit(out, writer)
        return bytes(out)


def floats(*numbers):
    return struct.pack(f"<{len(numbers)}f", *numbers)


def linear():
    """relu(x W' + b) of x f32[1,3]: what the exporter makes of Linear(3, 2) and relu."""
    return Model(
        values=[tensor(2, 3, data=1), tensor(2, data=2), tensor(1, 3, memory=48), tensor(3, 2, memory=0), integer(1),
                integer(0), value("IntList", items=[4, 5]), tensor(1, 2, memory=32), integer(1), integer(1),
                tensor(1, 2, memory=0)],
        inputs=[2], outputs=[10],
        instructions=[call("kernel", 0, 0, 6, 3, 3), call("kernel", 1, 1, 2, 3, 8, 9, 7, 7),
                      call("kernel", 2, 7, 10, 10)],
        ops=["aten::permute_copy.out", "aten::addmm.out", "aten::relu.out"], arena=64,
        constants=[floats(1, -2, 3, 0.5, 0.25, -4), floats(0.5, -1)])


LINEAR_X, LINEAR_Y = floats(2, 1, 4), floats(12.5, 0)


def branch():
    """x + x if the sum of x is above 3, else x * x, of x f32[2]: jumps and moves."""
    return Model(
        values=[tensor(2, memory=0), tensor(memory=16), value("IntList", items=[]), boolean(False), value("Null"),
                tensor(dtype=BOOL, memory=32), integer(3), tensor(2, memory=48), tensor(2, memory=64),
                tensor(2, memory=80), boolean(False), integer(1)],
        inputs=[0], outputs=[7],
        instructions=[call("kernel", 0, 0, 2, 3, 4, 1, 1), call("kernel", 1, 1, 6, 5, 5), call("jump", 5, 6),
                      call("kernel", 2, 0, 0, 11, 8, 8), call("move", 8, 7), call("jump", 10, 8),
                      call("kernel", 3, 0, 0, 9, 9), call("move", 9, 7)],
        ops=["aten::sum.IntList_out", "aten::gt.Scalar_out", "aten::add.out", "aten::mul.out"], arena=96)


def lists():
    """cat of the rows of x f32[2,2] that an index picks: lists of tensors, required and optional."""
    return Model(
        values=[tensor(2, 2, memory=0), tensor(2, dtype=I64, data=1), value("OptionalTensorList", items=[-1, 1]),
                tensor(2, 2, memory=16), value("TensorList", items=[0, 3]), integer(0), tensor(4, 2, memory=32)],
        inputs=[0], outputs=[6],
        instructions=[call("kernel", 0, 0, 2, 3, 3), call("kernel", 1, 4, 5, 6, 6)],
        ops=["aten::index.Tensor_out", "aten::cat.out"], arena=64, constants=[struct.pack("<2q", 1, 0)])


def products(n):
    """x x x x of x f32[n,n]: one tensor is in the arena."""
    return Model(values=[tensor(n, n, memory=0), tensor(n, n, memory=4 * n * n), tensor(n, n, memory=8 * n * n)],
                 inputs=[0], outputs=[2], instructions=[call("kernel", 0, 0, 0, 1, 1), call("kernel", 0, 1, 1, 2, 2)],
                 ops=["aten::mm.out"], arena=12 * n * n)


NUMBERS_X = (1, -2, 3, -4, 5, -6)


def numbers():
    """Of x f32[2,3], 7, 0.5 and True: the same numbers, -abs(x), and that split into its rows."""
    return Model(
        values=[tensor(2, 3, memory=0), tensor(2, 3, memory=32), tensor(2, 3, memory=64), integer(7),
                value("Double", double_val=0.5), boolean(True), tensor(1, 3, memory=96), tensor(1, 3, memory=112),
                value("TensorList", items=[6, 7]), value("IntList", items=[10, 10]), integer(1), integer(0)],
        inputs=[0, 3, 4, 5], outputs=[3, 4, 5, 2, 6, 7],
        instructions=[call("kernel", 0, 0, 1, 1), call("kernel", 1, 1, 2, 2), call("kernel", 2, 2, 9, 11, 8, 8)],
        ops=["aten::abs.out", "aten::neg.out", "aten::split_with_sizes_copy.out"], arena=128)


def delegated(inline=False):
    """One call of a delegate that no runtime has."""
    model = Model(values=[tensor(2, memory=0), tensor(2, memory=16)], inputs=[0], outputs=[1],
                  instructions=[call("delegate", 0, 0, 1)], ops=[], arena=32)
    if inline:
        model.program["backend_delegate_data"] = [Table("InlineData", data=b"blob")]
    where = Table("Processed", location=0 if inline else 1, index=0 if inline else model.add_segment(b"blob"))
    model.forward["delegates"] = [Table("Delegate", id="SomeBackend", processed=where,
                                        compile_specs=[Table("Spec", key="level", value=[3])])]
    return model


def xnn_value(i, *sizes, dtype=1, external=None, constant=None, flags=None, quant=None, **params):
    """Value `i` of an XNNPACK graph; an input or output names the argument of the call."""
    tensor = Table("XnnTensor", datatype=dtype, num_dims=len(sizes), dims=list(sizes), constant_buffer_idx=constant,
                   external_id=0xFFFFFFFF if external is None else external, flags=flags, id_out=i)
    if quant is None:
        return Table("XnnValue", xvalue_union_type=1, xvalue_union=tensor)
    number = ["", "XnnPerChannel", "XnnPerTensor", "XnnPerToken", "XnnPerBlock"].index(quant)
    quantised = Table("XnnQuantised", tensor_value=tensor, quant_params_type=number, quant_params=Table(quant, **params))
    return Table("XnnValue", xvalue_union_type=2, xvalue_union=quantised)


def xnn_node(kind, table, low=None, **fields):
    limits = None if low is None else Table("XnnRange", output_min=low[0], output_max=low[1])
    return Table("XnnNode", xnode_union_type=kind, xnode_union=Table(table, **fields), output_min_max=limits)


XNN_INPUT, XNN_OUTPUT, XNN_ADD, XNN_ABS = 1, 2, 1, 30


class XnnModel(Model):
    """abs(x + w) of x f32[2] by the XNNPACK delegate, w among the constants of its data."""

    def __init__(self):
        super().__init__(values=[tensor(2, memory=0), tensor(2, memory=16)], inputs=[0], outputs=[1],
                         instructions=[call("delegate", 0, 0, 1)], ops=[], arena=32)
        self.graph = Table("XnnGraph", version="0", num_externs=2, input_ids=[0], output_ids=[1], xvalues=[
            xnn_value(0, 2, external=0, flags=XNN_INPUT), xnn_value(1, 2, external=1, flags=XNN_OUTPUT),
            xnn_value(2, 2, constant=1), xnn_value(3, 2)], xnodes=[
            xnn_node(XNN_ADD, "XnnBinary", input1_id=0, input2_id=2, output_id=3, low=(-9, 9)),
            xnn_node(XNN_ABS, "XnnUnary", input_id=3, output_id=1)])
        self.graph["constant_data"] = [Table("XnnConstant", offset=0, size=0), Table("XnnConstant", offset=0, size=8)]
        self.identifier, self.blob_edits, self.constant_bytes = b"XN01", [], floats(1, -2)
        self.with_header = True

    def edit_blob(self, function):
        """A function of the whole blob, header included."""
        self.blob_edits.append(function)

    def header_field(self, position, form, number):
        self.edit_blob(lambda out: struct.pack_into(form, out, position, number))

    def blob(self):
        graph = bytes(Writer(self.graph, self.identifier).out)
        graph += bytes(-len(graph) % 16)
        header = struct.pack("<I4sHIIIQ2x", 0, b"XH00", 30, 32, len(graph), 32 + len(graph), len(self.constant_bytes))
        out = bytearray(header + graph + self.constant_bytes if self.with_header else graph)
        for edit in self.blob_edits:
            edit(out)
        return bytes(out)

    def build(self):
        where = Table("Processed", location=1, index=self.add_segment(self.blob()))
        self.forward["delegates"] = [Table("Delegate", id="XnnpackBackend", processed=where, compile_specs=[])]
        return super().build()


def many_scales(m, step):
    """Gives an XnnModel 200 values of 512 scales each; those of a value begin `step` numbers behind the one before."""
    m.constant_bytes += floats(*[0.5] * (512 + 200 * step))
    for i in range(200):
        m.graph["constant_data"].append(Table("XnnConstant", offset=8 + 4 * step * i, size=4 * 512))
        m.graph["xvalues"].append(xnn_value(4 + i, 512, dtype=6, quant="XnnPerChannel", channel_dim=0,
                                            scale_buffer_idx=2 + i))


def counter():
    """A buffer f32[2] with initial values, to which each call adds x."""
    model = Model(values=[tensor(2, memory=0), tensor(2, memory=16, data=1), integer(1)], inputs=[0], outputs=[1],
                  instructions=[call("kernel", 0, 1, 0, 2, 1, 1)], ops=["aten::add.out"], arena=32)
    segment = model.add_segment(floats(1, 2))
    model.program["mutable_data_segments"] = [Table("Subsegments", segment_index=segment, offsets=[0, 0])]
    model.tensor(1)["extra_tensor_info"] = Table("Extra", fully_qualified_name="total")
    return model


def external():
    """linear(), but its weight is in a .ptd file under the name fc.weight."""
    model = linear()
    model.tensor(0)["extra_tensor_info"] = Table("Extra", fully_qualified_name="fc.weight", location=1)
    return model


def tensor_data(layout=True, edit=None):
    """The .ptd of external()."""
    data = floats(1, -2, 3, 0.5, 0.25, -4)
    shape = Table("Layout", scalar_type=F32, sizes=[2, 3], dim_order=[0, 1]) if layout else None
    root = Table("FlatTensor", version=0, segments=[Table("Segment", offset=0, size=len(data))],
                 named_data=[Table("Named", key="fc.weight", segment_index=0, tensor_layout=shape)])
    if edit:
        edit(root)
    out = Writer(root, b"FT01", bytes(40)).out
    size = len(out)
    out += bytes(-size % 16)
    struct.pack_into("<4sIQQQQ", out, 8, b"FH01", 40, 48, size - 48, len(out), len(data))
    return bytes(out + data)


def case_tensor(data, *sizes, dtype=F32):
    table = Table("CaseTensor", scalar_type=dtype, sizes=list(sizes), data=data, dim_order=list(range(len(sizes))))
    return Table("EValue", val_type=1, val=table)


def case_number(n):
    """A bool, int or float of Python."""
    if isinstance(n, bool):
        return Table("EValue", val_type=3, val=Table("Bool", bool_val=n))
    if isinstance(n, int):
        return Table("EValue", val_type=2, val=Table("Int", int_val=n))
    return Table("EValue", val_type=4, val=Table("Double", double_val=n))


def case_of_numbers(given=(7, 0.5, True), wanted=(7, 0.5, True)):
    """A case of numbers()."""
    negative = [-abs(x) for x in NUMBERS_X]
    return Table("Case", inputs=[case_tensor(floats(*NUMBERS_X), 2, 3), *map(case_number, given)],
                 expected_outputs=[*map(case_number, wanted), case_tensor(floats(*negative), 2, 3),
                                   case_tensor(floats(*negative[:3]), 1, 3), case_tensor(floats(*negative[3:]), 1, 3)])


def suite(method, given, wanted):
    return Table("Suite", method_name=method, test_cases=[Table("Case", inputs=[given], expected_outputs=[wanted])])


def recorded(method="forward"):
    """The suite of one case that answers linear()."""
    return suite(method, case_tensor(LINEAR_X, 1, 3), case_tensor(LINEAR_Y, 1, 2))


def recorded_xnn():
    """The same for XnnModel()."""
    return suite("forward", case_tensor(floats(2, 1), 2), case_tensor(floats(3, 1), 2))


def bundle(program, *suites):
    return bytes(Writer(Table("Bundle", version=0, method_test_suites=list(suites), program=program), b"BP08").out)
