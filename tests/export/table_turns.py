# SPDX-License-Identifier: 0BSD
"""Networks whose steps can compute a few rows at a time: windows, strides and branches of all kinds."""
import torch
from case import case
from cortex_m import make_cortex_m
from torch import nn
from xnnpack import make_xnnpack

INTEGERS = {"cortex_m": ("cortex_m::quantized_conv2d.out", make_cortex_m, {}),
            "q8": ("xnnpack::Conv2d", make_xnnpack, {"quant": {"is_per_channel": True}})}
ALL = {"f32": ("xnnpack::Conv2d", make_xnnpack, {}), **INTEGERS}


def turns(name, function, shape, kinds=ALL):
    for kind, (operator, make, options) in kinds.items():
        case(f"turns_{name}_{kind}", operator, function(), shape, make=make, **options)


def dw(channels, kernel, **options):
    return nn.Conv2d(channels, channels, kernel, groups=channels, **options)


def separable(channels, out, kernel=3, **options):
    return [dw(channels, kernel, **options), nn.ReLU(), nn.Conv2d(channels, out, 1), nn.ReLU()]


class Residual(nn.Module):
    """The operand of the second branch is read with another window, and later."""

    def __init__(self, channels, stride=1, out=None):
        super().__init__()
        out = out or channels
        self.block = nn.Sequential(nn.Conv2d(channels, out, 3, stride=stride, padding=1), nn.ReLU(),
                                   nn.Conv2d(out, out, 3, padding=1))
        self.side = nn.Conv2d(channels, out, 1, stride=stride) if stride > 1 or out != channels else nn.Identity()

    def forward(self, x):
        return torch.relu(self.block(x) + self.side(x))


class Mean(nn.Module):
    def forward(self, x):
        return x.mean((2, 3))


class Forked(nn.Module):
    """Three steps read one result, through windows of three heights."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(2, 5, 3, stride=2, padding=1)
        self.a, self.b, self.c = nn.Conv2d(5, 4, 1), nn.Conv2d(5, 4, 3, padding=1), nn.Conv2d(5, 4, (7, 1), padding=(3, 0))
        self.last = nn.Conv2d(4, 3, 3)

    def forward(self, x):
        x = torch.relu(self.stem(x))
        return self.last(self.a(x) + self.b(x) + self.c(x))


turns("separable", lambda: nn.Sequential(nn.Conv2d(1, 6, (10, 4), stride=2, padding=(5, 1)), nn.ReLU(),
                                         *separable(6, 7, padding=1), *separable(7, 6, padding=1),
                                         nn.AvgPool2d((25, 5)), nn.Flatten(), nn.Linear(6, 4)), "1x1x49x10", INTEGERS)
turns("strides", lambda: nn.Sequential(nn.Conv2d(2, 4, 3, stride=2, padding=1), nn.ReLU(),
                                       *separable(4, 6, stride=2, padding=1), *separable(6, 7, stride=(3, 1), padding=1),
                                       nn.Conv2d(7, 3, 2)), "1x2x53x9")
turns("dilated", lambda: nn.Sequential(nn.Conv2d(1, 5, 3, dilation=2, padding=(0, 2)), nn.Conv2d(5, 4, (4, 1), dilation=(3, 1), padding=(7, 0)),
                                       nn.Conv2d(4, 6, (2, 3), stride=(3, 2)), nn.Conv2d(6, 3, 1)), "1x1x31x12",
      {kind: ALL[kind] for kind in ("f32", "q8")})  # the reference of cortex_m lacks it
turns("skipped_rows", lambda: nn.Sequential(nn.Conv2d(2, 6, 3, padding=1), nn.Conv2d(6, 4, (2, 1), stride=(5, 1)),
                                            nn.Conv2d(4, 5, 1, stride=(2, 1), padding=(1, 0)), nn.Conv2d(5, 3, 1)), "1x2x37x7")
turns("tall", lambda: nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.Conv2d(6, 3, (9, 1), padding=(8, 0)),
                                    nn.Conv2d(3, 5, (4, 2), padding=(3, 1)), nn.Conv2d(5, 2, 3)), "1x1x7x8")
turns("residual", lambda: nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), Residual(4), Residual(4, 2, 6), Residual(6, 2, 8),
                                        Mean(), nn.Linear(8, 3)), "1x1x24x11")
turns("forked", Forked, "1x2x29x10")
turns("wide_reach", lambda: nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), Residual(4), nn.Conv2d(4, 3, 3, stride=2), Residual(3, 1, 5),
                                          nn.Conv2d(5, 2, 1)), "1x1x21x6")
turns("pools", lambda: nn.Sequential(nn.Conv2d(2, 6, 3, stride=2, padding=1), nn.ReLU(), nn.MaxPool2d(3, 2, 1),
                                     nn.Conv2d(6, 5, 1), nn.MaxPool2d((3, 2), (1, 2)), nn.Conv2d(5, 3, 3, padding=1)), "1x2x41x15")
turns("ceil_pools", lambda: nn.Sequential(nn.Conv2d(1, 4, 1), nn.MaxPool2d(3, 2, 1, ceil_mode=True), nn.AvgPool2d((2, 3), (3, 1), ceil_mode=True),
                                          nn.Conv2d(4, 3, (2, 1))), "1x1x33x12", {kind: ALL[kind] for kind in ("f32", "q8")})
# Its largest result has 1 MB, and takes turns without being asked to.
case("turns_unasked", "aten::convolution.out", nn.Sequential(nn.Conv2d(1, 64, 3, padding=1), nn.ReLU(),
                                                             *separable(64, 4, padding=1), Mean()), "1x1x64x65")
