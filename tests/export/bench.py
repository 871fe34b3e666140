# SPDX-License-Identifier: 0BSD
"""What tests/bench compares: python bench.py OUT [NAME...], names of NETWORKS below

Portable programs and the same networks for XNNPACK's delegate; those of tests/corpus for the delegate only. mv2, mv3
and what follows have random weights of a fixed seed, scaled so that every layer matters to the output. They are large:
keep OUT outside the checkout. Outputs of resnet50 and vit reach 10, and the runtime's own two forms differ by 1e-4:
verify them with --atol 1e-3. efficientnet and what follows are networks that no kernel was tuned for; rexnet, lite, repvgg
and mixnet need the package timm. `empty`, one
addition, is what a call costs, and is committed. `steps` and `halves` are
steps that networks have few of, side by side in several sizes, for the table of `--kernels auto`. The runtime answers each
form itself."""
import importlib.util
import sys

import torch
from corpus import (TINY, check_sensitive, picture, quantised, settle, settle_norms, silero_network, tiny_network,
                    write, write_portable, write_portable_q8)
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from oracle import Call, lower
from torch import nn
from torchvision import models


class BertLayer(nn.Module):
    """One encoder layer that normalises after each residual add."""

    def __init__(self, hidden, heads, inner):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(hidden, hidden) for _ in range(4))
        self.up, self.down = nn.Linear(hidden, inner), nn.Linear(inner, hidden)
        self.norm1, self.norm2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)

    def forward(self, x):
        def split(y):
            return y.unflatten(2, (self.heads, -1)).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        attention = (query @ key.mT / query.shape[-1] ** 0.5).softmax(-1) @ value
        x = self.norm1(x + self.out(attention.transpose(1, 2).flatten(2)))
        return self.norm2(x + self.down(nn.functional.gelu(self.up(x))))


class Bert(nn.Module):
    """BERT base's encoder. A lookup costs the same in any vocabulary, so this one is small."""

    def __init__(self, words=4096, length=128, hidden=768, layers=12, heads=12):
        super().__init__()
        self.word, self.place = nn.Embedding(words, hidden), nn.Embedding(length, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.layers = nn.Sequential(*(BertLayer(hidden, heads, 4 * hidden) for _ in range(layers)))

    def forward(self, ids):
        return self.layers(self.norm(self.word(ids) + self.place.weight))


def level(a, b):
    """Two 3x3 convolutions, from `a` to `b` channels."""
    return nn.Sequential(*(part for n in (a, b) for part in (nn.Conv2d(n, b, 3, padding=1, bias=False),
                                                             nn.BatchNorm2d(b), nn.ReLU())))


class UNet(nn.Module):
    """Three levels, between which maximum pools halve pictures and transposed convolutions double them."""

    def __init__(self, a=16, b=32, c=64):
        super().__init__()
        self.down = nn.ModuleList([level(3, a), level(a, b), level(b, c)])
        self.grow = nn.ModuleList([nn.ConvTranspose2d(c, b, 2, 2), nn.ConvTranspose2d(b, a, 4, 2, 1)])
        self.up = nn.ModuleList([level(2 * b, b), level(2 * a, a)])
        self.last = nn.Conv2d(a, 2, 1)

    def forward(self, x):
        fine = self.down[0](x)
        middle = self.down[1](nn.functional.max_pool2d(fine, 2))
        coarse = self.down[2](nn.functional.max_pool2d(middle, 2))
        middle = self.up[0](torch.cat((self.grow[0](coarse), middle), 1))
        return self.last(self.up[1](torch.cat((self.grow[1](middle), fine), 1)))


class Pyramid(nn.Module):
    """Levels of a picture, each added to the next finer one, its size doubled."""

    def __init__(self, widths=(16, 32, 64), width=32):
        super().__init__()
        self.body = nn.ModuleList(level(a, b) for a, b in zip((3, *widths), widths))
        self.side = nn.ModuleList(nn.Conv2d(n, width, 1) for n in widths)
        self.head = nn.Conv2d(width, 4, 3, padding=1)

    def forward(self, x):
        sides = []
        for body, side, pool in zip(self.body, self.side, (nn.functional.max_pool2d, nn.functional.avg_pool2d) * 2):
            x = pool(body(x), 2)
            sides.append(side(x))
        sum = sides.pop()
        for side in reversed(sides):
            sum = side + nn.functional.interpolate(sum, scale_factor=2, mode="bilinear")
        return self.head(sum)


def sharpen(model):
    """Attention that picks, and a head that speaks: torch's own initial values make both near uniform."""
    for name, parameter in model.named_parameters():
        if "in_proj" in name or "query" in name or "key" in name:
            parameter.data *= 3
        elif "heads.head" in name:
            nn.init.normal_(parameter, 0, 0.1)
    return model.eval()


def image():
    return picture((1, 3, 224, 224))


def sentence():
    return torch.randint(1, 4096, (1, 128))


def empty():
    return Call(lambda x: x + x), [(torch.ones(1),)]


class Steps(nn.Module):
    """Functions of the same picture by themselves."""
    unary = (torch.abs, torch.neg, torch.floor, torch.ceil, torch.round, torch.sqrt, torch.square, torch.sigmoid,
             torch.tanh, nn.functional.hardswish, nn.functional.gelu, torch.exp, torch.log, torch.sin, torch.cos,
             nn.functional.relu6, nn.functional.elu, nn.functional.leaky_relu)
    binary = (torch.add, torch.sub, torch.mul, torch.div, torch.maximum, torch.minimum)

    def __init__(self, channels):
        super().__init__()
        self.up = nn.ConvTranspose2d(channels, channels, 3, stride=2, padding=1, output_padding=1)

    def forward(self, x, y):
        last = x.contiguous(memory_format=torch.channels_last)
        return [*(f(x) for f in self.unary), *(f(x, y) for f in self.binary), torch.softmax(x, -1),
                nn.functional.max_pool2d(last, 3, 2, 1), nn.functional.avg_pool2d(last, 2), last.mean((2, 3)),
                self.up(last), nn.functional.interpolate(last, scale_factor=2, mode="bilinear")]


class Halves(nn.Module):
    """Convolutions, products and functions of half floats, each of the same picture."""

    def __init__(self, channels):
        super().__init__()
        self.convolution = nn.ModuleList([nn.Conv2d(channels, channels, n, padding=n // 2, groups=groups)
                                          for n, groups in ((1, 1), (3, 1), (3, channels))])
        self.up = nn.ConvTranspose2d(channels, channels, 3, stride=2, padding=1, output_padding=1)
        self.linear = nn.Linear(channels, 64)

    def forward(self, x, y):
        return [*(f(x) for f in self.convolution), self.up(x), self.linear(x.flatten(2).transpose(1, 2)),
                *(f(x) for f in (torch.relu, nn.functional.leaky_relu)), x + y, x * y]


class Sizes(nn.Module):
    def __init__(self, make, channels):
        super().__init__()
        self.part = nn.ModuleList(map(make, channels))

    def forward(self, *xs):
        each = len(xs) // len(self.part)
        return [y.float() for i, part in enumerate(self.part) for y in part(*xs[each * i:each * (i + 1)])]


def steps():
    torch.manual_seed(3)
    shapes = [(1, 8, 12, 12), (1, 16, 32, 32), (1, 32, 64, 64)]
    return Sizes(Steps, [s[1] for s in shapes]).eval(), [
        tuple(torch.rand(s) + 0.1 for s in shapes for _ in range(2))]


def halves():
    torch.manual_seed(3)
    shapes = [(1, 16, 12, 12), (1, 32, 24, 24), (1, 64, 48, 48)]
    return Sizes(Halves, [s[1] for s in shapes]).eval().half(), [
        tuple(torch.rand(s).half() for s in shapes for _ in range(2))]


def write_half(name, out, model, cases):
    write(f"{out}/{name}_portable_f16.bpte", lower(model, cases[0], preserve=False), cases)


def large(make_model, make_input):
    torch.manual_seed(3)
    model = make_model()
    cases = [(make_input(),) for _ in range(2)]
    check_sensitive(model, cases)
    return model, cases


def write_xnnpack(path, program, cases, **config):
    lowered = to_edge_transform_and_lower(program, partitioner=[XnnpackPartitioner()],
                                          compile_config=EdgeCompileConfig(**config))
    write(path, lowered.to_executorch(), cases)


def write_xnn(name, out, model, cases):
    write_xnnpack(f"{out}/{name}_xnn.bpte", torch.export.export(model, cases[0], strict=False), cases)


def write_xnn_q8(name, out, model, cases):
    program = torch.export.export(quantised(model, cases), cases[0], strict=False)
    write_xnnpack(f"{out}/{name}_xnn_q8.bpte", program, cases, _check_ir_validity=False)


def write_onnx(name, out, model, cases):
    """For the runtimes that read it; not without the exporter's packages onnx and onnxscript."""
    if importlib.util.find_spec("onnxscript"):
        torch.onnx.export(model, cases[0], f"{out}/{name}.onnx", dynamo=True, external_data=False)


def of_timm(name):
    """A network of the package timm, which is not needed for others."""
    import timm
    return timm.create_model(name)


OTHERS = {
    "regnet": models.regnet_y_400mf, "resnext": models.resnext50_32x4d, "densenet": models.densenet121,
    "googlenet": lambda: models.googlenet(aux_logits=False, init_weights=False), "convnext": lambda: models.convnext_tiny(layer_scale=1.0),
    **{name: lambda full=full: of_timm(full) for name, full in (
        ("rexnet", "rexnet_100"), ("lite", "tf_efficientnet_lite0"), ("repvgg", "repvgg_a0"),
        ("mixnet", "mixnet_s"))}}
FLOAT, DELEGATED = (write_portable, write_xnn, write_onnx), (write_xnn, write_xnn_q8, write_onnx)
ALL = (write_portable, write_portable_q8, *DELEGATED)
NETWORKS = {
    "empty": (empty, (write_portable, write_xnn)), "silero": (silero_network, DELEGATED),
    **{name: (lambda name=name: tiny_network(name), DELEGATED) for name in TINY},
    "mv2": (lambda: large(lambda: settle(models.mobilenet_v2(), image), image), ALL),
    "mv3": (lambda: large(lambda: settle(models.mobilenet_v3_small(), image), image), ALL),
    "resnet50": (lambda: large(lambda: settle(models.resnet50(), image), image), FLOAT),
    "vit": (lambda: large(lambda: sharpen(models.vit_b_16()), image), FLOAT),
    "bert": (lambda: large(lambda: sharpen(Bert()), sentence), FLOAT),
    "efficientnet": (lambda: large(lambda: settle(models.efficientnet_b0(), image), image), ALL),
    "mnasnet": (lambda: large(lambda: settle(models.mnasnet0_5(), image), image), ALL),
    "shufflenet": (lambda: large(lambda: settle(models.shufflenet_v2_x0_5(), image), image), ALL),
    "unet": (lambda: large(lambda: settle_norms(UNet(), image), image), ALL),
    "pyramid": (lambda: large(lambda: settle_norms(Pyramid(), image), image), ALL),
    **{name: (lambda make=make: large(lambda: settle(make(), image), image), DELEGATED) for name, make in OTHERS.items()},
    "steps": (steps, (write_portable,)), "halves": (halves, (write_half,))}


if __name__ == "__main__":
    for network in sys.argv[2:] or NETWORKS:
        make, forms = NETWORKS[network]
        network_and_cases = make()
        for write_form in forms:
            write_form(network, sys.argv[1], *network_and_cases)
