# SPDX-License-Identifier: 0BSD
"""Complex numbers and Fourier transforms, by the runtime's kernels."""
import torch
from case import case

aten = torch.ops.aten
R2C, C2R = "aten::_fft_r2c.out", "aten::_fft_c2r.out"

case("conj_physical", "aten::_conj_physical.out", aten._conj_physical, "c64 3x5")
case("view_as_real_copy", "aten::view_as_real_copy.out", aten.view_as_real_copy, "c64 3x5")


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
