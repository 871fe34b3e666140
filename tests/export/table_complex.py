# SPDX-License-Identifier: 0BSD
"""Complex numbers and Fourier transforms, by the runtime's kernels."""
import torch
from case import case
from inputs import DTYPES
from table_llm_other import tile_crop

aten = torch.ops.aten
R2C, C2R = "aten::_fft_r2c.out", "aten::_fft_c2r.out"

TO, SUM = "dim_order_ops::_to_dim_order_copy.out", "aten::sum.IntList_out"


def of_complex(name, operator, function, *inputs, **options):
    case(name, operator, function, *inputs, _check_ir_validity=False, **options)


def move(operator, function, *inputs, variant="", **options):
    """A move of whole numbers."""
    name = operator.split("::")[1].split(".")[0].strip("_")
    of_complex(f"{name}{variant}_complex", operator, function, *inputs, **options)


of_complex("conj_physical", "aten::_conj_physical.out", aten._conj_physical, "c64 3x5")
of_complex("view_as_real_copy", "aten::view_as_real_copy.out", aten.view_as_real_copy, "c64 3x5")

# arithmetic; PyTorch answers where the runtime's optimised kernels lack broadcasting or read out of bounds with it
of_complex("abs_c64", "aten::abs.out", torch.abs, "c64 3x5")
of_complex("abs_c128", "aten::abs.out", torch.abs, "c128 3x5")
of_complex("add_c64", "aten::add.out", torch.add, "c64 3x5", "c64 3x5")
of_complex("add_c64_alpha", "aten::add.out", lambda a, b: torch.add(a, b, alpha=2.5), "c64 3x5", "c64 3x5")
of_complex("add_c64_one", "aten::add.out", torch.add, "c64 3x5", "c64 1")
of_complex("add_c64_broadcast", "aten::add.out", torch.add, "c64 2x1x5", "c64 3x1", eager=True)
of_complex("add_c64_real", "aten::add.out", torch.add, "c64 3x5", "3x5")
of_complex("add_c64_number", "aten::add.out", lambda a: a + 2.5, "c64 3x5")
of_complex("add_c128", "aten::add.out", torch.add, "c128 3x5", "c128 3x5")
of_complex("add_c64_0d", "aten::add.out", torch.add, "c64", "c64")
of_complex("add_c64_empty", "aten::add.out", torch.add, "c64 0x5", "c64 0x5")
of_complex("abs_c64_0d", "aten::abs.out", torch.abs, "c64")
of_complex("bmm_c64", "aten::bmm.out", torch.bmm, "c64 2x3x4", "c64 2x4x5")
of_complex("bmm_c128", "aten::bmm.out", torch.bmm, "c128 2x3x4", "c128 2x4x1")
of_complex("div_c64", "aten::div.out", torch.div, "c64 3x5", "c64 3x5", more=(
    (torch.tensor([[1 + 2j] * 5] * 3), torch.tensor([[0, 1, 2j, 1e30 + 1e30j, -1e-30j]] * 3).to(torch.complex64)),))
of_complex("div_c64_broadcast", "aten::div.out", torch.div, "c64 2x3x5", "c64 3x1", eager=True)
of_complex("div_c64_real", "aten::div.out", torch.div, "c64 3x5", "3x5")
of_complex("div_c128", "aten::div.out", torch.div, "c128 3x5", "c128 3x5")
of_complex("mul_c64", "aten::mul.out", torch.mul, "c64 3x5", "c64 3x5")
of_complex("mul_c64_broadcast", "aten::mul.out", torch.mul, "c64 3x5", "c64 5")
of_complex("mul_c64_middle", "aten::mul.out", torch.mul, "c64 2x3x5", "c64 2x1x5")
of_complex("mul_c64_real", "aten::mul.out", torch.mul, "c64 3x5", "3x5")
of_complex("mul_c64_number", "aten::mul.out", lambda a: a * 2.5, "c64 3x5", eager=True)
of_complex("mul_c64_constant", "aten::mul.out", lambda a: a * torch.tensor([1 + 2j, 3, 4j, -5, 6 - 1j]), "c64 3x5")
of_complex("mul_c64_nhwc", "aten::mul.out", torch.mul, "nhwc c64 1x2x3x4", "nhwc c64 1x2x3x4")
of_complex("mul_c128", "aten::mul.out", torch.mul, "c128 3x5", "c128 5")
of_complex("sub_c64", "aten::sub.out", torch.sub, "c64 3x5", "c64 3x5")
of_complex("sub_c64_alpha", "aten::sub.out", lambda a, b: torch.sub(a, b, alpha=3), "c64 3x5", "c64 3x5")
of_complex("sub_c64_broadcast", "aten::sub.out", torch.sub, "c64 3x5", "c64 5", eager=True)
of_complex("sum_c64", SUM, lambda a: a.sum(-1), "c64 3x5")
of_complex("sum_c64_all", SUM, lambda a: a.sum(), "c64 3x5")
of_complex("sum_c64_axes", SUM, lambda a: a.sum((0, 2), keepdim=True), "c64 3x5x2")
of_complex("sum_c64_0d", SUM, lambda a: a.sum(), "c64")
of_complex("sum_c64_empty", SUM, lambda a: a.sum(0), "c64 0x5")
of_complex("sum_c128", SUM, lambda a: a.sum(0), "c128 3x5")
of_complex("rotate_c64", "aten::mul.out", lambda a, b: torch.view_as_real(a * (b / b.abs())), "c64 2x3x4", "c64 3x4")

# of halves; the runtime rounds every sum
of_complex("abs_c32", "aten::abs.out", torch.abs, "c32 3x5")
of_complex("add_c32", "aten::add.out", torch.add, "c32 3x5", "c32 3x5")
of_complex("conj_c32", "aten::_conj_physical.out", aten._conj_physical, "c32 3x5")
of_complex("mul_c32", "aten::mul.out", torch.mul, "c32 3x5", "c32 3x5")
of_complex("sub_c32", "aten::sub.out", torch.sub, "c32 3x5", "c32 3x5")
of_complex("bmm_c32", "aten::bmm.out", torch.bmm, "c32 2x3x4", "c32 2x4x5", args="--atol 2e-2")
of_complex("sum_c32", SUM, lambda a: a.sum(-1), "c32 3x5", args="--rtol 1e-2")


# conversions; the runtime makes nonsense of those between complex types

def convert(name, to, spec, **options):
    of_complex(name, TO, lambda a: a.to(DTYPES[to]), spec, **options)


convert("to_c64", "c64", "3x5")
for to, of in ("c64", "f64"), ("c64", "f16"), ("c128", "f32"), ("c32", "f16"), ("f32", "c64"), ("f64", "c64"), \
        ("f16", "c64"), ("f32", "c128"), ("f32", "c32"):
    convert(f"to_{to}_{of}", to, f"{of} 3x5")
convert("to_c64_nhwc", "c64", "nhwc 1x2x3x4")
convert("to_c128_c64", "c128", "c64 3x5", eager=True)
convert("to_c64_c128", "c64", "c128 3x5", eager=True)

# moves
move("aten::alias_copy.out", aten.alias_copy, "c64 3x5")
move("aten::as_strided_copy.out", lambda a: aten.as_strided_copy(a, [2, 3], [1, 2], 1), "c64 3x4")
move("aten::cat.out", lambda a, b: torch.cat([a, b], -1), "c64 3x5", "c64 3x2")
move("aten::cat.out", lambda *all: torch.cat(all, 1), "c64 3x2", "c64 3x0", "c64 3x1", variant="_empty")
move("aten::cat.out", lambda a, b: torch.cat([a, b]), "c128 1x2x2", "c128 2x2x2", variant="_c128")
move("aten::cat.out", lambda a, b: torch.cat([a, b], 1), "c32 3x5", "c32 3x2", variant="_c32")
move("aten::copy.out", lambda a, b: aten.copy(a, b), "c64 3x5", "c64 3x5")
move("aten::detach_copy.out", aten.detach_copy, "c64 3x5")
move("aten::diagonal_copy.out", lambda a: aten.diagonal_copy(a, 1, 0, -1), "c64 3x2x3")
move("aten::embedding.out", aten.embedding, "c64 6x3", "i64 2x2 <6")
move("aten::expand_copy.out", lambda a: aten.expand_copy(a, [2, -1, 4]), "c64 3x1")
move("aten::index.Tensor_out", lambda a, i: a[i], "c64 3x4", "i64 5 <3")
move("aten::index.Tensor_out", lambda a, i, k: a[i, k], "c64 3x4x2", "i64 5 <3", "i64 5 <4", variant="_axes",
     eager=True)
move("aten::index.Tensor_out", lambda a, m: a[m], "c64 4x3", torch.tensor([True, False, True, True]), variant="_mask",
     eager=True)
move("aten::index_select.out", lambda a, i: a.index_select(-1, i), "c64 3x4", "i64 5 <4")
move("aten::narrow_copy.out", lambda a: aten.narrow_copy(a, 1, 1, 2), "c64 3x4")
move("aten::native_dropout.out", lambda a: aten.native_dropout(a, 0.5, False), "c64 3x4")
move("aten::permute_copy.out", lambda a: aten.permute_copy(a, [2, 0, 1]), "c64 2x3x4")
move("aten::pixel_shuffle.out", lambda a: torch.pixel_shuffle(a, 2), "c64 1x4x2x3")
move("aten::pixel_unshuffle.out", lambda a: torch.pixel_unshuffle(a, 2), "c64 1x1x4x6")
for n, pad in (1, [1, 2]), (2, [1, 2, 1, 0]), (3, [1, 2, 1, 0, 0, 1]):
    for kind in "reflection", "replication":
        function = getattr(aten, f"{kind}_pad{n}d")
        move(f"aten::{kind}_pad{n}d.out", lambda a, f=function, p=pad: f(a, p), "c64 " + "x".join(["3"] * (n + 1)))
move("aten::reflection_pad1d.out", lambda a: aten.reflection_pad1d(a, [1, 2]), "c32 2x3", variant="_c32")
move("aten::repeat.out", lambda a: a.repeat(2, 1, 3), "c64 2x3")
move("aten::select_copy.int_out", lambda a: aten.select_copy(a, -1, -2), "c64 2x3x4")
move("aten::select_copy.int_out", lambda a: aten.select_copy(a, 0, 1), "c64 3", variant="_0d")
move("aten::slice_copy.Tensor_out", lambda a: aten.slice_copy(a, -1, 0, 4, 2), "c64 2x5")
move("aten::squeeze_copy.dim_out", lambda a: aten.squeeze_copy(a, -2), "c64 2x1x4")
move("aten::squeeze_copy.dims_out", lambda a: aten.squeeze_copy(a, [1, -1]), "c64 2x1x4x1", variant="_dims")
move("aten::t_copy.out", aten.t_copy, "c64 3x4")
move("aten::transpose_copy.int_out", lambda a: aten.transpose_copy(a, 0, -1), "c64 2x3x4")
move("aten::transpose_copy.int_out", lambda a: aten.transpose_copy(a, 0, -1), "c128 2x3", variant="_c128")
move("aten::unsqueeze_copy.out", lambda a: aten.unsqueeze_copy(a, -1), "c64 2x4")
move("aten::view_copy.out", lambda a: aten.view_copy(a, [4, -1]), "c64 2x3x4")
move("aten::zeros.out", lambda a: a + torch.zeros((3, 5), dtype=a.dtype), "c64 3x5")
move("aten::clone.out", lambda a: a.clone(), "c64 3x5", _skip_dim_order=True)
move("aten::empty.out", lambda a, b: aten.copy(torch.empty(3, 5, dtype=a.dtype), a) + b, "c64 3x5", "c64 3x5",
     _skip_dim_order=True)
move("dim_order_ops::_empty_dim_order.out", lambda a, b: aten.copy(torch.empty(3, 5, dtype=a.dtype), a) + b, "c64 3x5",
     "c64 3x5")
move("dim_order_ops::_clone_dim_order.out", lambda a: a.clone(), "c64 3x5")
move("dim_order_ops::_clone_dim_order.out", lambda a: a.clone(), "c64 0x5", variant="_empty")
move("dim_order_ops::_clone_dim_order.out", lambda a: a.clone(), "nhwc c64 1x2x3x4", variant="_nhwc")

for direction in "h2d", "d2h":  # which the runtime refuses on a CPU
    copy = getattr(torch.ops.et_copy, f"_{direction}_copy")
    move(f"et_copy::_{direction}_copy.out", lambda a, f=copy: f(a), "c64 3x5", eager=True)
move("preprocess::tile_crop.out", lambda a: tile_crop(a, 4), "c64 2x4x4")

# Fourier transforms
def parts(a, **more):
    return torch.view_as_real(torch.fft.rfft(a, **more))


for shape in ("3x12", "2x9", "5x1", "2x3x17", "1x90", "4x64"):  # composites, primes, powers of two
    case(f"fft_r2c_{shape}", R2C, parts, shape, _check_ir_validity=False)
for norm in ("ortho", "forward"):
    case(f"fft_r2c_{norm}", R2C, lambda a, n=norm: parts(a, norm=n), "2x10", _check_ir_validity=False)
case("fft_r2c_f64", R2C, parts, "f64 3x14", _check_ir_validity=False)
case("fft_r2c_output", R2C, torch.fft.rfft, "2x6", _check_ir_validity=False)
for n in (12, 13, 1):
    case(f"fft_c2r_{n}", C2R, lambda a, n=n: torch.fft.irfft(a, n=n), f"c64 3x{n // 2 + 1}", _check_ir_validity=False)
case("fft_c2r_ortho", C2R, lambda a: torch.fft.irfft(a, n=8, norm="ortho"), "c64 2x5", _check_ir_validity=False)
case("fft_filter", R2C, lambda a, b: torch.fft.irfft(aten._conj_physical(torch.fft.rfft(a)), n=10) + b, "2x10", "2x10",
     _check_ir_validity=False)
