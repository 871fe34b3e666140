# SPDX-License-Identifier: 0BSD
"""quantized_decomposed: quantise, dequantise, parameters found at run time, add, quantised embedding and linear."""
import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (defines the embedding operators)
import torch
from case import case, pointwise

qd = torch.ops.quantized_decomposed
Q, DQ = "quantized_decomposed::quantize_per_tensor", "quantized_decomposed::dequantize_per_tensor"
TYPES = {"i8": (torch.int8, -128, 127), "u8": (torch.uint8, 0, 255), "i16": (torch.int16, -32768, 32767),
         "i32": (torch.int32, -(2**31), 2**31 - 1)}

for name, (dtype, low, high) in TYPES.items():
    zero, scale = 3 if low else 131, {"i16": 2**-12, "i32": 2**-28}.get(name, 2**-4)
    case(f"quantize_{name}", f"{Q}.out",
         lambda a, s=scale, z=zero, l=low, h=high, t=dtype: qd.quantize_per_tensor(a * 8, s, z, l, h, t), "4x9")
    pointwise(f"dequantize_{name}", f"{DQ}.out",
              lambda a, z=zero, l=low, h=high, t=dtype: qd.dequantize_per_tensor(a, 0.05, z, l, h, t), f"{name} 4x9")
HALVES = (torch.arange(-20, 20) / 4).reshape(8, 5)
case("quantize_ties", f"{Q}.out",
     lambda a, b: qd.quantize_per_tensor(a + b.round() / 2, 0.5, -4, -128, 127, torch.int8), HALVES, "5")
case("quantize_functions", f"{Q}.out", lambda a: tuple(qd.quantize_per_tensor(x, 0.03, 3, -128, 127, torch.int8)
     for x in (a * torch.sigmoid(a), a * torch.tanh(a), torch.exp(a) - a, a * torch.erf(a))), torch.linspace(-5, 5, 333).roll(160))
case("quantize_narrow", f"{Q}.out", lambda a: qd.quantize_per_tensor(a, 0.05, 0, -7, 8, torch.int8), "4x9")
case("quantize_far_zero", f"{Q}.out", lambda a: qd.quantize_per_tensor(a, 0.02, -128, -128, 127, torch.int8), "4x9")
case("quantize_tensor_params", f"{Q}.Tensor_out",
     lambda a, s, z: qd.quantize_per_tensor.tensor(a, s, z, -128, 127, torch.int8), "4x9",
     torch.tensor([0.03], dtype=torch.float64), torch.tensor([-5]))
case("dequantize_tensor_params", f"{DQ}.Tensor_out",
     lambda a, s, z: qd.dequantize_per_tensor.tensor(a, s, z, 0, 255, torch.uint8), "u8 4x9",
     torch.tensor([0.03], dtype=torch.float64), torch.tensor([135]))
case("quantize_dequantize", f"{DQ}.out", lambda a: qd.dequantize_per_tensor(
    qd.quantize_per_tensor(a, 0.03, 7, -128, 127, torch.int8), 0.03, 7, -128, 127, torch.int8), "4x9")

for name, axis, shape in (("0", 0, "3x2x5"), ("1", 1, "2x3x5"), ("last", -1, "2x5x3")):
    scales, zeros = torch.tensor([0.01, 0.05, 0.2]), torch.tensor([-3, 100, 0])
    case(f"quantize_channel_{name}", "quantized_decomposed::quantize_per_channel.out",
         lambda a, s, z, x=axis: qd.quantize_per_channel(a * 4, s, z, x, -128, 127, torch.int8), shape,
         scales.double(), zeros)
    case(f"dequantize_channel_{name}", "quantized_decomposed::dequantize_per_channel.out",
         lambda a, s, z, x=axis: qd.dequantize_per_channel(a, s, z, x, -128, 127, torch.int8), f"i8 {shape}", scales,
         zeros)
case("dequantize_channel_no_zeros", "quantized_decomposed::dequantize_per_channel.out",
     lambda a, s: qd.dequantize_per_channel(a, s, None, 1, -127, 127, torch.int8), "i8 2x3",
     torch.tensor([0.1, 0.2, 0.3]))

PER_TOKEN = torch.tensor([[0.1], [0.02], [1.5]], dtype=torch.float64), torch.tensor([[3], [-100], [0]])
case("quantize_token", "quantized_decomposed::quantize_per_token.out",
     lambda a, s, z: qd.quantize_per_token(a * 3, s, z, -128, 127, torch.int8), "3x5", *PER_TOKEN)
case("dequantize_token", "quantized_decomposed::dequantize_per_token.out",
     lambda a, s, z: qd.dequantize_per_token(a, s, z, -128, 127, torch.int8, torch.float32), "i8 3x5", *PER_TOKEN)
case("choose_qparams", "quantized_decomposed::choose_qparams.Tensor_out",
     lambda a: tuple(qd.choose_qparams.tensor(a, -128, 127, 0.02, torch.int8)), "3x5",
     more=((torch.linspace(-0.001, 0.002, 15).reshape(3, 5),),))
case("choose_qparams_token", "quantized_decomposed::choose_qparams_per_token_asymmetric.out",
     lambda a: tuple(qd.choose_qparams_per_token_asymmetric(a, torch.int8)), "3x5")

torch.library.register_fake("quantized_decomposed::add", lambda a, *_: torch.empty_like(a))
torch.library.register_fake("quantized_decomposed::mixed_mm", lambda a, w, *_: a.new_empty(a.shape[0], w.shape[1]))
torch.library.register_fake("quantized_decomposed::mixed_linear", lambda a, w, *_: a.new_empty(a.shape[0], w.shape[0]))


def quantised_sum(a, b):
    return qd.add(a, 0.05, 130, 0, 255, b, 0.2, 121, 0, 255, 0.11, 128, 0, 255)


pointwise("quantized_add", "quantized_decomposed::add.out", quantised_sum, "u8 7x8", "u8 7x8")

ROWS = torch.randint(-128, 128, (7, 4), generator=torch.Generator().manual_seed(1)).to(torch.int8)
SCALES, ZEROS = torch.linspace(0.01, 0.2, 7), torch.linspace(-9, 9, 7).round()
case("embedding_byte", "quantized_decomposed::embedding_byte.out",
     lambda w, s, z, i: qd.embedding_byte(w, s, z, -128, 127, i), ROWS, SCALES, ZEROS, "i64 2x3 <7")
case("embedding_byte_groups", "quantized_decomposed::embedding_byte.out",
     lambda w, s, i: qd.embedding_byte(w, s, None, -128, 127, i), ROWS,
     torch.linspace(0.01, 0.3, 14).reshape(7, 2), "i64 5 <7")
case("embedding_byte_dtype", "quantized_decomposed::embedding_byte.dtype_out",
     lambda w, s, z, i: qd.embedding_byte.dtype(w, s, z, -128, 127, i, dtype=torch.float16),
     ROWS, SCALES.half(), ZEROS.half(), "i64 4 <7")
for bits in (2, 4):
    op = getattr(qd, f"embedding_{bits}bit")
    limits = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    packed = ROWS.view(torch.uint8)
    case(f"embedding_{bits}bit", f"quantized_decomposed::embedding_{bits}bit.out",
         lambda w, s, z, i, f=op, m=limits: f(w, s, z, *m, i), packed, SCALES, ZEROS, "i64 2x3 <7")
    case(f"embedding_{bits}bit_dtype", f"quantized_decomposed::embedding_{bits}bit.dtype_out",
         lambda w, s, i, f=op, m=limits: f.dtype(w, s, None, *m, i, dtype=torch.float16), packed,
         SCALES.half(), "i64 5 <7")
case("mixed_mm", "quantized_decomposed::mixed_mm.out", lambda a, w, s: qd.mixed_mm(a, w, s, None), "3x7", ROWS, SCALES)
case("mixed_linear", "quantized_decomposed::mixed_linear.out",
     lambda a, w, s: qd.mixed_linear(a, w, s, None), "3x4", ROWS, SCALES)
