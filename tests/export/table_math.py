# SPDX-License-Identifier: 0BSD
"""Elementwise arithmetic: unary, binary, with a scalar, comparisons, logic, mixed types."""
import torch
from case import case, pointwise

aten = torch.ops.aten
FLOATS, INTS = "10x11", "7x8"  # room for every pair of special values
BF16 = "--rtol 1e-2"

for f in (torch.abs, torch.acos, torch.acosh, torch.asin, torch.asinh, torch.atan, torch.atanh, torch.ceil, torch.cos,
          torch.cosh, torch.erf, torch.exp, torch.expm1, torch.floor, torch.isinf, torch.isnan, torch.log, torch.log10,
          torch.log1p, torch.log2, torch.logical_not, torch.logit, torch.neg, torch.reciprocal, torch.relu, torch.round,
          torch.rsqrt, torch.sigmoid, torch.sign, torch.sin, torch.sinh, torch.sqrt, torch.tan, torch.tanh, torch.trunc):
    pointwise(f.__name__, f"aten::{f.__name__}.out", f, "3x7")

for f in (torch.abs, torch.neg, torch.relu, torch.sign, torch.bitwise_not, torch.exp, torch.sigmoid, torch.isnan):
    pointwise(f"{f.__name__}_i32", f"aten::{f.__name__}.out", f, "i32 3x7")
pointwise("abs_i8", "aten::abs.out", torch.abs, "i8 3x7")
pointwise("abs_f16", "aten::abs.out", torch.abs, "f16 3x7")
pointwise("exp_f16", "aten::exp.out", torch.exp, "f16 3x7")
pointwise("tanh_bf16", "aten::tanh.out", torch.tanh, "bf16 3x7", args=BF16)
pointwise("log_f64", "aten::log.out", torch.log, "f64 3x7")
for f in (torch.acos, torch.acosh, torch.asin, torch.asinh, torch.atan, torch.atanh, torch.cosh, torch.erf, torch.log1p,
          torch.rsqrt, torch.sinh, torch.tan):
    pointwise(f"{f.__name__}_f64", f"aten::{f.__name__}.out", f, "f64 3x7")
pointwise("sqrt_bool", "aten::sqrt.out", torch.sqrt, "bool 5")
pointwise("logical_not_i8", "aten::logical_not.out", torch.logical_not, "i8 3x7")
pointwise("bitwise_not_bool", "aten::bitwise_not.out", torch.bitwise_not, "bool 5")
pointwise("gelu", "aten::gelu.out", torch.nn.functional.gelu, "3x7")
pointwise("gelu_tanh", "aten::gelu.out", lambda a: torch.nn.functional.gelu(a, approximate="tanh"), "3x7")
pointwise("silu", "aten::sigmoid.out", torch.nn.functional.silu, "3x7")
pointwise("elu", "aten::elu.out", lambda a: torch.nn.functional.elu(a, 1.5), "3x7")
pointwise("elu_scales", "aten::elu.out", lambda a: torch.ops.aten.elu(a, 1.5, 0.7, 0.4), "3x7")
pointwise("leaky_relu", "aten::leaky_relu.out", lambda a: torch.nn.functional.leaky_relu(a, 0.2), "3x7")
pointwise("logit_eps", "aten::logit.out", lambda a: torch.logit(a, 0.1), "3x7")
case("glu", "aten::glu.out", lambda a: torch.nn.functional.glu(a, 1), "2x6x3")
pointwise("hardtanh", "aten::hardtanh.out", lambda a: torch.nn.functional.hardtanh(a, -0.5, 1.5), "3x7")
pointwise("relu6", "aten::hardtanh.out", torch.nn.functional.relu6, "3x7")
pointwise("hardsigmoid", "aten::clamp.out", torch.nn.functional.hardsigmoid, "3x7")
pointwise("hardswish", "aten::clamp.out", torch.nn.functional.hardswish, "3x7")

pointwise("clamp", "aten::clamp.out", lambda a: a.clamp(-0.75, 1.25), "3x7")
pointwise("clamp_min", "aten::clamp.out", lambda a: a.clamp(min=-0.75), "3x7")
pointwise("clamp_max", "aten::clamp.out", lambda a: a.clamp(max=1.25), "3x7")
pointwise("clamp_i32", "aten::clamp.out", lambda a: a.clamp(-7, 9), "i32 3x7")
pointwise("clamp_i8_max", "aten::clamp.out", lambda a: a.clamp(max=9), "i8 3x7")
case("clamp_i32_float_bounds", "aten::clamp.out", lambda a: a.clamp(-7.5, 9.5), "i32 3x7")
# Products with constants of other types, clamped: what is known of a constant may not change them.
BYTES, SHORTS = torch.tensor([-128, -3, 3, 127], dtype=torch.int8), torch.tensor([-32768, -300, 300, 32767], dtype=torch.int16)
case("clamp_product_f64", "aten::clamp.out",
     lambda x, c=torch.full((4,), 2.0 ** 40, dtype=torch.float64): (x.double() * c).clamp(-100, 100).to(torch.int32), BYTES)
case("clamp_product_f16", "aten::clamp.out",
     lambda x, c=torch.full((4,), 2.0 ** 15, dtype=torch.float16): (x.float() * c.float() * c.float()).clamp(-100, 100).to(torch.int32),
     SHORTS)
case("clamp_product_u16", "aten::clamp.out",
     lambda x, c=torch.full((4,), 60000).to(torch.uint16): (x.float() * c.float() * 1e6).clamp(-100, 100).to(torch.int32), BYTES,
     _check_ir_validity=False, eager=True)
case("clamp_tensor", "aten::clamp.Tensor_out", lambda a, b, c: torch.clamp(a, b, c), "3x7", "7", "3x1")
case("clamp_tensor_max", "aten::clamp.Tensor_out", lambda a, b: torch.clamp(a, max=b), "3x7", "7")

pointwise("add", "aten::add.out", torch.add, FLOATS, FLOATS)
pointwise("add_alpha", "aten::add.out", lambda a, b: torch.add(a, b, alpha=-3), FLOATS, FLOATS)
pointwise("add_i32", "aten::add.out", lambda a, b: torch.add(a, b, alpha=3), "i32 7x8", "i32 7x8")
pointwise("sub", "aten::sub.out", torch.sub, FLOATS, FLOATS)
pointwise("sub_alpha", "aten::sub.out", lambda a, b: torch.sub(a, b, alpha=0.5), FLOATS, FLOATS)
pointwise("mul", "aten::mul.out", torch.mul, FLOATS, FLOATS)
pointwise("div", "aten::div.out", torch.div, FLOATS, FLOATS)
for dtype in ("u8", "i8", "i16", "i64"):
    pointwise(f"add_{dtype}", "aten::add.out", torch.add, f"{dtype} {INTS}", f"{dtype} {INTS}")
    pointwise(f"mul_{dtype}", "aten::mul.out", torch.mul, f"{dtype} {INTS}", f"{dtype} {INTS}")
    pointwise(f"sub_{dtype}", "aten::sub.out", torch.sub, f"{dtype} {INTS}", f"{dtype} {INTS}")
for dtype in ("f16", "f64"):
    pointwise(f"add_{dtype}", "aten::add.out", torch.add, f"{dtype} {FLOATS}", f"{dtype} {FLOATS}")
    pointwise(f"mul_{dtype}", "aten::mul.out", torch.mul, f"{dtype} {FLOATS}", f"{dtype} {FLOATS}")
pointwise("add_bf16", "aten::add.out", torch.add, f"bf16 {FLOATS}", f"bf16 {FLOATS}", args=BF16)
pointwise("add_bool", "aten::add.out", torch.add, "bool 3x4", "bool 3x4")
pointwise("mul_bool", "aten::mul.out", torch.mul, "bool 3x4", "bool 3x4")
case("add_broadcast", "aten::add.out", torch.add, "2x1x5", "3x1")
case("sub_broadcast", "aten::sub.out", torch.sub, "5", "2x3x5")
case("mul_broadcast", "aten::mul.out", torch.mul, "2x3x1x4", "1x3x5x1")
case("div_broadcast", "aten::div.out", torch.div, "", "2x5")
case("add_rank0", "aten::add.out", torch.add, "", "")
case("add_empty", "aten::add.out", torch.add, "0x3", "3")
case("mul_same", "aten::mul.out", lambda a: a * a, "3x5")
pointwise("div_i32", "aten::div.out", torch.div, "i32 7x8", "i32 7x8")
case("add_f32_i32", "aten::add.out", torch.add, "3x5", "i32 3x5")
case("add_i64_i32", "aten::add.out", torch.add, "i64 3x5", "i32 5")
case("add_u8_i8", "aten::add.out", torch.add, "u8 3x5", "i8 3x5")
case("add_f16_f32", "aten::add.out", torch.add, "f16 3x5", "3x5")
case("mul_bool_f32", "aten::mul.out", torch.mul, "bool 3x5", "3x5")
case("sub_i32_f16", "aten::sub.out", torch.sub, "i32 3x5", "f16 3x5")
case("add_f32_rank0_f64", "aten::add.out", torch.add, "3x5", torch.tensor(0.1, dtype=torch.float64))
pointwise("add_number", "aten::add.out", lambda a: a + 2.5, "3x7")
case("add_number_i32", "aten::add.out", lambda a: a + 7, "i32 3x7")
case("mul_number_i32_float", "aten::mul.out", lambda a: a * 2.5, "i32 3x7")

for name, f in {"add": lambda a: aten.add.Scalar(a, 2.5, 3), "sub": lambda a: aten.sub.Scalar(a, 2.5, 3),
                "mul": lambda a: aten.mul.Scalar(a, -2.5), "div": lambda a: aten.div.Scalar(a, 3),
                "rsub": lambda a: aten.rsub.Scalar(a, 2.5, 2), "fmod": lambda a: aten.fmod.Scalar(a, 1.5),
                "remainder": lambda a: aten.remainder.Scalar(a, -1.5)}.items():
    pointwise(f"{name}_scalar", f"aten::{name}.Scalar_out", f, "3x7")
case("mul_scalar_i32_float", "aten::mul.Scalar_out", lambda a: aten.mul.Scalar(a, 0.3), "i32 3x7")
case("sub_scalar_i8", "aten::sub.Scalar_out", lambda a: aten.sub.Scalar(a, 100), "i8 3x7")
case("div_scalar_i64", "aten::div.Scalar_out", lambda a: aten.div.Scalar(a, 3), "i64 3x7")
case("scalar_wraps_u8", "aten::add.Scalar_out", lambda a: (aten.add.Scalar(a, 300), aten.lt.Scalar(a, -100), aten.rsub.Scalar(a, -3)), "u8 3x7")
case("scalar_wraps_i8", "aten::div.Scalar_mode_out", lambda a: (aten.div.Scalar_mode(a, 259, rounding_mode="trunc"), a > 300, a ^ 1000), "i8 3x7")

NONZERO = torch.tensor([[3, -3, 7, -7, 1, -1, 50]], dtype=torch.int32)
pointwise("div_floor", "aten::div.out_mode", lambda a, b: torch.div(a, b, rounding_mode="floor"), FLOATS, FLOATS,
          eager=True)  # nan / 0 becomes inf
pointwise("div_trunc", "aten::div.out_mode", lambda a, b: torch.div(a, b, rounding_mode="trunc"), FLOATS, FLOATS)
case("div_floor_i32", "aten::div.out_mode", lambda a, b: torch.div(a, b, rounding_mode="floor"), "i32 5x7", NONZERO)
case("div_trunc_i32", "aten::div.out_mode", lambda a, b: torch.div(a, b, rounding_mode="trunc"), "i32 5x7", NONZERO)
case("div_scalar_mode", "aten::div.Scalar_mode_out", lambda a: aten.div.Scalar_mode(a, 0.7, rounding_mode="floor"), "3x7")
case("div_scalar_mode_i32", "aten::div.Scalar_mode_out", lambda a: aten.div.Scalar_mode(a, -4, rounding_mode="trunc"),
     "i32 3x7")
pointwise("floor_divide", "aten::floor_divide.out", torch.floor_divide, FLOATS, FLOATS, eager=True)
case("floor_divide_i32", "aten::floor_divide.out", torch.floor_divide, "i32 5x7", NONZERO)
pointwise("fmod", "aten::fmod.Tensor_out", torch.fmod, FLOATS, FLOATS)
case("fmod_i32", "aten::fmod.Tensor_out", torch.fmod, "i32 5x7", NONZERO)
pointwise("remainder", "aten::remainder.Tensor_out", torch.remainder, FLOATS, FLOATS)
case("remainder_i32", "aten::remainder.Tensor_out", torch.remainder, "i32 5x7", NONZERO, eager=True)  # sign of C
pointwise("atan2", "aten::atan2.out", torch.atan2, FLOATS, FLOATS)
pointwise("atan2_f64", "aten::atan2.out", torch.atan2, f"f64 {FLOATS}", f"f64 {FLOATS}")
pointwise("pow", "aten::pow.Tensor_Tensor_out", torch.pow, FLOATS, FLOATS)
pointwise("pow_square", "aten::pow.Tensor_Scalar_out", lambda a: a**2, "3x7")
pointwise("pow_half", "aten::pow.Tensor_Scalar_out", lambda a: a**0.5, "3x7")
pointwise("pow_negative", "aten::pow.Tensor_Scalar_out", lambda a: a**-1.5, "3x7")
case("pow_i32", "aten::pow.Tensor_Scalar_out", lambda a: a**3, "i32 3x7")
pointwise("pow_base", "aten::pow.Scalar_out", lambda a: 2.5**a, "3x7")
pointwise("minimum", "aten::minimum.out", torch.minimum, FLOATS, FLOATS)
pointwise("maximum", "aten::maximum.out", torch.maximum, FLOATS, FLOATS)
pointwise("minimum_i32", "aten::minimum.out", torch.minimum, "i32 7x8", "i32 7x8")
case("maximum_broadcast_mixed", "aten::maximum.out", torch.maximum, "i32 2x1x5", "3x1")

for name in ("eq", "ne", "lt", "le", "gt", "ge"):
    f = getattr(torch, name)
    pointwise(name, f"aten::{name}.Tensor_out", f, FLOATS, FLOATS)
    pointwise(f"{name}_scalar", f"aten::{name}.Scalar_out", lambda a, f=f: f(a, 0.5), "3x7")
    pointwise(f"{name}_i32", f"aten::{name}.Tensor_out", f, "i32 7x8", "i32 7x8")
case("lt_mixed", "aten::lt.Tensor_out", torch.lt, "i32 3x5 <5", "5")
case("ge_scalar_i32", "aten::ge.Scalar_out", lambda a: a >= 2.5, "i32 3x7")
case("eq_bool", "aten::eq.Tensor_out", torch.eq, "bool 3x5", "bool 3x1")

for name in ("logical_and", "logical_or", "logical_xor"):
    pointwise(name, f"aten::{name}.out", getattr(torch, name), FLOATS, FLOATS)
    pointwise(f"{name}_bool", f"aten::{name}.out", getattr(torch, name), "bool 3x4", "bool 3x4")
for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    f = getattr(torch, name)
    pointwise(name, f"aten::{name}.Tensor_out", f, "i32 7x8", "i32 7x8")
    pointwise(f"{name}_bool", f"aten::{name}.Tensor_out", f, "bool 3x4", "bool 3x4")
    case(f"{name}_scalar", f"aten::{name}.Scalar_out", lambda a, f=f: f(a, 0x35), "i16 3x7")
case("bitwise_and_mixed", "aten::bitwise_and.Tensor_out", torch.bitwise_and, "u8 3x7", "i32 7")
SHIFTS = torch.tensor([[0, 1, 5, 7, 2, 3, 6]], dtype=torch.int32)
for side in ("left", "right"):
    f = getattr(torch, f"bitwise_{side}_shift")
    case(f"{side}_shift", f"aten::bitwise_{side}_shift.Tensor_out", f, "i32 5x7", SHIFTS)
    case(f"{side}_shift_scalar", f"aten::bitwise_{side}_shift.Tensor_Scalar_out", lambda a, f=f: f(a, 3), "i8 5x7")

pointwise("where", "aten::where.self_out", torch.where, "bool 10x11", FLOATS, FLOATS)
case("where_broadcast_mixed", "aten::where.self_out", torch.where, "bool 2x1x5", "i32 3x1", "5")
case("where_number", "aten::where.self_out", lambda a: torch.where(a > 0, a, -0.1), "3x7")
case("masked_fill_i64", "aten::masked_fill.Scalar_out", lambda a, m: a.masked_fill(m, -(2**60) - 1), "i64 2x3x5", "bool 3x1")
case("masked_fill", "aten::masked_fill.Scalar_out", lambda a, m: a.masked_fill(m, -1.5), "2x3x5", "bool 3x1")

# ---- what the runtime has no kernel for: PyTorch answers ----

ANSWER = {"eager": True, "_check_ir_validity": False}
for f in (torch.fmax, torch.fmin):
    name = f.__name__
    pointwise(name, f"aten::{name}.out", f, FLOATS, FLOATS, **ANSWER)
    pointwise(f"{name}_i32", f"aten::{name}.out", f, "i32 7x8", "i32 7x8", **ANSWER)
    case(f"{name}_mixed_broadcast", f"aten::{name}.out", f, "f16 2x1x5", "i32 3x1", **ANSWER)
pointwise("copysign", "aten::copysign.out", torch.copysign, FLOATS, FLOATS, **ANSWER)
pointwise("copysign_f64", "aten::copysign.out", torch.copysign, f"f64 {FLOATS}", f"f64 {FLOATS}", **ANSWER)
case("copysign_i32", "aten::copysign.out", torch.copysign, "i32 3x5", "5", **ANSWER)
pointwise("ldexp", "aten::ldexp.out", torch.ldexp, FLOATS, "i8 7x1x1", **ANSWER)
for f in (torch.angle, torch.exp2, torch.signbit):
    name = f.__name__
    pointwise(name, f"aten::{name}.out", f, "3x7", **ANSWER)
    pointwise(f"{name}_i32", f"aten::{name}.out", f, "i32 3x7", **ANSWER)
    pointwise(f"{name}_f16", f"aten::{name}.out", f, "f16 3x7", **ANSWER)
pointwise("signbit_f64", "aten::signbit.out", torch.signbit, "f64 3x7", **ANSWER)
for decimals in (2, 0, -1):
    pointwise(f"round_decimals_{decimals}".replace("-", "minus_"), "aten::round.decimals_out",
              lambda a, d=decimals: torch.round(a * 20, decimals=d), "3x7", **ANSWER)
case("round_decimals_f64", "aten::round.decimals_out", lambda a: torch.round(a, decimals=3), "f64 3x7", **ANSWER)
KEPT = {"eager": True, "keep": True, "_check_ir_validity": False}  # the exporter takes these apart, unless asked not to
pointwise("softplus", "aten::softplus.out", torch.nn.functional.softplus, "3x7", **KEPT)
pointwise("softplus_beta", "aten::softplus.out", lambda a: torch.nn.functional.softplus(a, 2.5, 3.0), "3x7", **KEPT)
