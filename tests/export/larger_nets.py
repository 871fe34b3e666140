# SPDX-License-Identifier: 0BSD
"""The networks of larger.py that torchvision does not have."""
import torch
from llm import custom_sdpa, llama, position
from torch import nn
from torch.nn import functional as F

quantized = torch.ops.quantized_decomposed

# ---- sequences ----


class Encoder(nn.Module):
    """A recurrent network over a sequence, and what it says of the whole: `kind` is nn.LSTM or nn.GRU."""

    def __init__(self, kind, features, hidden, layers, classes, bidirectional):
        super().__init__()
        self.cells = kind(features, hidden, layers, batch_first=True, bidirectional=bidirectional)
        self.head = nn.Linear(hidden * (2 if bidirectional else 1), classes)

    def forward(self, x):
        y, state = self.cells(x)
        return self.head(y[:, -1]), y, state[-1] if isinstance(state, tuple) else state


class GatedLayer(nn.Module):
    """WaveNet's: a causal dilated convolution, gated; what goes on to the next layer, and to the output."""

    def __init__(self, channels, inner, skip, dilation):
        super().__init__()
        self.past = 2 * dilation
        self.dilated = nn.Conv1d(channels, 2 * inner, 3, dilation=dilation)
        self.residual, self.skip = nn.Conv1d(inner, channels, 1), nn.Conv1d(inner, skip, 1)

    def forward(self, x):
        signal, gate = self.dilated(F.pad(x, (self.past, 0))).chunk(2, 1)
        y = torch.tanh(signal) * torch.sigmoid(gate)
        return x + self.residual(y), self.skip(y)


class WaveNet(nn.Module):
    """Logits of the next sample's 8 bits, from sound of any length."""

    def __init__(self, channels, inner, skip, dilations, levels):
        super().__init__()
        self.first = nn.Conv1d(1, channels, 1)
        self.layers = nn.ModuleList(GatedLayer(channels, inner, skip, d) for d in dilations)
        self.last = nn.Sequential(nn.ReLU(), nn.Conv1d(skip, skip, 1), nn.ReLU(), nn.Conv1d(skip, levels, 1))

    def forward(self, sound):
        x, total = self.first(sound), 0
        for layer in self.layers:
            x, skip = layer(x)
            total = total + skip
        return self.last(total)


# ---- transformers ----


class BertLayer(nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(hidden, hidden) for _ in range(4))
        self.up, self.down = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)
        self.norm1, self.norm2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)

    def forward(self, x, mask):
        query, key, value = (f(x).unflatten(2, (self.heads, -1)).transpose(1, 2)
                             for f in (self.query, self.key, self.value))
        attention = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = self.norm1(x + self.out(attention.transpose(1, 2).flatten(2)))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    """The mean of a sentence's words; where `words` is 0 there is none."""

    def __init__(self, vocabulary, most, hidden, heads, layers):
        super().__init__()
        self.word, self.place = nn.Embedding(vocabulary, hidden), nn.Embedding(most, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.layers = nn.ModuleList(BertLayer(hidden, heads) for _ in range(layers))
        self.pooler = nn.Linear(hidden, hidden)

    def forward(self, words):
        there = words != 0
        x = self.norm(self.word(words) + self.place(torch.arange(words.shape[1])))
        for layer in self.layers:
            x = layer(x, there[:, None, None, :])
        weight = there.float()[:, :, None]
        return torch.tanh(self.pooler((x * weight).sum(1) / weight.sum(1).clamp(min=1)))


class Linear8da4w(nn.Module):
    """A linear layer with weights of 4 bits in groups, over tokens that are quantised to 8 bits when they are known:
    torchao's, by operators that ExecuTorch exports without a delegate. Of torchao's own it finds no out variant."""

    def __init__(self, linear, group):
        super().__init__()
        weight = linear.weight.detach().unflatten(1, (-1, group))
        scale = weight.abs().amax(2, keepdim=True) / 7.5
        self.register_buffer("weight", (weight / scale).round().clamp(-8, 7).to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, x):
        scale, zero = quantized.choose_qparams_per_token_asymmetric(x, torch.int8)
        x = quantized.quantize_per_token(x, scale, zero, -128, 127, torch.int8)
        x = quantized.dequantize_per_token(x, scale, zero, -128, 127, torch.int8, torch.float32)
        return F.linear(x, (self.weight * self.scale).flatten(1))


def quantise_linear(module, group):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            setattr(module, name, Linear8da4w(child, group))
        else:
            quantise_linear(child, group)


class LlamaLayer(nn.Module):
    """Grouped-query attention over a cache, and a gated product. `custom`: by ExecuTorch's own operators."""

    def __init__(self, hidden, heads, groups, inner, most, custom):
        super().__init__()
        self.heads, self.groups, self.depth, self.custom = heads, groups, hidden // heads, custom
        self.query, self.out = (nn.Linear(hidden, hidden, bias=False) for _ in range(2))
        self.key, self.value = (nn.Linear(hidden, groups * self.depth, bias=False) for _ in range(2))
        self.gate, self.up = (nn.Linear(hidden, inner, bias=False) for _ in range(2))
        self.down = nn.Linear(inner, hidden, bias=False)
        self.norm1, self.norm2 = nn.RMSNorm(hidden, 1e-5), nn.RMSNorm(hidden, 1e-5)
        for name in "keys", "values":
            self.register_buffer(name, torch.zeros(1, most, groups, self.depth))

    def attend(self, query, key, value, start, mask):
        if self.custom:
            llama.update_cache(key, self.keys, start)
            llama.update_cache(value, self.values, start)
            return custom_sdpa(query, self.keys, self.values, start, causal=True)
        at = start + torch.arange(query.shape[1])
        self.keys.index_copy_(1, at, key)
        self.values.index_copy_(1, at, value)
        repeated = (x.transpose(1, 2).repeat_interleave(self.heads // self.groups, 1) for x in (self.keys, self.values))
        return F.scaled_dot_product_attention(query.transpose(1, 2), *repeated, attn_mask=mask).transpose(1, 2)

    def forward(self, x, turn, start, mask):
        h = self.norm1(x)
        query, key = (turn(f(h).unflatten(2, (-1, self.depth))) for f in (self.query, self.key))
        value = self.value(h).unflatten(2, (-1, self.depth))
        x = x + self.out(self.attend(query, key, value, start, mask).flatten(2))
        h = self.norm2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Llama(nn.Module):
    """Logits of the word behind the last one of `words`, the first of which is at `at`."""

    def __init__(self, vocabulary, most, hidden, heads, groups, inner, layers, custom):
        super().__init__()
        self.most, self.custom, depth = most, custom, hidden // heads
        self.word, self.norm = nn.Embedding(vocabulary, hidden), nn.RMSNorm(hidden, 1e-5)
        self.layers = nn.ModuleList(LlamaLayer(hidden, heads, groups, inner, most, custom) for _ in range(layers))
        self.head = nn.Linear(hidden, vocabulary, bias=False)
        angle = torch.outer(torch.arange(most).float(), 10000.0 ** -(torch.arange(0, depth, 2) / depth))
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)
        self.register_buffer("seen", torch.ones(most, most, dtype=torch.bool).tril(), persistent=False)

    def forward(self, words, at):
        start, n = position(at, self.most), words.shape[1]
        cos, sin = (x.narrow(0, start, n)[:, None] for x in (self.cos, self.sin))

        def turn(x):
            """RoPE: each pair of numbers is turned by its position's angle."""
            even, odd = x.unflatten(-1, (-1, 2)).unbind(-1)
            return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)

        x, mask = self.word(words), None if self.custom else self.seen.narrow(0, start, n)
        for layer in self.layers:
            x = layer(x, turn, start, mask)
        return self.head(self.norm(x)[:, -1])


# ---- pictures ----


class TimedBlock(nn.Module):
    """A residual block whose features the time shifts."""

    def __init__(self, channels, outputs, time):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(4, channels), nn.GroupNorm(4, outputs)
        self.conv1, self.conv2 = (nn.Conv2d(n, outputs, 3, padding=1) for n in (channels, outputs))
        self.shift, self.past = nn.Linear(time, outputs), nn.Conv2d(channels, outputs, 1)

    def forward(self, x, time):
        y = self.conv1(F.silu(self.norm1(x))) + self.shift(F.silu(time))[:, :, None, None]
        return self.past(x) + self.conv2(F.silu(self.norm2(y)))


class PixelAttention(nn.Module):
    """Each pixel attends to all."""

    def __init__(self, channels, heads):
        super().__init__()
        self.heads, self.norm = heads, nn.GroupNorm(4, channels)
        self.qkv, self.out = nn.Conv2d(channels, 3 * channels, 1), nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        query, key, value = self.qkv(self.norm(x)).flatten(2).unflatten(1, (3, self.heads, -1)).mT.unbind(1)
        return x + self.out(F.scaled_dot_product_attention(query, key, value).mT.reshape(x.shape))


class UNet(nn.Module):
    """The noise in a picture at a time of the diffusion."""

    def __init__(self, channels, widths, heads):
        super().__init__()
        self.width = widths[0]
        time = 4 * self.width
        self.time = nn.Sequential(nn.Linear(self.width, time), nn.SiLU(), nn.Linear(time, time))
        self.first = nn.Conv2d(channels, self.width, 3, padding=1)
        pairs = list(zip(widths, widths[1:]))
        self.down = nn.ModuleList(TimedBlock(a, b, time) for a, b in pairs)
        self.shrink = nn.ModuleList(nn.Conv2d(b, b, 3, 2, 1) for _, b in pairs)
        self.middle, self.attention = TimedBlock(widths[-1], widths[-1], time), PixelAttention(widths[-1], heads)
        self.grow = nn.ModuleList(nn.Conv2d(b, b, 3, padding=1) for _, b in reversed(pairs))
        self.up = nn.ModuleList(TimedBlock(2 * b, a, time) for a, b in reversed(pairs))
        self.last = nn.Sequential(nn.GroupNorm(4, self.width), nn.SiLU(), nn.Conv2d(self.width, channels, 3, padding=1))

    def forward(self, x, when):
        angle = when.float()[:, None] * torch.exp(torch.arange(self.width // 2) * (-9.21 / (self.width // 2)))
        time = self.time(torch.cat((angle.sin(), angle.cos()), 1))
        x, skips = self.first(x), []
        for block, shrink in zip(self.down, self.shrink):
            skips.append(block(x, time))
            x = shrink(skips[-1])
        x = self.attention(self.middle(x, time))
        for grow, block in zip(self.grow, self.up):
            x = block(torch.cat((grow(F.interpolate(x, scale_factor=2)), skips.pop()), 1), time)
        return self.last(x)


class Detector(nn.Module):
    """The best boxes whose score is high enough, their scores and classes, and the cells that saw them."""

    def __init__(self, widths, classes, best, stride):
        super().__init__()
        self.classes, self.best, self.stride = classes, best, stride
        self.body = nn.Sequential(*(nn.Sequential(nn.Conv2d(a, b, 3, 2, 1, bias=False), nn.BatchNorm2d(b), nn.SiLU())
                                    for a, b in zip((3, *widths), widths)))
        self.head = nn.Conv2d(widths[-1], classes + 4, 1)

    def forward(self, image, threshold):
        x = self.head(self.body(image))
        rows, columns = x.shape[2:]
        x = x.flatten(2).mT[0]
        score, kind = x[:, :self.classes].sigmoid().max(1)
        score, cell = score.topk(self.best)
        keep = score > threshold
        score, cell, kind = score[keep], cell[keep], kind[cell][keep]
        box = x[:, self.classes:].gather(0, cell[:, None].expand(-1, 4))
        center = torch.stack((cell % columns, cell // columns), 1) + box[:, :2].sigmoid()
        half = box[:, 2:].clamp(max=4).exp() / 2
        corners = torch.cat((center - half, center + half), 1) * self.stride
        return corners, score, kind, (x[:, :self.classes] > 1).nonzero()


class Gate(nn.Module):
    """Silence gets a cheap filter, sound a layer of attention: only one of them runs."""

    def __init__(self, features, heads):
        super().__init__()
        self.filter = nn.Conv1d(features, features, 5, padding=2, groups=features)
        self.layer = BertLayer(features, heads)

    def forward(self, x):
        def sound(x):
            return self.layer(x, None)

        def silence(x):
            return F.hardtanh(self.filter(x.mT)).mT.contiguous()

        return torch.cond(x.square().mean() > 0.1, sound, silence, (x,)) + x
