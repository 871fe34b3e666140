# SPDX-License-Identifier: 0BSD
"""Calls of operators whose arguments have no answer: axes that a tensor lacks, sizes that no result has, numbers of
another kind than the operator takes."""
from damage import add
from programs import BOOL, I64, Model, Table, boolean, call, integer, tensor, value

ROOM = 1 << 18
C64 = 9


def double(x):
    return value("Double", double_val=x)


def constant(arg):
    """A value of the file for a number of Python, a word, None or a tensor."""
    if arg is None or isinstance(arg, Table):
        return arg or value("Null")
    kinds = {bool: boolean, int: integer, float: double, str: lambda s: value("String", string_val=s)}
    return kinds[type(arg)](arg)


def one_call(op, *args, results=1, constants=(), returned=True):
    """A program of one call. An argument is a tensor, a number, a word, None, or a list of numbers or of tensors; the
    last ones are its `results`, and the last of them is `returned`. Tensors without data get a place of their own."""
    values, numbers, inputs, written = [], [], [], []

    def placed(arg, result):
        values.append(constant(arg))
        number, fields = len(values) - 1, values[-1]["val"]
        if values[-1]["val_type"] == 5 and fields["data_buffer_idx"] is None:
            fields["allocation_info"] = Table("Allocation", memory_id=1, memory_offset_low=ROOM * number)
            (written if result else inputs).append(number)
        return number

    for i, arg in enumerate(args):
        result = i >= len(args) - results
        if isinstance(arg, list):
            items = [placed(item, result) for item in arg]
            kind = "TensorList" if arg and isinstance(arg[0], Table) else "IntList"
            values.append(value(kind, items=items))
            numbers.append(len(values) - 1)
        else:
            numbers.append(placed(arg, result))
    return Model(values=values, inputs=inputs, outputs=written, ops=[op], arena=ROOM * len(values),
    constants=constants,
                 instructions=[call("kernel", 0, *numbers, *numbers[-1:] * returned)])


def refused(name, op, *args, **options):
    add(name, lambda m: None, lambda: one_call(op, *args, **options))


# ==== Axes that are not there ===================================================================
MANY = [1] * 16
refused("glu_of_number", "aten::glu.out", tensor(), 0, tensor())
refused("roll_of_number", "aten::roll.out", tensor(), [1], [0], tensor())
refused("narrow_of_number", "aten::narrow_copy.out", tensor(), 0, 0, 1, tensor())
refused("split_of_number", "aten::split_copy.Tensor_out", tensor(), 1, 0, [tensor()])
refused("unfold_of_number", "aten::unfold_copy.out", tensor(), 0, 1, 1, tensor(1))
refused("size_of_number", "aten::sym_size.int", tensor(), 0, 0, returned=False)
refused("fft_of_number", "aten::_fft_r2c.out", tensor(), [0], 0, True, tensor(2, dtype=C64))
refused("fft_axis_twice", "aten::_fft_r2c.out", tensor(4, 4), [1, -1], 0, True, tensor(4, 3, dtype=C64))
refused("fft_of_16_axes", "aten::_fft_r2c.out", tensor(*MANY), [0], 0, True, tensor(*MANY[:15], dtype=C64))
refused("fft_of_nothing", "aten::_fft_r2c.out", tensor(2, 0), [1], 0, True, tensor(2, 1, dtype=C64))
refused("fft_into_nothing", "aten::_fft_c2r.out", tensor(2, 3, dtype=C64), [1], 0, 0, tensor(2, 0))
refused("fft_of_too_few", "aten::_fft_c2r.out", tensor(2, 3, dtype=C64), [1], 0, 6, tensor(2, 6))
refused("batch_norm_without_channels", "aten::_native_batch_norm_legit_no_training.out", tensor(3), None, None,
        tensor(3), tensor(3), 0.1, 1e-5, tensor(3), tensor(0), tensor(0), results=3)
refused("batch_norm_of_batch_without_channels", "aten::_native_batch_norm_legit.no_stats_out", tensor(3), None, None,
        True, 0.1, 1e-5, tensor(3), tensor(3), tensor(3), results=3)
refused("batch_norm_in_training", "aten::_native_batch_norm_legit.out", tensor(2, 3), None, None, tensor(3), tensor(3),
        True, 0.1, 1e-5, tensor(2, 3), tensor(3), tensor(3), results=3)


def group_norm(name, groups, *sizes):
    refused(f"group_norm_{name}", "aten::native_group_norm.out", tensor(*sizes), None, None, 1, 1, 1, groups, 1e-5,
            tensor(*sizes), tensor(sizes[0], groups), tensor(sizes[0], groups), results=3)


group_norm("of_16_axes", 1, *MANY)
group_norm("of_vector", 1, 4)
group_norm("of_0_groups", 0, 2, 4)
refused("index_to_17_axes", "aten::index.Tensor_out", tensor(*MANY), [tensor(1, 1, dtype=I64)], tensor(*MANY))
refused("cat_of_other_rank", "aten::cat.out", [tensor(2, 2), tensor(2)], 0, tensor(3, 2))
refused("cat_of_nothing", "aten::cat.out", [tensor(0), tensor(0)], 0, tensor(0))

# ==== Sizes and numbers that no result has ======================================================
for title, power in ("negative", -1.0), ("nan", float("nan")):
    refused(f"distance_norm_{title}", "aten::_cdist_forward.out", tensor(2, 3), tensor(2, 3), power, None,
            tensor(2, 2))
refused("bag_without_last_offset", "aten::_embedding_bag.out", tensor(4, 2), tensor(3, dtype=I64),
        tensor(0, dtype=I64), False, 0, False, None, True, -1, tensor(0, 2), tensor(3, dtype=I64),
        tensor(1, dtype=I64), tensor(1, dtype=I64), results=4)
refused("draws_with_replacement", "aten::multinomial.out", tensor(4), 2, True, None, tensor(2, dtype=I64))
refused("choice_of_int_and_float", "executorch_prim::sym_ite.Scalar", True, 1, 2.0, 0, returned=False)
refused("topk_of_less_than_nothing", "aten::topk.values", tensor(4), -1, 0, True, True, tensor(0),
        tensor(0, dtype=I64), results=2)
refused("topk_of_number", "aten::topk.values", tensor(), 2, 0, True, True, tensor(), tensor(dtype=I64), results=2)
refused("unfold_of_negative_size", "aten::unfold_copy.out", tensor(4), 0, -1, 1, tensor(6, 0))
refused("unfold_without_step", "aten::unfold_copy.out", tensor(4), 0, 2, 0, tensor(3, 2))
refused("as_strided_backwards", "aten::as_strided_copy.out", tensor(4), [4], [-1], 3, tensor(4))
refused("as_strided_from_negative", "aten::as_strided_copy.out", tensor(4), [4], [1], -1, tensor(4))
refused("as_strided_behind_operand", "aten::as_strided_copy.out", tensor(4), [2, 2], [2, 1], 1, tensor(2, 2))
refused("expand_to_fewer_axes", "aten::expand_copy.out", tensor(1, 2), [2], False, tensor(2))
for title, rows, columns in (("rows_negative", -1, 2), ("columns_negative", 2, -1), ("rows_huge", (1 << 20) + 1, 0),
                             ("columns_huge", 0, (1 << 20) + 1), ("elements_huge", 1025, 1024)):
    refused(f"triangle_{title}", "aten::tril_indices.out", rows, columns, 0, tensor(2, 0, dtype=I64))
refused("split_by_0", "aten::split_copy.Tensor_out", tensor(4), 0, 0, [tensor(4)])
refused("split_to_nothing", "aten::split_copy.Tensor_out", tensor(0), 1, 0, value("TensorList", items=[]))

# ==== Arguments of another kind =================================================================
refused("cat_of_ints", "aten::cat.out", [1, 2], 0, tensor(2))
refused("split_into_tensor", "aten::split_copy.Tensor_out", tensor(4), 2, 0, tensor(4))
refused("axis_of_tensor", "aten::glu.out", tensor(4), tensor(1), tensor(2))
refused("axis_of_float", "aten::glu.out", tensor(4), 0.0, tensor(2))
refused("length_of_float", "aten::narrow_copy.out", tensor(4), 0, 0, 2.0, tensor(2))
refused("sum_into_number", "aten::sum.IntList_out", tensor(2, 2), [0], False, None, 0)
refused("nonzero_into_number", "aten::nonzero.out", tensor(2, 2, dtype=BOOL), 0)
