# SPDX-License-Identifier: 0BSD
"""Complex numbers where the reference has no kernel for them, or where no kernel could have one."""
from damage import add
from programs import F32, Model, boolean, call, integer, tensor, value

C32, C64 = 8, 9


def calls(values, inputs, outputs, *calls_, ops):
    return Model(values=values, inputs=inputs, outputs=outputs, ops=ops, arena=1 << 12,
                 instructions=[call("kernel", *fields) for fields in calls_])


def placed(*specs):
    """(dtype, sizes...), one behind the other."""
    return [tensor(*sizes, dtype=dtype, memory=256 * i) for i, (dtype, *sizes) in enumerate(specs)]


def refused(name, values, inputs, outputs, *calls_, ops):
    add(f"complex_{name}", lambda m: None, lambda: calls(values(), inputs, outputs, *calls_, ops=ops))


refused("operators", lambda: placed(*[(C64, 3)] * 5), [0], [4], (0, 0, 1), (1, 1, 2), (2, 2, 3), (0, 3, 4),
        ops=["aten::exp.out", "aten::relu.out", "mine::turned.out"])
refused("cat_of_real", lambda: [*placed((C64, 3), (F32, 3), (C64, 6)), value("TensorList", items=[0, 1]), integer(0)],
        [0, 1], [2], (0, 3, 4, 2), ops=["aten::cat.out"])
refused("product_of_real", lambda: placed((C64, 1, 2, 2), (F32, 1, 2, 2), (C64, 1, 2, 2)), [0, 1], [2], (0, 0, 1, 2),
        ops=["aten::bmm.out"])
refused("plus_real", lambda: placed((C64, 3), (F32, 3), (C64, 3)) + [integer(1)], [0, 1], [2], (0, 0, 1, 3, 2),
        ops=["aten::add.out"])
refused("half_quotient", lambda: placed((C32, 3), (C32, 3), (C32, 3)), [0, 1], [2], (0, 0, 1, 2), ops=["aten::div.out"])
refused("of_real", lambda: placed((F32, 3), (F32, 3, 2)), [0], [1], (0, 0, 1), ops=["aten::view_as_real_copy.out"])
refused("from_16_axes", lambda: placed((F32, *[1] * 16), (C64, 1)) + [boolean(False), value("Null")], [0], [1],
        (0, 0, 2, 3, 1), ops=["dim_order_ops::_to_dim_order_copy.out"])
refused("of_16_axes", lambda: placed((C64, *[1] * 16), (C64, *[1] * 16)), [0], [1], (0, 0, 1),
        ops=["aten::alias_copy.out"])
refused("repeated_along_8_axes", lambda: [*placed((C64, *[1] * 8), (C64, *[2] * 2, *[1] * 6)), integer(1), integer(2),
                                          value("IntList", items=[3, 3, 2, 2, 2, 2, 2, 2])],
        [0], [1], (0, 0, 4, 1), ops=["aten::repeat.out"])
refused("operator_behind_others", lambda: [*placed(*[(C64, 3)] * 3), integer(1)], [0], [2], (0, 0, 0, 3, 1), (1, 1, 2),
        ops=["aten::add.out", "aten::exp.out"])
