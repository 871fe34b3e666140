# SPDX-License-Identifier: 0BSD
"""Custom operators: what Python computes here, foreign.c in the folder of each case computes in C."""
import torch
from case import case

LIBRARY = torch.library.Library("mylib", "DEF")


def custom(schema, results, function):
    """An operator and its out variant, which PyTorch computes by the function. results: its type of results and the
    names of the out arguments."""
    returns, *outs = results
    name, arguments = schema.split("(", 1)
    written = [f"Tensor({chr(ord('a') + i)}!)" for i in range(len(outs))]
    annotated = ", ".join(f"{w} {o}" for w, o in zip(written, outs))
    returned = written[0] if len(outs) == 1 else f"({', '.join(written)})"

    def out_variant(*args, **kwargs):
        into = [kwargs.pop(o) for o in outs]
        values = function(*args, **kwargs)
        for to, value in zip(into, values if len(outs) > 1 else [values]):
            to.copy_(value)
        return tuple(into) if len(outs) > 1 else into[0]

    LIBRARY.define(f"{name}({arguments} -> {returns}")
    LIBRARY.define(f"{name}.out({arguments[:-1]}, *, {annotated}) -> {returned}")
    LIBRARY.impl(name, function, "CompositeExplicitAutograd")
    LIBRARY.impl(f"{name}.out", out_variant, "CompositeExplicitAutograd")


def custom_case(name, operators, function, *inputs, **options):
    names = [f"mylib::{o}.out" for o in operators.split()]
    case(name, names[0], function, *inputs, foreign=" ".join(f"--custom {n}" for n in names), eager=True,
         _check_ir_validity=False, **options)


def kinds(x, mode, shifts, weights, flags, gain=0.5, square=True, mask=None, power=2):
    assert mode == "a\"b\\?" and weights == [0.25, 4.0] and flags == [True, False] and mask is None
    x = x * x if square else x
    return x * gain * weights[0] * weights[1] + shifts[0] - shifts[1] + power


ONE = "Tensor", "out"
custom("kinds(Tensor x, str mode, int[] shifts, float[] weights, bool[] flags, float gain=0.5, bool square=True, "
       "Tensor? mask=None, Scalar power=2)", ONE, kinds)
custom("scale(Tensor x, Scalar k, Tensor? add=None)", ONE, lambda x, k, add=None: x * k + (0 if add is None else add))
custom("rows(Tensor x, SymInt n)", ONE, lambda x, n: x * n)
custom("split(Tensor[] parts, Tensor?[] gains)", ("(Tensor, Tensor)", "low", "high"),
       lambda parts, gains: (torch.minimum(*parts), torch.maximum(*parts) * gains[1]))
custom("mirror(Tensor x)", ONE, lambda x: x.flip(-1))

MY = torch.ops.mylib
custom_case("foreign_kinds", "kinds", lambda x: MY.kinds(x.neg(), "a\"b\\?", [3, 1 << 40], [0.25, 4.0], [True, False], power=2.5).relu(),
            "3x4")
custom_case("foreign_calls", "scale",
            lambda x, n: (MY.scale(MY.scale(x, 2), 0.5, MY.scale(x, 3, x)), MY.scale(n, 5), MY.scale(x.sum(), 2)),
            "3x4", torch.tensor([3, -4]))
custom_case("foreign_lists", "split", lambda x, y: sum(MY.split([x, y + 1], [None, y])), "2x3", "2x3")
custom_case("foreign_dynamic", "rows", lambda x: MY.rows(x + 1, x.shape[0] + 1) @ torch.ones(4, 2), "5x4", more=(("1x4",), ("8x4",)),
            dynamic_shapes=(({0: torch.export.Dim("n", max=8)},),))


MIRROR = "../foreign_channels_last/foreign.c"


class BetweenConvolutions(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.last = torch.nn.Conv2d(8, 4, 1)

    def forward(self, x):
        return self.last(MY.mirror(self.first(x)))


custom_case("foreign_between_convolutions", "mirror", BetweenConvolutions(), "1x3x5x6", link=MIRROR)
custom_case("foreign_between_convolutions_vector", "mirror", BetweenConvolutions(), "1x3x5x6", link=MIRROR,
            args="--kernels vector,portable")
custom_case("foreign_channels_last", "mirror", lambda x: MY.mirror(x.relu()), "nhwc 2x3x4x5")
custom_case("foreign_number", "rows", lambda x, n: MY.rows(x, n.item() * 2), "3x4", torch.tensor(-7), link="../foreign_dynamic/foreign.c")
# A function that errs: in its result; in a status, where the first element is negative (case 2), which steps in front
# of it do not see; in the extents that it gives.
custom_case("foreign_wrong", "mirror", lambda x: MY.mirror(x), "3x4")
custom_case("foreign_status_sequence", "mirror", lambda x: MY.mirror(x + 1), "3x4 >0", more=((torch.full((3, 4), -2.0),),))
custom_case("foreign_extents_sequence", "rows", lambda x: MY.rows(x, x.shape[0]) @ torch.ones(4, 2), "8x4", more=(("1x4",), ("5x4",), ("6x4",)),
            dynamic_shapes=(({0: torch.export.Dim("n", max=8)},),))
custom_case("foreign_extents_output_sequence", "rows", lambda x: MY.rows(x, x.shape[0]), "8x4", more=(("5x4",),),
            dynamic_shapes=(({0: torch.export.Dim("n", max=8)},),), link="../foreign_extents_sequence/foreign.c")
