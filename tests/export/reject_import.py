# SPDX-License-Identifier: 0BSD
"""Files that can be read, but whose operators make no sense: the import pass refuses them."""
import programs
from damage import add, damage
from flatwriter import Table
from programs import BOOL, Model, boolean, call, floats, integer, operators, tensor, value

STRIDE, PADDING, DILATION, TRANSPOSED, OUTPUT_PADDING, GROUPS, OUT = 3, 4, 5, 6, 7, 8, 9


def convolution():
    """A 3x3 convolution of x f32[1,1,5,5] with stride 1, padding 1: values 10 and on are the numbers of its lists."""
    lists = [value("IntList", items=[10 + i, 10 + i]) for i in range(3)]
    return Model(
        values=[tensor(1, 1, 5, 5, memory=0), tensor(1, 1, 3, 3, data=1), value("Null"), *lists, boolean(False),
                value("IntList", items=[13, 13]), integer(1), tensor(1, 1, 5, 5, memory=112), integer(1), integer(1),
                integer(1), integer(0)],
        inputs=[0], outputs=[OUT], instructions=[call("kernel", 0, *range(10), OUT)], ops=["aten::convolution.out"],
        arena=224, constants=[floats(*range(9))])


def with_number(name, index, number):
    """Replaces one number of the convolution."""
    add("conv_" + name, lambda m: m.tensor(index).update(int_val=number), convolution)


with_number("stride_0", 10, 0)
with_number("stride_negative", 10, -1)
with_number("stride_huge", 10, (1 << 63) - 1)
with_number("padding_negative", 11, -1)
with_number("padding_huge", 11, (1 << 63) - 1)
with_number("dilation_0", 12, 0)
with_number("dilation_negative", 12, -1)
with_number("dilation_huge", 12, 1 << 62)
with_number("groups_0", GROUPS, 0)
with_number("groups_negative", GROUPS, -1)
with_number("groups_do_not_divide", GROUPS, 2)


@damage(convolution)
def conv_window_larger_by_1(m):
    """A window of 3 over 2 elements without padding: it comes to 0 positions."""
    m.tensor(0)["sizes"] = [1, 1, 2, 2]
    m.tensor(11).update(int_val=0)


@damage(convolution)
def conv_transposed_to_nothing(m):
    """4 elements reach 6, and a padding of 3 takes them all."""
    m.tensor(0)["sizes"] = [1, 1, 4, 4]
    m.tensor(11).update(int_val=3)
    m.tensor(TRANSPOSED).update(bool_val=True)


@damage(convolution)
def conv_stride_of_3_axes(m):
    m.tensor(STRIDE)["items"] = [10, 10, 10]


@damage(convolution)
def conv_output_too_small(m):
    m.tensor(OUT)["sizes"] = [1, 1, 4, 4]


@damage(convolution)
def conv_weight_of_rank_2(m):
    m.tensor(1).update(sizes=[3, 3], dim_order=[0, 1])


@damage(convolution)
def conv_kernel_0(m):
    m.tensor(1).update(sizes=[1, 1, 3, 0])


@damage(convolution)
def conv_bias_too_long(m):
    m.values[2] = tensor(2, data=1)


def with_call(name, instruction, *args, base=programs.linear):
    add(name, lambda m: m.args(instruction).update(args=list(args)), base)


with_call("call_with_too_few_arguments", 2, 7)
with_call("call_with_too_many_arguments", 2, 7, 10, 10, 10, 10)
with_call("call_with_int_for_tensor", 2, 4, 10, 10)
with_call("call_with_tensor_for_list", 0, 0, 1, 3, 3)
with_call("call_writes_constant", 2, 7, 1, 1)
with_call("call_writes_int", 2, 7, 4, 4)


@damage()
def output_never_written(m):
    m.instructions.pop()
    m.tensor(10)["allocation_info"]["memory_offset_low"] = 32
    m.instructions.pop()


@damage()
def operator_unknown(m):
    m.forward["operators"][2] = operators("aten::relo.out")[0]


@damage()
def operator_name_with_arguments(m):
    """The schema of relu up to another parenthesis than the one behind its name."""
    m.forward["operators"][2] = operators("aten::relu.out(Tensor self, *, Tensor")[0]


@damage()
def operators_unknown(m):
    m.forward["operators"] = operators("mine::first.out", "mine::second.out", "mine::third")


@damage()
def operator_hostile_name(m):
    m.forward["operators"][2] = Table("Operator", name="aten::relu\n*/ \u202e\\", overload=b"\xff??/")


@damage()
def permute_repeats(m):
    m.tensor(4)["int_val"] = 0


@damage()
def permute_out_of_range(m):
    m.tensor(4)["int_val"] = 2


@damage()
def matrices_do_not_fit(m):
    m.tensor(2)["sizes"] = [3, 1]


@damage()
def result_of_other_shape(m):
    m.tensor(10)["sizes"] = [2, 1]


@damage()
def result_of_unknown_type(m):
    m.tensor(10)["scalar_type"] = 12


def rows_of_bytes():
    """Rows of a table of bytes, picked into floats."""
    return Model(values=[tensor(4, 2, dtype=programs.U8, data=1), tensor(2, dtype=programs.I64, memory=0), integer(-1),
                         boolean(False), boolean(False), tensor(2, 2, memory=16)],
                 inputs=[1], outputs=[5], instructions=[call("kernel", 0, *range(6))], ops=["aten::embedding.out"],
                 arena=32, constants=[bytes(range(8))])


add("embedding_of_other_type", lambda m: None, rows_of_bytes)


def sequence(end, start, step, length=2):
    """arange(start, end, step)"""
    return Model(values=[start, end, step, tensor(length, dtype=programs.I64, memory=0)], inputs=[], outputs=[3],
                 instructions=[call("kernel", 0, 0, 1, 2, 3)], ops=["aten::arange.start_out"], arena=16)


def with_numbers(name, end, start, step, kind=integer):
    add(f"arange_{name}", lambda m: None, sequence, end=kind(end), start=kind(start), step=kind(step))


def real(x):
    return value("Double", double_val=x)


with_numbers("step_0", 2, 0, 0)
with_numbers("step_huge", 2, 0, -(1 << 63))
with_numbers("too_long", (1 << 63) - 1, -(1 << 63), 1)
with_numbers("of_nan", 2.0, 0.0, 0.0, real)
with_numbers("backwards", 0.0, 2.0, 0.5, real)


@damage(programs.lists)
def cat_axis_out_of_range(m):
    m.tensor(5)["int_val"] = 2


@damage(programs.lists)
def cat_result_too_small(m):
    m.tensor(6)["sizes"] = [3, 2]


@damage(programs.lists)
def index_of_too_many_axes(m):
    m.tensor(2)["items"] = [-1, -1, 1]


@damage(programs.delegated)
def delegate_unknown(m):
    m.forward["delegates"][0]["id"] = "Some\nBackend"


def of_type(op, dtype, *other):
    """An operator on a tensor of this type, perhaps with a number."""
    values = [tensor(3, dtype=dtype, memory=0), *other, tensor(3, dtype=dtype, memory=32)]
    return Model(values=values, inputs=[0], outputs=[len(values) - 1], ops=[op], arena=64,
                 instructions=[call("kernel", 0, *range(len(values)))])


for name, *args in (("not_of_floats", "aten::bitwise_not.out", programs.F32),
                    ("bits_of_halves", "aten::bitwise_xor.Scalar_out", programs.F16, integer(1)),
                    ("shift_by_float", "aten::bitwise_left_shift.Tensor_Scalar_out", programs.I64, real(1.0)),
                    ("negative_of_bool", "aten::neg.out", BOOL)):
    add(name, lambda m: None, lambda a=args: of_type(*a))
