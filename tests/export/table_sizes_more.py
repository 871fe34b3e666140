# SPDX-License-Identifier: 0BSD
"""Sizes that are known when the method is called, one operator after the other: aten from m on, quantized_decomposed, llama.

Those without a line here have a dynamic case elsewhere, or none applies: sizes that the file fixes (tril_indices,
triu_indices), windows over three axes (max_pool3d), outputs of adaptive windows."""
import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (defines the embedding operators)
import torch
from executorch.exir.schema import Tensor, TensorShapeDynamism
from llm import make_llm
from oracle import lower, run
from sizes import cases_at
from table_llm import GROUPED, attend, attend_quantised, quantised, update, update_at
from table_llm_other import Edited, make_fallback
from table_quant import quantised_sum
from torch.nn import functional as F

aten, qd = torch.ops.aten, torch.ops.quantized_decomposed
sizes = cases_at(N=(7, 1, 4), M=(5, 2, 3), K=(9, 6, 5))


def at_most(n, counted):
    """For the exporter, which knows no bound."""
    torch._check(counted.shape[0] <= n)
    return counted


def bounded(program):
    """The exporter takes the sizes of some results for known: they get their bounds back."""
    for value in program.execution_plan[0].values:
        if isinstance(value.val, Tensor) and value.val.sizes:
            value.val.shape_dynamism = TensorShapeDynamism.DYNAMIC_BOUND


def each_size(c, inputs):
    """The runtime refuses other sizes than those of the export: it answers a program for each."""
    options = {name: value for name, value in c.options.items() if name != "dynamic_shapes"}
    program = Edited(lower(c.function, inputs[0], **c.options), bounded)
    return program, [run(lower(c.function, case, **options).buffer, [case])[0] for case in inputs]


# ---- elementwise ----

for f in (torch.neg, torch.reciprocal, torch.relu, torch.round, torch.rsqrt, torch.sigmoid, torch.sign, torch.signbit, torch.sin, torch.sinh,
          torch.sqrt, torch.tan, torch.tanh, torch.trunc):
    sizes(f"{f.__name__}.out", f, "NxM")
for f in (torch.maximum, torch.minimum):
    sizes(f"{f.__name__}.out", f, "NxM", "Nx1")
sizes("ne.Tensor_out", torch.ne, "i64 NxM <3", "i64 M <3")
sizes("ne.Scalar_out", lambda a: a != 2, "i64 NxM <3")
sizes("remainder.Tensor_out", torch.remainder, "NxM", "M")
for f in (aten.mul, aten.remainder, aten.rsub, aten.sub):
    name = f.__name__
    sizes(f"{name}.Scalar_out", lambda a, f=f: f.Scalar(a, 2.5), "NxM")
sizes("masked_fill.Scalar_out", lambda a, m: a.masked_fill(m, -1.5), "NxM", "bool Nx1")
sizes("pow.Scalar_out", lambda a: 2.5**a, "NxM")
sizes("pow.Tensor_Scalar_out", lambda a: a**3, "NxM")
sizes("pow.Tensor_Tensor_out", torch.pow, "NxM >0", "M")
sizes("round.decimals_out", lambda a: torch.round(a, decimals=1), "NxM")
sizes("softplus.out", lambda a: F.softplus(a, 2.5, 3.0), "NxM", keep=True)

# ---- layers ----

sizes("_native_batch_norm_legit_no_training.out", lambda a, w, b, m, v: aten._native_batch_norm_legit_no_training(a, w, b, m, v, 0.1, 1e-3)[0],
      "Nx3xMx2", *["3"] * 3, "3 >0")
sizes("native_layer_norm.out", lambda a, w, b: F.layer_norm(a, (3,), w, b), "NxMx3", "3", "3")
sizes("native_layer_norm.out", lambda a: F.layer_norm(a, (a.shape[1], 3)), "NxMx3", name="native_layer_norm_rows")
sizes("native_group_norm.out", lambda a, w, b: F.group_norm(a, 2, w, b), "Nx4xM", "4", "4")
sizes("native_dropout.out", lambda a: aten.native_dropout(a, 0.5, False), "NxM")
sizes("native_dropout.out", lambda a: ((d := aten.native_dropout(a, 0.75, True)[0]) == 0) | (d == a * 4), "NxM", name="native_dropout_training",
      eager=True)
sizes("mm.out", torch.mm, "NxK", "KxM")
sizes("max_pool2d_with_indices.out", lambda a: F.max_pool2d(a, 2, 1, return_indices=True), "Nx2xKx3")
sizes("max_pool2d_with_indices_backward.grad_input", lambda g, a: aten.max_pool2d_with_indices_backward(
    g, a, [2, 2], [2, 2], [0, 0], [1, 1], False, aten.max_pool2d_with_indices(a, [2, 2])[1]), "Nx1xMx3", "Nx1x2Mx6", eager=True)
for n, (shape, pad) in {1: ("NxK", [2, 1]), 2: ("2xKxK", [1, 2, 2, 0]), 3: ("2xKx3x4", [1, 2, 0, 1, 2, 1])}.items():
    for kind in ("reflection", "replication"):
        sizes(f"{kind}_pad{n}d.out", lambda a, f=getattr(aten, f"{kind}_pad{n}d"), p=pad: f(a, p), shape)
sizes("pixel_shuffle.out", lambda a: F.pixel_shuffle(a, 2), "Nx8xMx3")
sizes("pixel_unshuffle.out", lambda a: F.pixel_unshuffle(a, 2), "Nx2x2Mx6")
sizes("_pdist_forward.out", lambda a: aten._pdist_forward(a, 2.0), "4xM")
for name, scale in {"": (2, 1), "_columns": (1, 1.5), "_less": 0.5}.items():
    sizes("upsample_nearest2d.vec_out", lambda a, s=scale: F.interpolate(a, scale_factor=s), "Nx1xKx4", name=f"upsample_nearest2d{name}")
    sizes("upsample_bilinear2d.vec_out", lambda a, s=scale: F.interpolate(a, scale_factor=s, mode="bilinear"), "Nx1xKx4",
          name=f"upsample_bilinear2d{name}")
sizes("upsample_nearest2d.vec_out", lambda a: F.interpolate(a, (5, 3)), "Nx2xKxM", name="upsample_nearest2d_to_size")
sizes("upsample_bilinear2d.vec_out", lambda a: F.interpolate(a, (5, 3), mode="bilinear", align_corners=True), "Nx2xKxM",
      name="upsample_bilinear2d_corners")
sizes("upsample_bilinear2d.vec_out", lambda a, b: F.interpolate(a, b.shape[2:], mode="bilinear") + b, "Nx2xKxM", "1x1xNxK",
      name="upsample_bilinear2d_like")
sizes("upsample_nearest2d.vec_out", lambda a, b: F.interpolate(a, b.shape[2:]) + b, "Nx2xKxM", "1x1xNxK", name="upsample_nearest2d_like")
sizes("upsample_nearest2d.vec_out", lambda a: torch.cat([a, F.interpolate(F.max_pool2d(a, 2) * 3, scale_factor=2)], 1), "1x2x2Nx2M",
      name="upsample_skip")
sizes("_upsample_bilinear2d_aa.out", lambda a: F.interpolate(a, (3, 4), mode="bilinear", antialias=True), "Nx2x7x9", make=each_size)
sizes("_upsample_bilinear2d_aa.out", lambda a: F.interpolate(a, (3, 4), mode="bilinear", antialias=True), "Nx2xKxM",
      name="upsample_bilinear2d_aa_planes", make=each_size)

sizes("upsample_bilinear2d.vec_out", lambda a: F.interpolate(a, scale_factor=1.3, mode="bilinear"), "Nx1xKx4", name="upsample_bilinear2d_odd")
sizes("_upsample_bilinear2d_aa.out", lambda a, b: F.interpolate(a, b.shape[2:], mode="bilinear", antialias=True) + b, "Nx1xKxM", "1x1xNxK",
      name="upsample_bilinear2d_aa_like", make=each_size)
sizes("_pdist_forward.out", lambda a: aten._pdist_forward(a, 1.0), "KxM", name="pdist_forward_rows")

# ---- reductions and orders ----

sizes("mean.dtype_out", lambda a: a.mean(), "NxM")
sizes("mean.out", lambda a: a.mean((0, 2)), "NxMx3")
sizes("prod.out", lambda a: a.prod(), "NxM")
sizes("prod.int_out", lambda a: a.prod(1), "NxM")
sizes("var.out", lambda a: aten.var.dim(a, [0], False), "NxM")
for f in (torch.max, torch.min):
    sizes(f"{f.__name__}.unary_out", f, "NxM")
    sizes(f"{f.__name__}.dim_{f.__name__}", lambda a, f=f: tuple(f(a, 0)), "NxM")
for f in (torch.median, torch.nanmedian):
    sizes(f"{f.__name__}.out", f, "NxM")
sizes("sort.values_stable", lambda a: tuple(torch.sort(a, dim=0, descending=True, stable=True)), "i64 NxM <5")
sizes("topk.values", lambda a: tuple(a.topk(2, 0, False)), "KxM", name="topk")
sizes("unique_consecutive.out", lambda a: [at_most(9, x) for x in torch.unique_consecutive(a, return_counts=True)], "i64 K <2")

# ---- moves ----

sizes("_to_copy.out", lambda a: a.to(torch.int32), "NxM", _skip_dim_order=True)
sizes("dim_order_ops::_to_dim_order_copy.out", lambda a: a.to(memory_format=torch.channels_last), "Nx2xMx3")
sizes("dim_order_ops::_clone_dim_order.out", lambda a: a.clone(memory_format=torch.channels_last), "Nx2xMx3")
sizes("dim_order_ops::_empty_dim_order.out", lambda a: torch.empty(a.shape[0], 3).zero_() + a, "Nx3", make=each_size)
sizes("ones.out", lambda a: torch.ones(a.shape[0], 3) + a, "Nx1")
sizes("zeros.out", lambda a: torch.zeros(a.shape[0], 3) + a, "Nx1")
sizes("scalar_tensor.out", lambda a: aten.scalar_tensor(a.shape[0]) + a, "NxM")
sizes("permute_copy.out", lambda a: a.permute(2, 0, 1), "NxMx3")
sizes("transpose_copy.int_out", lambda a: aten.transpose_copy(a, 0, -1), "Nx2xM")
sizes("t_copy.out", aten.t_copy, "NxM")
sizes("squeeze_copy.dim_out", lambda a: aten.squeeze_copy.dim(a, 1), "Nx1xM")
sizes("squeeze_copy.dims_out", lambda a: a.squeeze((0, -2)), "1xNx1xM")
sizes("unsqueeze_copy.out", lambda a: a.unsqueeze(-2), "NxM")
sizes("view_copy.out", lambda a: a.reshape(a.shape[0] * 2, -1), "Nx2xM", backend={"remove_view_copy": False})
sizes("view_as_real_copy.out", torch.view_as_real_copy, "c64 NxM")
sizes("repeat.out", lambda a: a.repeat(2, 1, 3), "NxM")
sizes("repeat.out", lambda a, b: a.repeat(1, b.shape[0]) * b.sum(), "2xM", "N", name="repeat_by_size")
sizes("repeat_interleave.Tensor_out", lambda a: at_most(14, torch.repeat_interleave(a)), "i64 N <3")
sizes("stack.out", lambda a, b: torch.stack([a, a, b], 1), "NxM", "NxM")
sizes("split_copy.Tensor_out", lambda a: aten.split_copy.Tensor(a, 2, 1), "Nx5", make=each_size)
sizes("unbind_copy.int_out", lambda a: aten.unbind_copy(a, 1), "Nx3xM", make=each_size)
sizes("unfold_copy.out", lambda a: aten.unfold_copy(a, 1, 3, 2), "NxK")
sizes("tril.out", lambda a: a.tril(-1), "2xNxM")
sizes("slice_scatter.out", lambda a, b: torch.slice_scatter(a, b, 1, 1, 3), "NxK", "Nx2")
sizes("slice_scatter.out", lambda a, b: torch.slice_scatter(a, b, 0, a.shape[0] - b.shape[0]), "2NxM", "NxM", name="slice_scatter_end")
sizes("masked_scatter.out", lambda a, m, s: a.masked_scatter(m, s), "NxM", "bool NxM", "NxM")
sizes("put.out", lambda a, s: aten.put(a, torch.tensor([0, -1]), s), "KxM", "2")
sizes("put.out", lambda a, i, s: aten.put(a, i, s, True), "KxM", "i64 N <6", "N", name="put_accumulate")
sizes("scatter.value_out", lambda a, i: a.scatter(0, i, 2.5), "KxM", "i64 2xM <3")
sizes("scatter_add.out", lambda a, i, s: a.scatter_add(1, i, s), "NxK", "i64 NxM <3", "NxM")
for way in ("sum", "mean", "amax"):
    sizes("scatter_reduce.two_out", lambda a, i, s, w=way: a.scatter_reduce(0, i, s, w, include_self=False), "KxM", "i64 NxM <3", "NxM",
          name=f"scatter_reduce_{way}")

# ---- random numbers ----

sizes("rand_like.out", lambda a: ((r := torch.rand_like(a)) >= 0) & (r < 1) & (r != torch.rand_like(a)), "NxM")
sizes("randn_like.out", lambda a: ((r := torch.randn_like(a)).abs() < 8) & (r != torch.randn_like(a)), "NxM")
sizes("randn.out", lambda a: (((r := torch.randn(a.shape[0], 3)).abs() < 8) & (r != torch.randn(a.shape[0], 3))) * a, "Nx1")
sizes("randint.low_out", lambda a: ((r := torch.randint(-3, 9, (a.shape[0], 300))).amax(1) + a, r.amin(1)), "i64 N")
sizes("randperm.out", lambda a: torch.randperm(a.shape[0]).sort()[0] + a, "i64 N")
sizes("normal.Tensor_float_out", lambda a: (((torch.normal(a.expand(-1, 4000), 0.5) - a).abs().mean(1) - 0.399).abs() < 0.05) * a[:, 0], "Nx1")
sizes("multinomial.out", lambda a: torch.multinomial(a * (torch.arange(a.shape[1]) >= a.shape[1] - 2), 2).sort()[0], "NxM >0")

# ---- quantisation ----

Q, DQ = "quantized_decomposed::quantize_per", "quantized_decomposed::dequantize_per"
BYTES = -128, 127, torch.int8
ROWS = torch.randint(-128, 128, (7, 4), generator=torch.Generator().manual_seed(1)).to(torch.int8)
SCALES, ZEROS = torch.linspace(0.01, 0.2, 7), torch.linspace(-9, 9, 7).round()
ONE = torch.tensor([0.03], dtype=torch.float64), torch.tensor([-5])

sizes(f"{Q}_tensor.out", lambda a: qd.quantize_per_tensor(a, 0.03, 7, *BYTES), "NxM")
sizes(f"{DQ}_tensor.out", lambda a: qd.dequantize_per_tensor(a, 0.03, 7, *BYTES), "i8 NxM")
sizes(f"{Q}_tensor.Tensor_out", lambda a, s, z: qd.quantize_per_tensor.tensor(a, s, z, *BYTES), "NxM", *ONE)
sizes(f"{DQ}_tensor.Tensor_out", lambda a, s, z: qd.dequantize_per_tensor.tensor(a, s, z, *BYTES), "i8 NxM", *ONE)
for name, axis, shape, channels in (("", 1, "Nx3xM", "3"), ("_dynamic", 0, "NxM", "N"), ("_last", -1, "NxM", "M")):
    sizes(f"{Q}_channel.out", lambda a, s, z, x=axis: qd.quantize_per_channel(a, s * 0.05, z, x, *BYTES), shape, f"f64 {channels} >0",
          f"i64 {channels} <50", name=f"quantize_per_channel{name}")
    sizes(f"{DQ}_channel.out", lambda a, s, z, x=axis: qd.dequantize_per_channel(a, s, z, x, *BYTES), f"i8 {shape}", f"{channels} >0",
          f"i64 {channels} <50", name=f"dequantize_per_channel{name}")
sizes(f"{Q}_token.out", lambda a, s, z: qd.quantize_per_token(a, s * 0.05, z, *BYTES), "NxMx5", "f64 NxMx1 >0", "i64 NxMx1 <50")
sizes(f"{DQ}_token.out", lambda a, s, z: qd.dequantize_per_token(a, s, z, *BYTES, torch.float32), "i8 NxMx5", "f64 NxMx1 >0", "i64 NxMx1 <50")
sizes("quantized_decomposed::choose_qparams.Tensor_out", lambda a: tuple(qd.choose_qparams.tensor(a, -128, 127, 0.02, torch.int8)), "NxM")
sizes("quantized_decomposed::choose_qparams_per_token_asymmetric.out", lambda a: tuple(qd.choose_qparams_per_token_asymmetric(a, torch.int8)),
      "NxMx5")
MATRIX = torch.randint(-128, 128, (6, 8), generator=torch.Generator().manual_seed(2)).to(torch.int8)
MATRIX_SCALES, BIAS = torch.linspace(0.001, 0.01, 6), torch.linspace(-1, 1, 6)


def quantised_layer(a):
    """A linear, clamped behind the views of its rows."""
    weights = qd.dequantize_per_channel(MATRIX, MATRIX_SCALES, None, 0, -128, 127, torch.int8)
    rows = qd.dequantize_per_tensor(qd.quantize_per_tensor(a, 0.02, 3, -128, 127, torch.int8), 0.02, 3, -128, 127, torch.int8)
    return qd.quantize_per_tensor(F.linear(rows, weights, BIAS).relu(), 0.03, -5, -128, 127, torch.int8)


sizes("quantized_decomposed::quantize_per_tensor.out", quantised_layer, "NxMx8", name="linear_relu")
sizes("quantized_decomposed::add.out", quantised_sum, "u8 NxM", "u8 NxM", make=each_size)
for kind, weight, *limits in ("byte", ROWS, -128, 127), ("2bit", ROWS.view(torch.uint8), -2, 1), ("4bit", ROWS.view(torch.uint8), -8, 7):
    f = getattr(qd, f"embedding_{kind}")
    sizes(f"quantized_decomposed::embedding_{kind}.out", lambda i, w, s, z, f=f, m=limits: f(w, s, z, *m, i), "i64 NxM <7", weight, SCALES, ZEROS)
    sizes(f"quantized_decomposed::embedding_{kind}.dtype_out",
          lambda i, w, s, z, f=f, m=limits: f.dtype(w, s, z, *m, i, dtype=torch.float16), "i64 NxM <7", weight, SCALES.half(), ZEROS.half())
sizes("quantized_decomposed::mixed_mm.out", lambda a, w, s: qd.mixed_mm(a, w, s, None), "Nx7", ROWS, SCALES)
sizes("quantized_decomposed::mixed_linear.out", lambda a, w, s: qd.mixed_linear(a, w, s, None), "Nx4", ROWS, SCALES)

# ---- language models ----

START = "i64 1 <3"
sizes("llama::update_cache.out", update, "1xNx2x4", "1x9x2x4", START, make=make_llm)
sizes("llama::update_cache_with_indices.out", update_at, "1xNx2x4", "1x9x2x4", "i64 1xN <9", make=make_llm)
sizes("llama::custom_sdpa.out", lambda q, k, v, s: attend(q, k, v, s, causal=True), "1xNx4x8", "1x12x2x8", "1x12x2x8", START, make=make_llm)
KEYS = quantised(*GROUPED)
sizes("llama::custom_quantized_sdpa.out", lambda q, k, v, z, s, *rest: attend_quantised(q, k, v, z, s * 0.01, *rest), "i8 1xNx4x8", *KEYS[1:3],
      "i8 1xNx4x1", "1xNx4x1 >0", *KEYS[5:], "i64 1 <2", make=make_llm)
sizes("llama::channelwise_gated_delta_rule.out", lambda q, k, v, d, b, s: torch.ops.llama.channelwise_gated_delta_rule(
    q, k, v, d.sigmoid(), b.sigmoid(), s), "1x2xNx5", "1x2xNx5", "1x2xNx6", "1x2xNx5", "1x2xN", "1x2x5x6")
sizes("llama::fallback.out", torch.relu, "NxM", make=make_fallback)

# ---- arguments that are sizes themselves: b counts ----

for name, operator, f, *specs in (
        ("topk", "topk.values", lambda a, b: tuple(a.topk(b.shape[0])), "KxK", "M"),
        ("roll", "roll.out", lambda a, b: a.roll((b.shape[0], -2), (0, 1)), "KxM", "N"),
        ("select_copy", "select_copy.int_out", lambda a, b: a.select(0, b.shape[0]), "KxN", "M"),
        ("select_scatter", "select_scatter.out", lambda a, b: torch.select_scatter(a, a[:, 0] * 2, 1, b.shape[0]), "NxK", "M"),
        ("slice_copy", "slice_copy.Tensor_out", lambda a, b: a[b.shape[0]:], "KxN", "M"),
        ("slice_scatter", "slice_scatter.out", lambda a, b: torch.slice_scatter(a, b, 0, b.shape[0], 2 * b.shape[0]), "3MxN", "MxN"),
        ("mul_scalar", "mul.Scalar_out", lambda a, b: aten.mul.Scalar(a, b.shape[0]), "NxM", "K"),
        ("remainder_scalar", "remainder.Scalar_out", lambda a, b: aten.remainder.Scalar(a, b.shape[0]), "NxM", "K"),
        ("pow_scalar", "pow.Tensor_Scalar_out", lambda a, b: a ** b.shape[0], "NxM", "M"),
        ("masked_fill", "masked_fill.Scalar_out", lambda a, b: a.masked_fill(a > 0, b.shape[0]), "NxM", "K"),
        ("reflection_pad1d", "reflection_pad1d.out", lambda a, b: aten.reflection_pad1d(a, [b.shape[0], 1]), "NxK", "M"),
        ("replication_pad2d", "replication_pad2d.out", lambda a, b: aten.replication_pad2d(a, [1, b.shape[0], 0, 2]), "2xNxM", "M"),
        ("multinomial", "multinomial.out",
         lambda a, b: torch.multinomial(a * (torch.arange(a.shape[1]) >= a.shape[1] - b.shape[0]), b.shape[0]).sort()[0], "NxK >0", "M"),
        ("randint", "randint.low_out", lambda a, b: torch.randint(2, 3, (a.shape[0], b.shape[0])) + a[:, None] + b, "i64 N", "i64 M")):
    sizes(operator, lambda a, b, f=f: (f(a, b), b * 2), *specs, name=f"{name}_by")
sizes("narrow_copy.out", lambda a, b: (aten.narrow_copy(a, 0, b.shape[0], 2), b * 2), "KxN", "M", name="narrow_copy_by", make=each_size)
sizes("repeat_interleave.Tensor_out", lambda a: (torch.repeat_interleave(a * 0 + 2, output_size=2 * a.shape[0]), a * 2), "i64 N",
      name="repeat_interleave_by")
sizes("split_with_sizes_copy.out", lambda a, b: (*a.split([b.shape[0], a.shape[0] - b.shape[0]]), b * 2), "KxN", "M", name="split_with_sizes_by",
      make=each_size)

# ---- from a position that a tensor says, as many as b has ----


def starting(a, b, p):
    start = p.item()
    torch._check(start >= 0)
    torch._check(start <= a.shape[0] - b.shape[0])
    return start


sizes("slice_copy.Tensor_out", lambda a, b, p: a[(s := starting(a, b, p)):s + b.shape[0]] * b, "12x3", "Nx3", START, name="slice_copy_at")
sizes("narrow_copy.out", lambda a, b, p: aten.narrow_copy(a, 0, starting(a, b, p), b.shape[0]) * b, "12x3", "Nx3", START, name="narrow_copy_at")
sizes("slice_scatter.out", lambda a, b, p: torch.slice_scatter(a, b, 0, (s := starting(a, b, p)), s + b.shape[0]), "12x3", "Nx3", START,
      name="slice_scatter_at")
sizes("select_scatter.out", lambda a, b, p: torch.select_scatter(a, b, 0, starting(a, a[:1], p)), "12xN", "N", START, name="select_scatter_at")
for dtype, after in ("i32", lambda y: y), ("f32", lambda y: y.to(torch.int8)):  # part of a constant, as long as the input
    table = torch.arange(9, dtype=torch.int32 if dtype == "i32" else torch.float32)
    sizes("add.out", lambda a, c=table, f=after: f(a * 2 + c[:at_most(9, a).shape[0]]), f"{dtype} N", name=f"add_part_{dtype}")
