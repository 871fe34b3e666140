# SPDX-License-Identifier: 0BSD
"""Programs that no exporter writes, though the format has them, with results that Python computes here: python
graph_plain.py ../cases [NAME...]. Needs nothing but Python."""
import itertools
import math
import pathlib
import struct
import sys

from index import place, register, write_rows
from programs import BOOL, F32, I64, Model, Table, boolean, bundle, call, case_tensor, floats, integer, tensor, value

CASES = {}
U32, U64 = 28, 29
FORMS = {F32: "f", I64: "q", BOOL: "?", U32: "I", U64: "Q"}


def graph_case(function):
    """The function returns a program and its recorded calls: (inputs, outputs), each of (sizes, numbers), of (sizes,
    numbers, type) or a table; then arguments of ptec, if it needs any. In a case whose name ends in _sequence, a status may stand
    for outputs."""
    register(function.__name__)
    CASES[function.__name__] = function
    return function


def recorded(sizes, numbers, dtype=F32):
    return case_tensor(struct.pack(f"<{len(numbers)}{FORMS[dtype]}", *numbers), *sizes, dtype=dtype)


def suite(calls):
    def tables(values):
        return [v if isinstance(v, Table) else recorded(*v) for v in values]

    cases = [Table("Case", inputs=tables(given), expected_outputs=[] if isinstance(wanted, int) else tables(wanted))
             for given, wanted in calls]
    return Table("Suite", method_name="forward", test_cases=cases)


def numbers(count, scale=0.5):
    """Both signs, exact in binary."""
    return [(i * 7 % 11 - 5) * scale for i in range(count)]


# ==== Loops =====================================================================================
TURN = [call("kernel", 1, 1, 2, 1), call("kernel", 2, 1, 3, 4)]  # one turn more; are there three?
COUNTED = [integer(0), integer(1), integer(3), boolean(False)]  # values 1 to 4
COUNTING = ["executorch_prim::add.Scalar", "executorch_prim::eq.Scalar", "executorch_prim::sub.Scalar"]


def looping(body, behind=(), more=(), ops=()):
    """x f32[2] to y f32[2], value 5: the method begins with the loop's body."""
    turns = [*body, *TURN]
    return Model(values=[tensor(2, memory=0), *COUNTED, tensor(2, memory=16), *more], inputs=[0], outputs=[5],
                 arena=128, instructions=[*turns, call("jump", 4, 0), *behind, call("kernel", 3, 1, 1, 1)],
                 ops=["aten::mul.Scalar_out", *COUNTING, *ops])


@graph_case
def loop_first():
    """The loop begins with the first instruction: x times the last turn's number."""
    x = numbers(2)
    return looping([call("kernel", 0, 0, 1, 5, 5)]), [([((2,), x)], [((2,), [2 * a for a in x])])]


@graph_case
def loop_first_number():
    """Each turn reads a number, which only instructions behind the loop write: 5 in the loop, and behind it 5 more than
    the turns."""
    x = numbers(2)
    model = looping([call("kernel", 0, 0, 6, 7, 7)], [call("kernel", 1, 6, 1, 6), call("kernel", 0, 7, 6, 5, 5)],
                    more=[integer(5), tensor(2, memory=32)])
    return model, [([((2,), x)], [((2,), [40 * a for a in x])])]


@graph_case
def loop_first_float():
    """A float that starts with the file's and is doubled in each of three turns."""
    x = numbers(2)
    model = looping([call("kernel", 4, 6, 7, 6), call("kernel", 0, 0, 6, 5, 5)],
                    more=[value("Double", double_val=0.75), value("Double", double_val=2.0)],
                    ops=["executorch_prim::mul.Scalar"])
    return model, [([((2,), x)], [((2,), [6 * a for a in x])])]


@graph_case
def loop_first_continued():
    """Two jumps lead to the first instruction: of four turns, the second does not add its number, so that 1 + 3 + 4 is
    the factor."""
    x = numbers(2)
    values = [tensor(2, memory=0), integer(0), integer(1), integer(2), boolean(False), boolean(False), boolean(False),
              integer(4), integer(0), tensor(2, memory=16)]
    model = Model(values=values, inputs=[0], outputs=[9], arena=64,
                  instructions=[call("kernel", 0, 1, 2, 1),  # i + 1
                                call("kernel", 1, 1, 3, 4), call("kernel", 2, 4, 5),
                                call("jump", 5, 0),  # if i == 2, again
                                call("kernel", 0, 8, 1, 8),  # s + i
                                call("kernel", 1, 1, 7, 6), call("jump", 6, 0),  # until i == 4
                                call("kernel", 3, 0, 8, 9, 9), call("kernel", 4, 1, 1, 1),
                                call("kernel", 4, 8, 8, 8)],
                  ops=["executorch_prim::add.Scalar", "executorch_prim::eq.Scalar", "executorch_prim::sym_not.Scalar",
                       "aten::mul.Scalar_out", "executorch_prim::sub.Scalar"])
    return model, [([((2,), x)], [((2,), [8 * a for a in x])])]


def doubled(stays, *jumps):
    """y = x; while stays(y): y += x. The answer is y + y. A test is computed in front of the loop and at its end, so
    that the loop starts with its jumps, which are instructions 2 and on."""
    first, behind = 2 + len(jumps), 5 + len(jumps)
    test = call("kernel", 0, 1, 4, 2, 2)
    model = Model(
        values=[tensor(2, memory=0), tensor(2, memory=16), tensor(2, dtype=BOOL, memory=32), tensor(2, memory=48),
                integer(10), integer(1), boolean(False), value("Null")],
        inputs=[0], outputs=[3],
        instructions=[call("kernel", 1, 0, 6, 7, 1, 1), test,
                      *(call("jump", condition, {"first": first, "behind": behind}[to]) for condition, to in jumps),
                      call("kernel", 2, 1, 0, 5, 1, 1), test, call("jump", 6, 2), call("kernel", 2, 1, 1, 5, 3, 3)],
        ops=["aten::lt.Scalar_out", "aten::_to_copy.out", "aten::add.out"], arena=64)

    def case(*x):
        y = list(x)
        while stays(y):
            y = [e + d for e, d in zip(y, x)]
        return [((2,), x)], [((2,), [2 * e for e in y])]

    return model, case


@graph_case
def loop_test_first():
    """While all elements of y are below 10."""
    model, case = doubled(lambda y: all(e < 10 for e in y), (2, "behind"))
    return model, [case(1, 2), case(20, 1), case(0.5, 3), case(2, 10)]


@graph_case
def loop_left_first():
    """Until all elements of y are at least 10: where they are not, a jump leads over the one that leaves."""
    model, case = doubled(lambda y: not all(e >= 10 for e in y), (2, "first"), (6, "behind"))
    model.forward["operators"][0] = Table("Operator", name="aten::ge", overload="Scalar_out")
    return model, [case(1, 2), case(20, 1), case(20, 10), case(3, 10)]


# ==== Instructions and values ===================================================================
@graph_case
def unsigned_words():
    """x f32[4] as u32 and u64."""
    model = Model(
        values=[tensor(4, memory=0), tensor(4, dtype=U32, memory=16), tensor(4, dtype=U64, memory=32), boolean(False),
                value("Null")],
        inputs=[0], outputs=[1, 2],
        instructions=[call("kernel", 0, 0, 3, 4, 1, 1), call("kernel", 0, 0, 3, 4, 2, 2)],
        ops=["aten::_to_copy.out"], arena=64)
    x = [0, 1.75, 4294967040, 65537]
    n = [int(e) for e in x]
    return model, [([((4,), x)], [((4,), n, U32), ((4,), n, U64)])]


@graph_case
def states_of_one_name():
    """Two buffers that the program calls alike; each call adds x to the one and 2 x to the other."""
    model = Model(
        values=[tensor(2, memory=0), tensor(2, memory=16, data=1), integer(1), tensor(2, memory=32, data=2), integer(2)],
        inputs=[0], outputs=[1, 3],
        instructions=[call("kernel", 0, 1, 0, 2, 1, 1), call("kernel", 0, 3, 0, 4, 3, 3)], ops=["aten::add.out"],
        arena=48)
    segment = model.add_segment(floats(1, 2, 3, 4))
    model.program["mutable_data_segments"] = [Table("Subsegments", segment_index=segment, offsets=[0, 0, 8])]
    for i in 1, 3:
        model.tensor(i)["extra_tensor_info"] = Table("Extra", fully_qualified_name="total")
    return model, [([((2,), [10, 20])], [((2,), [11, 22]), ((2,), [23, 44])])]


@graph_case
def number_least():
    """x + 1, and the least number of 64 bits."""
    model = Model(values=[tensor(2, memory=0), tensor(2, memory=16), integer(1), integer(-2**63)],
                  inputs=[0], outputs=[1, 3], instructions=[call("kernel", 0, 0, 2, 2, 1, 1)],
                  ops=["aten::add.Scalar_out"], arena=32)
    least = Table("EValue", val_type=2, val=Table("Int", int_val=-2**63))
    return model, [([((2,), [10, 20])], [((2,), [11, 21]), least])]


@graph_case
def jump_to_next():
    """A jump whose two ways are one; and a tensor is freed, which only unbounded ones need."""
    x, y = numbers(4), [(True,), (False,)]
    values = [tensor(4, memory=0), tensor(1, dtype=BOOL, memory=16), tensor(4, memory=32), tensor(4, memory=48)]
    model = Model(values=values, inputs=[0, 1], outputs=[3], arena=64, ops=["aten::neg.out", "aten::relu.out"],
                  instructions=[call("kernel", 0, 0, 2, 2), call("jump", 1, 2), call("kernel", 1, 2, 3, 3),
                                call("free", 2)])
    return model, [([((4,), x), ((1,), way, BOOL)], [((4,), [max(-a, 0.0) for a in x])]) for way in y]


@graph_case
def index_none_by_value():
    """A list says by a value that is None, not by -1, that an axis is not indexed."""
    x, at = numbers(6), [2, 0, 1, 2]
    model = Model(values=[tensor(2, 3, memory=0), tensor(4, dtype=I64, memory=32), value("Null"),
                          value("OptionalTensorList", items=[2, 1]), tensor(2, 4, memory=64)],
                  inputs=[0, 1], outputs=[4], arena=128, ops=["aten::index.Tensor_out"],
                  instructions=[call("kernel", 0, 0, 3, 4, 4)])
    return model, [([((2, 3), x), ((4,), at, I64)], [((2, 4), [x[3 * i + k] for i in range(2) for k in at])])]


def put(accumulate):
    """x[i, :, k] = v, or += v, for indices i, k of x f32[3,2,4] and v f32[5,2]; some places occur twice."""
    x, v = numbers(24), numbers(10, 0.25)
    first, last = [2, 0, 2, 1, 2], [3, 1, 3, 0, 1]
    want = list(x)
    for n in range(5):
        for j in range(2):
            at = (first[n] * 2 + j) * 4 + last[n]
            want[at] = v[2 * n + j] + (want[at] if accumulate else 0)
    model = Model(values=[tensor(3, 2, 4, memory=0), tensor(5, dtype=I64, memory=96), tensor(5, dtype=I64, memory=144),
                          value("OptionalTensorList", items=[1, -1, 2]), tensor(5, 2, memory=192), boolean(accumulate),
                          tensor(3, 2, 4, memory=256)],
                  inputs=[0, 1, 2, 4], outputs=[6], arena=352, ops=["aten::index_put.out"],
                  instructions=[call("kernel", 0, 0, 3, 4, 5, 6, 6)])
    return model, [([((3, 2, 4), x), ((5,), first, I64), ((5,), last, I64), ((5, 2), v)], [((3, 2, 4), want)])]


@graph_case
def index_put_apart():
    """The indexed axes are not neighbours."""
    return put(False)


@graph_case
def index_put_apart_accumulate():
    return put(True)


@graph_case
def flip_number_and_nothing():
    values = [tensor(memory=0), integer(0), value("IntList", items=[1]), tensor(memory=16), tensor(2, 0, memory=32),
              integer(1), value("IntList", items=[1, 5]), tensor(2, 0, memory=48)]
    model = Model(values=values, inputs=[0, 4], outputs=[3, 7], arena=64, ops=["aten::flip.out"],
                  instructions=[call("kernel", 0, 0, 2, 3, 3), call("kernel", 0, 4, 6, 7, 7)])
    return model, [([((), [2.5]), ((2, 0), [])], [((), [2.5]), ((2, 0), [])])]


@graph_case
def moves_along_9_axes():
    """x f32[2,...,2] with its axes in reversed order, and with every other axis turned round; and y f32[1,2,1,...,2,1]
    repeated along its axes of 1: no two axes can be walked as one."""
    axes, n = 9, 512
    every = range(0, axes, 2)
    short = [2 if i % 2 else 1 for i in range(axes)]
    whole = [2] * axes
    values = [tensor(*whole, memory=0), tensor(*whole, memory=4 * n), tensor(*whole, memory=8 * n),
              tensor(*short, memory=12 * n), tensor(*whole, memory=16 * n), *(integer(i) for i in range(axes)),
              value("IntList", items=[5 + axes - 1 - i for i in range(axes)]), value("IntList", items=[5 + i for i in every]),
              value("IntList", items=[7] * axes), boolean(False)]
    first = 5 + axes
    model = Model(values=values, inputs=[0, 3], outputs=[1, 2, 4], arena=20 * n,
                  ops=["aten::permute_copy.out", "aten::flip.out", "aten::expand_copy.out"],
                  instructions=[call("kernel", 0, 0, first, 1, 1), call("kernel", 1, 0, first + 1, 2, 2),
                                call("kernel", 2, 3, first + 2, first + 3, 4, 4)])
    x, y = [float(i) for i in range(n)], [i + 0.5 for i in range(16)]
    digits = [f"{i:0{axes}b}" for i in range(n)]
    turned = int("".join("01"[i % 2 == 0] for i in range(axes)), 2)
    return model, [([(whole, x), (short, y)],
                    [(whole, [x[int(d[::-1], 2)] for d in digits]), (whole, [x[i ^ turned] for i in range(n)]),
                     (whole, [y[int(d[1::2], 2)] for d in digits])])]


def slices(bounds):
    """The calls of x[start:end:2], of x f32[8,2]."""
    x = numbers(16)
    for start, end in bounds:
        rows = [x[2 * i:2 * i + 2] for i in range(8)][start:end:2]
        yield [((8, 2), x), ((1,), [start], I64), ((1,), [end], I64)], [((len(rows), 2), sum(rows, []))]


@graph_case
def slice_from_computed_start():
    """x[start:6:2], the start from a tensor; an open number of rows."""
    values = [tensor(8, 2, memory=0), tensor(1, dtype=I64, memory=64), integer(0), integer(0), integer(6), integer(2),
              tensor(4, 2, memory=80, shape_dynamism=1)]
    model = Model(values=values, inputs=[0, 1], outputs=[6], arena=128,
                  ops=["aten::_local_scalar_dense", "aten::slice_copy.Tensor_out"],
                  instructions=[call("kernel", 0, 1, 2), call("kernel", 1, 0, 3, 2, 4, 5, 6, 6)])
    return model, [(inputs[:2], outputs) for inputs, outputs in slices(
        (start, 6) for start in (0, 1, 4, 5, -3, 6, -8, 8, 20, -9, -30))]


@graph_case
def slice_between_computed():
    """The end from a tensor too; numbers far out of range are the axis's ends."""
    low, high = -1 << 63, (1 << 63) - 1
    values = [tensor(8, 2, memory=0), tensor(1, dtype=I64, memory=64), tensor(1, dtype=I64, memory=80), integer(0),
              integer(0), integer(0), integer(2), tensor(4, 2, memory=96, shape_dynamism=1)]
    model = Model(values=values, inputs=[0, 1, 2], outputs=[7], arena=128,
                  ops=["aten::_local_scalar_dense", "aten::slice_copy.Tensor_out"],
                  instructions=[call("kernel", 0, 1, 3), call("kernel", 0, 2, 4),
                                call("kernel", 1, 0, 5, 3, 4, 6, 7, 7)])
    return model, slices([(0, 8), (1, -1), (-7, 7), (low, high), (high, low), (3, low), (low, 3), (5, 5), (2, -6),
                          (0, -9)])


@graph_case
def bilinear_shrunk():
    """Halves of the size and quarters: the first result lies between elements behind the first one."""
    x = numbers(64)
    model = Model(values=[tensor(1, 1, 8, 8, memory=0), value("IntList", items=[4, 5]), boolean(False), value("Null"),
                          integer(2), integer(4), tensor(1, 1, 2, 4, memory=256)],
                  inputs=[0], outputs=[6], arena=320, ops=["aten::upsample_bilinear2d.vec_out"],
                  instructions=[call("kernel", 0, 0, 1, 2, 3, 6, 6)])
    want = [sum(x[8 * (4 * i + a) + 2 * k + b] for a in (1, 2) for b in (0, 1)) / 4 for i in range(2) for k in range(4)]
    return model, [([((1, 1, 8, 8), x)], [((1, 1, 2, 4), want)])]


@graph_case
def foreign_delegate_again():
    """The first of three delegates is called twice, but initialised once: the backend of table_delegate.py has room for
    three. Each adds its operand to itself."""
    x = numbers(2)
    model = Model(values=[tensor(2, memory=16 * i) for i in range(5)], inputs=[0], outputs=[4], ops=[], arena=80,
                  instructions=[call("delegate", which, i, i + 1) for i, which in enumerate((0, 1, 2, 0))])
    unit = Table("Spec", key="unit", value=list(struct.pack("<f", 1)))
    model.forward["delegates"] = [
        Table("Delegate", id="AccumulatorBackend", compile_specs=[unit], processed=Table(
            "Processed", location=1, index=model.add_segment(b"ACC1\x01+\0\0\x01\x01"))) for _ in range(3)]
    return model, [([((2,), x)], [((2,), [16 * a for a in x])])], "--delegate AccumulatorBackend"


OUT_OF_RANGE = 0x12


def from_start(op, *more):
    """A program of x f32[8,2], a start from a tensor and `more` arguments, of which the tensors have 3 rows."""
    values = [tensor(8, 2, memory=0), tensor(1, dtype=I64, memory=64), integer(0), integer(0), *more]
    return Model(values=values, inputs=[0, 1], outputs=[len(values) - 1], arena=256,
                 ops=["aten::_local_scalar_dense", op], instructions=[call("kernel", 0, 1, 2)])


@graph_case
def narrow_from_computed_start_sequence():
    """3 rows from a start that a tensor says; it may count from the end, but they must all be there."""
    x = numbers(16)
    model = from_start("aten::narrow_copy.out", integer(3), tensor(3, 2, memory=128))
    model.instructions.append(call("kernel", 1, 0, 3, 2, 4, 5, 5))
    calls = []
    for start in (0, 5, -3, -8, -1, 6, -9, -30, -1 << 63, 8):
        first = start + 8 if start < 0 else start
        good = 0 <= first <= 5
        calls.append(([((8, 2), x), ((1,), [start], I64)],
                      [((3, 2), x[2 * first:2 * first + 6])] if good else OUT_OF_RANGE))
    return model, calls


@graph_case
def slice_scatter_from_computed_start_sequence():
    """y over 3 rows of x; a start far before the axis is its beginning."""
    x, y = numbers(16), [100.0 + i for i in range(6)]
    model = from_start("aten::slice_scatter.out", value("Null"), integer(1), tensor(3, 2, memory=128),
                       tensor(8, 2, memory=160))
    model.forward["inputs"].append(6)
    model.instructions.append(call("kernel", 1, 0, 6, 3, 2, 4, 5, 7, 7))
    calls = []
    for start in (0, 5, -3, -8, -1, 6):
        first = start + 8 if start < 0 else start
        want = [((8, 2), x[:2 * first] + y + x[2 * first + 6:])] if first <= 5 else OUT_OF_RANGE
        calls.append(([((8, 2), x), ((1,), [start], I64), ((3, 2), y)], want))
    return model, calls


# ==== Depthwise convolutions ====================================================================
def filtered(x, sizes, window):
    """By channels: sizes [n, c, h, w] and [kernel, stride, padding, dilation], each of rows and columns; the filter of
    channel c has c + 1 times its numbers."""
    (n, c, h, w), (kernel, stride, pad, dilation) = sizes, window
    oh, ow = ((size + 2 * p - d * (k - 1) - 1) // s + 1
              for size, k, s, p, d in zip((h, w), kernel, stride, pad, dilation))
    taps, want = numbers(kernel[0] * kernel[1], 1), []
    for picture, i, y, z in itertools.product(range(n), range(c), range(oh), range(ow)):
        total = 0
        for a, b in itertools.product(range(kernel[0]), range(kernel[1])):
            row, column = y * stride[0] - pad[0] + a * dilation[0], z * stride[1] - pad[1] + b * dilation[1]
            if 0 <= row < h and 0 <= column < w:
                total += (i + 1) * taps[a * kernel[1] + b] * x[((picture * c + i) * h + row) * w + column]
        want.append(total)
    return [(i + 1) * tap for i in range(c) for tap in taps], ((n, c, oh, ow), want)


def depthwise(*convolutions):
    """Each of (sizes, window): |x| of an operand of its own, or of the one before if the sizes are None."""
    values = [value("Null"), boolean(False), value("IntList", items=[3, 3]), integer(0)]
    model = Model(values, [], [], [], ["aten::abs.out", "aten::convolution.out"], 0)
    end, given, wanted, constants = 0, [], [], []

    def place_tensor(*sizes):
        nonlocal end
        values.append(tensor(*sizes, memory=end))
        end += (4 * math.prod(sizes) + 15) // 16 * 16
        return len(values) - 1

    for sizes, *window in convolutions:
        if sizes:
            last, x = sizes, numbers(math.prod(sizes))
            given.append((sizes, x))
            model.forward["inputs"].append(place_tensor(*sizes))
            at = place_tensor(*sizes)
            model.instructions.append(call("kernel", 0, at - 1, at, at))
        weights, want = filtered([abs(a) for a in x], last, window)
        wanted.append(want)
        constants.append(struct.pack(f"<{len(weights)}f", *weights))
        weight = len(values)
        values.append(tensor(last[1], 1, *window[0], data=len(constants)))
        lists = []
        for pair in window[1:]:
            values.extend([integer(pair[0]), integer(pair[1])])
            values.append(value("IntList", items=[len(values) - 2, len(values) - 1]))
            lists.append(len(values) - 1)
        values.append(integer(last[1]))
        groups, out = len(values) - 1, place_tensor(*want[0])
        model.instructions.append(call("kernel", 1, at, weight, 0, *lists, 1, 2, groups, out, out))
        model.forward["outputs"].append(out)
    model.add_constants(constants)
    model.forward["non_const_buffer_sizes"] = [0, end]
    return model, [(given, wanted)]


@graph_case
def depthwise_windows():
    """Dilations and strides with and without a common divisor, of rows and of columns."""
    return depthwise(((1, 4, 13, 7), (3, 3), (1, 1), (2, 1), (2, 1)), (None, (3, 2), (2, 1), (3, 0), (4, 1)),
                     (None, (3, 3), (2, 2), (0, 2), (3, 2)), (None, (3, 1), (3, 1), (1, 0), (3, 1)),
                     (None, (2, 3), (1, 2), (0, 1), (6, 3)), (None, (1, 4), (1, 1), (0, 1), (1, 2)),
                     (None, (5, 1), (4, 1), (2, 0), (2, 1)))


@graph_case
def depthwise_pictures():
    """Two pictures of 108 bytes, 144 bytes and again of 108 with dilation; one of 108 bytes."""
    plain, dilated = ((2, 2), (1, 1), (0, 0), (1, 1)), ((2, 2), (1, 1), (1, 1), (2, 2))
    return depthwise(((2, 3, 3, 3), *plain), (None, *dilated), ((2, 4, 3, 3), *plain), (None, *dilated),
                     ((1, 3, 3, 3), *plain), (None, *dilated))


def main(out, *names):
    for name in names or CASES:
        model, calls, *args = CASES[name]()
        calls = list(calls)
        folder = pathlib.Path(out) / place(name)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "case.bpte").write_bytes(bundle(model.build(), suite(calls)))
        for text in args:
            (folder / "args").write_text(f"{text} --name model --link ../foreign_delegate/foreign.c\n")
            (folder / "args.compile").write_text(f"{text}\n")
        if name.endswith("_sequence"):
            lines = [f"call forward {i}" + (f" status {wanted}" if isinstance(wanted, int) else "")
                     for i, (_, wanted) in enumerate(calls)]
            (folder / "sequence").write_text("".join(f"{line}\n" for line in lines))
    write_rows(out, names or CASES)


if __name__ == "__main__":
    main(*sys.argv[1:])
