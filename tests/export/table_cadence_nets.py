# SPDX-License-Identifier: 0BSD
"""Small networks by the wheel's Cadence compiler: quantised, its operators and its plan of memory, answered by its reference."""
import torch
from cadence import make_cadence
from case import case
from executorch.backends.cadence.aot.quantizer.quantizer import (CadenceDefaultQuantizer, CadenceFusedConvReluQuantizer,
                                                                 CadenceWakeWordQuantizer, CadenceWithLayerNormQuantizer)
from torch import nn
from torch.nn import functional as F
from torchvision.models import MobileNetV2, VisionTransformer
from torchvision.models.resnet import BasicBlock
from torchvision.ops import Conv2dNormActivation


def network(name, operator, model, *inputs, quantiser=CadenceDefaultQuantizer, **options):
    case(f"net_cadence_{name}", operator, model, *inputs, make=make_cadence, quantiser=quantiser, **options)


network("add", "cadence::quantized_add.per_tensor_out", lambda a, b: a + b, "3x8", "3x8", quantiser=CadenceWakeWordQuantizer)
network("linear", "cadence::quantized_linear.per_tensor_out", nn.Linear(12, 7), "3x12")
network("conv1d", "cadence::quantized_conv1d_nlc.per_tensor_out", nn.Conv1d(4, 6, 3, 2), "1x4x16")


class Products(nn.Module):
    """Of one layer's results with each other: the operands' scales differ."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(6, 8)

    def forward(self, x):
        y = self.layer(x)
        return y[:, :3] @ y[:, 2:].mT


network("requantise", "cadence::requantize.per_tensor_out", Products(), "2x5x6")


# ---- pictures ----

def mobilenet_v2(settings, last, classes):
    """settings: expansion, channels, blocks, stride."""
    model = MobileNetV2(width_mult=0.5, inverted_residual_setting=settings, dropout=0)
    model.features[-1] = Conv2dNormActivation(model.features[-1][0].in_channels, last, 1, activation_layer=nn.ReLU6)
    model.classifier = nn.Linear(last, classes)
    return model


network("mobilenet_v2", "cadence::quantized_conv2d_nhwc.per_tensor_out", mobilenet_v2([[1, 8, 1, 1], [6, 8, 2, 2], [6, 16, 1, 2]], 24, 5),
        "1x3x16x16", quantiser=CadenceFusedConvReluQuantizer, most_bytes=60000)


class ResNet18(nn.Module):
    """With fewer channels, for small pictures."""

    def __init__(self, widths, classes):
        super().__init__()
        first = widths[0]
        self.stem = nn.Sequential(nn.Conv2d(3, first, 7, 1, 3, bias=False), nn.BatchNorm2d(first), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        blocks = []
        for i, (before, width) in enumerate(zip((first, *widths), widths)):
            stride = 2 if i else 1
            shortcut = nn.Sequential(nn.Conv2d(before, width, 1, stride, bias=False), nn.BatchNorm2d(width)) if i else None
            blocks += [BasicBlock(before, width, stride, shortcut), BasicBlock(width, width)]
        self.blocks, self.head = nn.Sequential(*blocks), nn.Linear(widths[-1], classes)

    def forward(self, x):
        return self.head(F.adaptive_avg_pool2d(self.blocks(self.stem(x)), 1).flatten(1))


network("resnet18", "cadence::quantized_conv2d_nhwc.per_tensor_out", ResNet18((4, 8, 8, 12), 5), "1x3x22x22",
        quantiser=CadenceFusedConvReluQuantizer, most_bytes=60000)
network("vit", "cadence::quantized_matmul.out",
        VisionTransformer(image_size=8, patch_size=4, num_layers=1, num_heads=2, hidden_dim=16, mlp_dim=32, num_classes=5), "1x3x8x8",
        quantiser=CadenceWithLayerNormQuantizer)


# ---- sequences ----


class Attention(nn.Module):
    def __init__(self, hidden, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(hidden, hidden) for _ in range(4))

    def forward(self, x, mask=None, turn=lambda x: x):
        query, key, value = (f(x).unflatten(2, (self.heads, -1)).transpose(1, 2) for f in (self.query, self.key, self.value))
        score = turn(query) @ turn(key).mT * (query.shape[-1] ** -0.5)
        share = torch.softmax(score if mask is None else score + mask, -1)
        return self.out((share @ value).transpose(1, 2).flatten(2))


class Wav2Vec2(nn.Module):
    """Sound to features by strided convolutions, places by a grouped one, and layers of attention."""

    def __init__(self, channels, hidden, heads, layers, classes):
        super().__init__()
        self.first, self.norm = nn.Conv1d(1, channels, 10, 5, bias=False), nn.GroupNorm(channels, channels)
        self.others = nn.ModuleList(nn.Conv1d(channels, channels, n, 2, bias=False) for n in (3, 2))
        self.features, self.project = nn.LayerNorm(channels), nn.Linear(channels, hidden)
        self.places, self.norm0 = nn.Conv1d(hidden, hidden, 4, padding=2, groups=2), nn.LayerNorm(hidden)
        self.attention = nn.ModuleList(Attention(hidden, heads) for _ in range(layers))
        self.norm1, self.norm2 = (nn.ModuleList(nn.LayerNorm(hidden) for _ in range(layers)) for _ in range(2))
        self.up, self.down = (nn.ModuleList(nn.Linear(a, b) for _ in range(layers)) for a, b in ((hidden, 2 * hidden), (2 * hidden, hidden)))
        self.head = nn.Linear(hidden, classes)

    def forward(self, sound):
        x = F.gelu(self.norm(self.first(sound)))
        for conv in self.others:
            x = F.gelu(conv(x))
        x = self.project(self.features(x.mT))
        x = self.norm0(x + F.gelu(self.places(x.mT)[:, :, :-1]).mT)
        for attention, norm1, norm2, up, down in zip(self.attention, self.norm1, self.norm2, self.up, self.down):
            x = norm1(x + attention(x))
            x = norm2(x + down(F.gelu(up(x))))
        return self.head(x)


network("wav2vec2", "cadence::quantized_conv1d_nlc.per_tensor_out", Wav2Vec2(8, 16, 2, 1, 6), "1x1x100")


class BabyLlama(nn.Module):
    """Logits of the next word behind each word."""

    def __init__(self, vocabulary, most, hidden, heads, inner, layers):
        super().__init__()
        self.word, self.norm, depth = nn.Embedding(vocabulary, hidden), nn.RMSNorm(hidden, 1e-5), hidden // heads
        self.attention = nn.ModuleList(Attention(hidden, heads) for _ in range(layers))
        self.norm1, self.norm2 = (nn.ModuleList(nn.RMSNorm(hidden, 1e-5) for _ in range(layers)) for _ in range(2))
        self.gate, self.up, self.down = (nn.ModuleList(nn.Linear(a, b, bias=False) for _ in range(layers))
                                         for a, b in ((hidden, inner), (hidden, inner), (inner, hidden)))
        self.head = nn.Linear(hidden, vocabulary, bias=False)
        angle = torch.outer(torch.arange(most).float(), 10000.0 ** -(torch.arange(0, depth, 2) / depth))
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)
        self.register_buffer("mask", torch.full((most, most), -1e4).triu(1), persistent=False)

    def turn(self, x):
        even, odd = x.unflatten(-1, (-1, 2)).unbind(-1)
        return torch.stack((even * self.cos - odd * self.sin, even * self.sin + odd * self.cos), -1).flatten(-2)

    def forward(self, words):
        x = self.word(words)
        for attention, norm1, norm2, gate, up, down in zip(self.attention, self.norm1, self.norm2, self.gate, self.up, self.down):
            x = x + attention(norm1(x), self.mask, self.turn)
            h = norm2(x)
            x = x + down(F.silu(gate(h)) * up(h))
        return self.head(self.norm(x))


network("babyllama", "cadence::quantized_linear.per_tensor_out", BabyLlama(16, 5, 12, 2, 24, 1), "i64 1x5 <16")
