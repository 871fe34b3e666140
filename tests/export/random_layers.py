# SPDX-License-Identifier: 0BSD
"""Steps of random programs: layers and quantised operators."""
import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (defines the embedding operators)
import torch
from random_maker import F32, F64, NUMBERS
from random_steps import I32, I64, PLAIN, STEPS, WIDE, add, alike, indices, scalar, step
from torch.nn import functional as F

aten, qd = torch.ops.aten, torch.ops.quantized_decomposed

# ---- layers ----


def image(m, rank, exact=False):
    """A batch of which only the number of images may be dynamic."""
    return m.pick((F32,), rank, exact=exact, where=lambda v: all(v.fixed_axis(i) for i in range(1, v.rank)))


@step
def linear(m):
    a = m.pick(PLAIN, (1,), where=lambda v: v.fixed_axis(v.rank - 1))
    n = m.rng.randint(1, 6)
    w = m.weight(a.dtype, n, a.shape[-1])
    if m.chance(0.7):
        m.apply(F.linear, a, w, m.weight(a.dtype, n), exact=True, sums=True)
    else:
        m.apply(F.linear, a, w, exact=True, sums=True)


@step
def conv2d(m):
    a = image(m, 4)
    groups = m.choice([g for g in range(1, a.shape[1] + 1) if a.shape[1] % g == 0])
    out, kernel = groups * m.rng.randint(1, 3), (m.rng.randint(1, 3), m.rng.randint(1, 3))
    w, b = m.weight(F32, out, a.shape[1] // groups, *kernel), m.weight(F32, out)
    stride, pad, dilation = ((m.rng.randint(1, 2), m.rng.randint(1, 2)), (m.rng.randint(0, 2), m.rng.randint(0, 1)),
                             m.choice((1, 1, 2)))
    v = m.apply(lambda x, w, b: F.conv2d(x, w, b, stride, pad, dilation, groups), a, w, b, exact=True, sums=True)
    if m.chance(0.5):
        m.apply(m.choice((torch.relu, F.relu6, F.hardswish, lambda x: x.clamp(-1, 2), lambda x: x + x)), v, exact=True)


@step
def conv1d(m):
    a = image(m, 3)
    groups = m.choice((1, a.shape[1]))
    w, stride, pad = m.weight(F32, 2 * groups, a.shape[1] // groups, 2), m.rng.randint(1, 2), m.rng.randint(0, 1)
    m.apply(lambda x, w: F.conv1d(x, w, None, stride, pad, 1, groups), a, w, exact=True, sums=True)


@step
def conv_transpose2d(m):
    a = image(m, 4)
    w, b, stride = m.weight(F32, a.shape[1], 2, 2, 3), m.weight(F32, 2), m.rng.randint(1, 2)
    m.apply(lambda x, w, b: F.conv_transpose2d(x, w, b, stride, 1), a, w, b, exact=True, sums=True)


@step
def mm(m):
    a = m.pick(PLAIN + WIDE, 2, where=lambda v: v.fixed_axis(1))
    b = m.input(a.dtype, [a.shape[1], m.rng.randint(1, 5)]) if m.chance(0.5) else m.weight(a.dtype, a.shape[1], 3)
    m.apply(torch.mm, a, b, exact=True, sums=True)


@step
def addmm(m):
    a = m.pick(PLAIN, 2, where=lambda v: v.fixed_axis(1))
    beta, alpha = m.number(-2, 2), m.number(-2, 2)
    m.apply(lambda c, x, y: torch.addmm(c, x, y, beta=beta, alpha=alpha), m.weight(a.dtype, 3), a,
            m.weight(a.dtype, a.shape[1], 3), exact=True, sums=True)


@step
def bmm(m):
    a = m.pick((F32,), 3)
    m.apply(lambda x: torch.bmm(x, x.transpose(1, 2)), a, exact=True, sums=True)


@step
def matmul(m):
    a = m.pick((F32,), (3,))
    m.apply(lambda x: x @ x.transpose(-1, -2), a, exact=True, sums=True)


@step
def attention(m):
    a = m.pick((F32,), 4)
    b, c = alike(m, a, 2)
    causal = m.chance(0.3)
    m.apply(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=causal), a, b, c)


@step
def masked_softmax(m):
    a = m.pick((F32,), (2,))
    m.apply(lambda x: x.masked_fill(torch.ones_like(x).triu(1) > 0, float("-inf")).softmax(-1), a)


@step
def batch_norm(m):
    a = image(m, m.choice((2, 3, 4)))
    n = a.shape[1]
    variance = m.constant(torch.rand(n, generator=m.generator()) + 0.5, exact=False)
    m.apply(lambda x, mean, var, w, b: F.batch_norm(x, mean, var, w, b), a, m.weight(F32, n), variance, m.weight(F32, n),
            m.weight(F32, n))


@step
def batch_norm_no_stats(m):
    a = image(m, 4)
    w = m.weight(F32, a.shape[1])
    m.apply(lambda x, w: aten._native_batch_norm_legit.no_stats(x, w, w, True, 0.1, 1e-1)[0], a, w)


@step
def layer_norm(m):
    a = m.pick((F32,), (1,), where=lambda v: v.fixed_axis(v.rank - 1))
    n = a.shape[-1]
    m.apply(lambda x, w, b: F.layer_norm(x, (n,), w, b, 0.1), a, m.weight(F32, n), m.weight(F32, n))


@step
def group_norm(m):
    a = image(m, m.choice((3, 4)))
    groups = m.choice([g for g in range(1, a.shape[1] + 1) if a.shape[1] % g == 0])
    m.apply(lambda x, w, b: F.group_norm(x, groups, w, b, 0.1), a, m.weight(F32, a.shape[1]), m.weight(F32, a.shape[1]))


@step
def rms_norm(m):
    a = m.pick((F32,), (1,), where=lambda v: v.fixed_axis(v.rank - 1))
    n = a.shape[-1]
    m.apply(lambda x: F.rms_norm(x, (n,), eps=0.1), a)


@step
def avg_pool2d(m):
    a = image(m, 4)
    kernel, stride, pad = m.choice((2, 3, (1, 2))), m.rng.randint(1, 2), m.choice((0, 0, 1))
    ceil, count = m.chance(0.3), m.chance(0.5)
    m.apply(lambda x: F.avg_pool2d(x, kernel, stride, pad if kernel != (1, 2) else 0, ceil, count), a)


@step
def max_pool2d(m):
    a = image(m, 4, exact=True)
    kernel, stride, pad, ceil = m.choice((2, 3)), m.rng.randint(1, 3), m.choice((0, 1)), m.chance(0.3)
    m.apply(lambda x: F.max_pool2d(x, kernel, stride, pad, 1, ceil), a, exact=True)


@step
def max_pool2d_indices(m):
    a = image(m, 4, exact=True)
    m.apply(lambda x: F.max_pool2d(x, 2, 2, return_indices=True), a, exact=True)


@step
def adaptive_avg_pool2d(m):
    a = m.fixed((F32,), 4)
    size = m.rng.randint(1, 3), m.rng.randint(1, 3)
    m.apply(lambda x: F.adaptive_avg_pool2d(x, size), a)


@step
def embedding(m):
    n = m.rng.randint(2, 7)
    m.apply(lambda i, w: F.embedding(i, w), indices(m, n, m.dims_like(m.rng.randint(1, 2)), m.choice((I32, I64))),
            m.weight(F32, n, 3), exact=True)


@step
def upsample_nearest(m):
    a = m.fixed((F32,), 4)
    scale = m.choice((2, 1.5))
    m.apply(lambda x: F.interpolate(x, scale_factor=scale), a, exact=True)


@step
def upsample_bilinear(m):
    a = m.fixed((F32,), 4)
    size, corners = (m.rng.randint(2, 7), m.rng.randint(2, 7)), m.chance(0.5)
    antialias = not corners and m.chance(0.5)
    m.apply(lambda x: F.interpolate(x, size, mode="bilinear", align_corners=corners, antialias=antialias), a)


@step
def grid_sample(m):
    a = m.fixed((F32,), 4)
    g = m.input(F32, [a.shape[0], 2, 3, 2])
    padding = m.choice(("zeros", "border", "reflection"))
    m.apply(lambda x, g: F.grid_sample(x, g / 3.7, "bilinear", padding, align_corners=False), a, g)


@step
def constant_pad(m):
    a = m.pick(NUMBERS, (1,))
    widths = [m.rng.randint(0, 2) for _ in range(2 * m.rng.randint(1, a.rank))]
    n = scalar(m, a)
    m.apply(lambda x: F.pad(x, widths, value=n), a, exact=True)


for kind in ("reflection", "replication"):
    for n in (1, 2, 3):
        def pad(m, f=getattr(aten, f"{kind}_pad{n}d"), n=n):
            a = m.fixed((F32,), n + 2 if n == 3 else m.choice((n + 1, n + 2)), most=5)
            widths = [m.rng.randint(0, 2) for _ in range(2 * n)]
            m.apply(lambda x: f(x, widths), a, exact=True)
        add(STEPS, f"{kind}_pad{n}d", pad)


@step
def pixel_shuffle(m):
    a = m.fixed((F32, I32), 4)
    m.apply(lambda x: F.pixel_shuffle(torch.cat([x] * 4, 1), 2), a, exact=True)


@step
def pixel_unshuffle(m):
    a = m.fixed((F32, I32), 4)
    m.apply(lambda x: F.pixel_unshuffle(torch.cat([torch.cat([x, x], 2)] * 2, 3), 2), a, exact=True)


@step
def glu(m):
    a = m.pick((F32,), (1,))
    axis = m.axis(a)
    m.apply(lambda x: F.glu(torch.cat([x, x], axis), axis), a)


@step
def dropout(m):
    m.apply(lambda x: aten.native_dropout(x, 0.5, False)[0], m.pick((F32,)), exact=True)


@step
def cdist(m):
    a, p = m.fixed((F32,), (2,), most=3, exact=True), m.choice((0.0, 1.0, 2.0, float("inf")))
    m.apply(lambda x, y: aten._cdist_forward(x, y, p, None), a, m.weight(F32, *a.shape[:-2], 4, a.shape[-1]))


@step
def pdist(m):
    p = m.choice((1.0, 2.0))
    m.apply(lambda x: aten._pdist_forward(x, p), m.fixed((F32,), 2))


@step
def convolution_backward(m):
    x = m.fixed((F32,), 4)
    n, c, h, w = x.shape
    weight = m.weight(F32, 2, c, 2, 2)
    g = m.input(F32, [n, 2, h + 1, w + 1])
    m.apply(lambda g, x, k: aten.convolution_backward(g, x, k, [2], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True] * 3),
            g, x, weight, exact=True, sums=True)


# ---- quantised ----

for dtype, low, high in ((torch.int8, -128, 127), (torch.uint8, 0, 255), (torch.int16, -32768, 32767)):
    def quantize(m, dtype=dtype, low=low, high=high):
        """Exact operands and scales of two's powers: no tie is decided by a rounding."""
        a, scale, zero = m.pick((F32,), exact=True), m.choice((0.125, 0.0625, 0.25)), m.rng.randint(max(low, -20), 20)
        q = m.apply(lambda x: qd.quantize_per_tensor(x, scale, zero, low, high, dtype), a, exact=True)
        if m.chance(0.7):
            if m.chance(0.4):
                q = m.apply(m.choice((lambda x: x.reshape(-1), lambda x: x.flip(0), lambda x: torch.cat([x, x]))), q)
            m.apply(lambda x: qd.dequantize_per_tensor(x, scale, zero, low, high, dtype), q, exact=True)
    add(STEPS, f"quantize_{dtype}"[:-1] + str(dtype)[-1], quantize)


@step
def quantized_between(m):
    """Float work between dequantise and quantise."""
    def to(x, scale=0.125):
        return qd.quantize_per_tensor(x, scale, 3, -128, 127, torch.int8)

    def back(x, scale=0.125):
        return qd.dequantize_per_tensor(x, scale, 3, -128, 127, torch.int8)

    a = m.pick((F32,), (1,), exact=True)
    f = m.choice((lambda x: x + x, torch.relu, lambda x: x * 0.5, torch.abs, lambda x: x.amax(-1), lambda x: x.clamp(-1, 1)))
    m.apply(lambda x: back(to(f(back(to(x))), 0.25), 0.25), a, exact=True)


@step
def quantize_channel(m):
    a = m.fixed((F32,), (1,), exact=True)
    axis = m.axis(a)
    n = a.shape[axis]
    scales, zeros = m.constant(torch.tensor([0.125, 0.25, 0.0625, 0.5, 0.125, 0.25] * n)[:n].double()), m.constant(torch.arange(n) - 2)
    q = m.apply(lambda x, s, z: qd.quantize_per_channel(x, s, z, axis, -128, 127, torch.int8), a, scales, zeros, exact=True)
    m.apply(lambda x, s, z: qd.dequantize_per_channel(x, s.float(), z, axis, -128, 127, torch.int8), q, scales, zeros, exact=True)


@step
def quantize_token(m):
    a = m.fixed((F32,), 2, exact=True)
    n = a.shape[0]
    s, z = m.constant(torch.full((n, 1), 0.125, dtype=F64)), m.constant(torch.arange(n).reshape(n, 1))
    q = m.apply(lambda x, s, z: qd.quantize_per_token(x, s, z, -128, 127, torch.int8), a, s, z, exact=True)
    m.apply(lambda x, s, z: qd.dequantize_per_token(x, s, z, -128, 127, torch.int8, F32), q, s, z, exact=True)


@step
def embedding_byte(m):
    rows = m.constant(torch.randint(-128, 128, (7, 4), generator=m.generator()).to(torch.int8))
    scales, zeros = m.constant(torch.full((7,), 0.125)), m.constant(torch.arange(7.0))
    m.apply(lambda w, s, z, i: qd.embedding_byte(w, s, z, -128, 127, i), rows, scales, zeros,
            indices(m, 7, m.dims_like(m.rng.randint(1, 2))), exact=True)


@step
def embedding_packed(m):
    bits = m.choice((2, 4))
    f = getattr(qd, f"embedding_{bits}bit")
    rows = m.constant(torch.randint(0, 256, (7, 4), generator=m.generator()).to(torch.uint8))
    scales = m.constant(torch.full((7,), 0.125))
    m.apply(lambda w, s, i: f(w, s, None, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1, i), rows, scales,
            indices(m, 7, m.dims_like(m.rng.randint(1, 2))), exact=True)
