# SPDX-License-Identifier: 0BSD
"""Loops that do not say before how many rows they collect, or of what sizes."""
from damage import damage
from programs import BOOL, I64, Model, boolean, call, integer, operators, tensor


def collecting():
    """The rows of x f32[3,2], one after the other."""
    return Model(
        values=[tensor(3, 2, memory=0), integer(0), tensor(2, memory=32), tensor(3, 2, memory=64, shape_dynamism=1), integer(0),
                integer(1), integer(3), boolean(False)],
        inputs=[0], outputs=[3],
        instructions=[call("kernel", 0, 0, 4, 1, 2, 2), call("kernel", 1, 3, 2, 1), call("kernel", 2, 1, 5, 1),
                      call("kernel", 3, 1, 6, 7), call("jump", 7, 0)],
        ops=["aten::select_copy.int_out", "executorch_prim::et_copy_index.tensor", "executorch_prim::add.Scalar",
             "executorch_prim::eq.Scalar"], arena=128)


@damage(base=collecting)
def loop_into_number(m):
    m.args(1)["args"][0] = 5


@damage(base=collecting)
def loop_rows_of_other_rank(m):
    m.values[3] = tensor(6, memory=64, shape_dynamism=1)


@damage(base=collecting)
def loop_rows_too_few(m):
    m.values[3] = tensor(2, 2, memory=64)


@damage(base=collecting)
def loop_count_unknown(m):
    m.forward["operators"][3:] = operators("executorch_prim::ge.Scalar")


@damage(base=collecting)
def loop_computes_row_size(m):
    """Where the row is not zero, as a row of the result."""
    m.values[3] = tensor(3, 2, 1, dtype=I64, memory=64, shape_dynamism=1)
    m.values.append(tensor(2, 1, dtype=I64, memory=112, shape_dynamism=1))
    m.forward["operators"] += operators("aten::nonzero.out")
    m.instructions.insert(1, call("kernel", 4, 2, 8, 8))
    m.args(2)["args"][1] = 8


@damage(base=collecting)
def loop_rows_of_two_sizes(m):
    m.add_constants([bytes(4)])
    m.values.append(tensor(1, data=1))
    m.instructions.insert(2, call("kernel", 1, 3, 8, 1))


@damage(base=collecting)
def loop_behind_branch(m):
    m.values.append(tensor(1, dtype=BOOL, memory=112))
    m.forward["inputs"].append(8)
    m.instructions.insert(0, call("jump", 8, 6))
    m.instructions[-1] = call("jump", 7, 1)
