# SPDX-License-Identifier: 0BSD
"""Numbers and sizes that only a call knows, where they must be known before; places that tensors share by halves; jumps
that never end."""
from damage import add
from programs import BOOL, I64, Model, boolean, call, integer, tensor, value


def program(name, values, inputs, outputs, instructions, ops):
    add(name, lambda m: None, lambda: Model(values=values, inputs=inputs, outputs=outputs, instructions=instructions,
                                            ops=ops, arena=1 << 12))


# ==== Numbers ===================================================================================
program("axis_computed", [tensor(4, memory=0), integer(0), integer(0), tensor(2, memory=64)], [0], [3],
        [call("kernel", 0, 0, 1, 2), call("kernel", 1, 0, 2, 3, 3)], ["aten::sym_size.int", "aten::glu.out"])
program("size_of_data", [tensor(1, dtype=I64, memory=0), tensor(4, memory=64), integer(0), value("IntList", items=[2]),
        tensor(4, memory=128)], [0, 1], [4], [call("kernel", 0, 0, 2), call("kernel", 1, 1, 3, 4, 4)],
        ["aten::_local_scalar_dense", "aten::view_copy.out"])
program("permutation_computed", [tensor(4, memory=0, shape_dynamism=1), integer(0), integer(0),
        value("IntList", items=[2]), tensor(4, memory=64, shape_dynamism=1)], [0], [4],
        [call("kernel", 0, 0, 1, 2), call("kernel", 1, 0, 3, 4, 4)], ["aten::sym_size.int", "aten::permute_copy.out"])
program("number_without_place", [tensor(1, dtype=I64, memory=0), tensor(4, memory=64), tensor(4, memory=128)], [0, 1],
        [2], [call("kernel", 0, 0), call("kernel", 1, 1, 2, 2)], ["aten::_local_scalar_dense", "aten::relu.out"])
program("slice_step_0_at_computed", [tensor(4, memory=0), tensor(1, dtype=I64, memory=64), integer(0), integer(0),
        value("Null"), tensor(2, memory=128)], [0, 1], [5],
        [call("kernel", 0, 1, 2), call("kernel", 1, 0, 3, 2, 4, 3, 5, 5)],
        ["aten::_local_scalar_dense", "aten::slice_copy.Tensor_out"])
program("slice_of_number_at_computed", [tensor(memory=0), tensor(1, dtype=I64, memory=64), integer(0), integer(0),
        value("Null"), integer(1), tensor(memory=128)], [0, 1], [6],
        [call("kernel", 0, 1, 2), call("kernel", 1, 0, 3, 2, 4, 5, 6, 6)],
        ["aten::_local_scalar_dense", "aten::slice_copy.Tensor_out"])
program("narrow_from_either_sign", [tensor(4, memory=0, shape_dynamism=1), integer(0), integer(-2), integer(0),
        integer(1), integer(0), tensor(1, memory=128)], [0], [6],
        [call("kernel", 0, 0, 1, 3), call("kernel", 1, 3, 2, 5), call("kernel", 2, 0, 1, 5, 4, 6, 6)],
        ["aten::sym_size.int", "executorch_prim::add.Scalar", "aten::narrow_copy.out"])
program("slice_from_either_sign", [tensor(4, memory=0, shape_dynamism=1), integer(0), integer(-2), integer(0),
        value("Null"), integer(0), integer(1), tensor(4, memory=128, shape_dynamism=1)], [0], [7],
        [call("kernel", 0, 0, 1, 3), call("kernel", 1, 3, 2, 5), call("kernel", 2, 0, 1, 5, 4, 6, 7, 7)],
        ["aten::sym_size.int", "executorch_prim::add.Scalar", "aten::slice_copy.Tensor_out"])
program("remainder_of_float", [tensor(4, memory=0), value("Double", double_val=2.5), integer(2), integer(0),
        tensor(4, memory=64)], [0], [4], [call("kernel", 0, 1, 2, 3), call("kernel", 1, 0, 4, 4)],
        ["executorch_prim::mod.Scalar", "aten::relu.out"])
program("number_of_nothing", [tensor(0, dtype=I64, memory=0), integer(0), tensor(4, memory=64), tensor(4, memory=128)],
        [0, 2], [3], [call("kernel", 0, 0, 1), call("kernel", 1, 2, 3, 3)],
        ["aten::_local_scalar_dense", "aten::relu.out"])
program("number_of_perhaps_nothing",
        [tensor(4, dtype=I64, memory=0, shape_dynamism=1), integer(0), tensor(4, memory=64), tensor(4, memory=128)],
        [0, 2], [3], [call("kernel", 0, 0, 1), call("kernel", 1, 2, 3, 3)],
        ["aten::_local_scalar_dense", "aten::relu.out"])
program("input_of_unknown_type", [tensor(4, dtype=12, memory=0), tensor(4, memory=64), tensor(4, memory=128)], [0, 1],
        [2], [call("kernel", 0, 1, 2, 2)], ["aten::relu.out"])

# ==== Places ====================================================================================
program("floats_at_odd_bytes",
        [tensor(16, memory=0), tensor(16, dtype=BOOL, memory=64), tensor(2, memory=66), tensor(2, memory=128)], [0],
        [3], [call("kernel", 0, 0, 1, 1), call("kernel", 1, 2, 3, 3)], ["aten::logical_not.out", "aten::relu.out"])
program("floats_of_odd_parts", [tensor(6, memory=0), tensor(2, memory=32), tensor(6, dtype=BOOL, memory=64),
        tensor(2, dtype=BOOL, memory=70), tensor(2, memory=64), tensor(2, memory=128)], [0, 1], [5],
        [call("kernel", 0, 0, 2, 2), call("kernel", 0, 1, 3, 3), call("kernel", 1, 4, 5, 5)],
        ["aten::logical_not.out", "aten::relu.out"])

# ==== Jumps =====================================================================================
program("loop_changes_sizes", [tensor(2, memory=0), tensor(8, memory=64, shape_dynamism=1),
        value("TensorList", items=[1, 1]), integer(0), tensor(16, memory=128, shape_dynamism=1),
        tensor(1, dtype=BOOL, memory=32)], [0, 5], [1],
        [call("kernel", 0, 0, 1, 1), call("kernel", 1, 2, 3, 4, 4), call("move", 4, 1), call("jump", 5, 1)],
        ["aten::relu.out", "aten::cat.out"])
program("jumps_in_circles", [tensor(4, memory=0), boolean(False), tensor(4, memory=64)], [0], [2],
        [call("kernel", 0, 0, 2, 2), call("jump", 1, 0)], ["aten::relu.out"])
program("rows_without_loop",
        [tensor(2, memory=0), integer(0), tensor(2, 2, memory=64, shape_dynamism=1), integer(2), boolean(False)], [0],
        [2], [call("kernel", 0, 2, 0, 1), call("kernel", 1, 1, 3, 4)],
        ["executorch_prim::et_copy_index.tensor", "executorch_prim::eq.Scalar"])
