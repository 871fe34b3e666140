# SPDX-License-Identifier: 0BSD
"""Writes tests/stable: programs whose emitted C is compared. python stability.py [FOLDER]

inserted, inserted_named: a chain of 20 convolutions, and the same with one more at one place; without and with the
weights' names in the file.
trained_*: a network trained and calibrated in two ways, and as it is before any training."""
import os
import sys

import torch
from cortex_m import channels_last, export_cortex_m
from corpus import quantised
from executorch.exir.schema import ExtraTensorInfo
from executorch.exir.passes.quant_fusion_pass import QuantFusionPass
from graph_tools import edit
from oracle import lower, seed
from torch import nn

# name: channels in and out, kernel, stride, groups
CHAIN = {
    "stem": (3, 4, 3, 2, 1),
    "low1": (4, 4, 3, 1, 1), "low2": (4, 4, 3, 1, 1), "low3": (4, 4, 3, 1, 1), "low4": (4, 4, 3, 1, 1),
    "down1": (4, 6, 3, 2, 1),
    "mid1_deep": (6, 6, 3, 1, 6), "mid1_point": (6, 6, 1, 1, 1), "mid2_deep": (6, 6, 3, 1, 6), "mid2_point": (6, 6, 1, 1, 1),
    "mid3_deep": (6, 6, 3, 1, 6), "mid3_point": (6, 6, 1, 1, 1),
    "widen": (6, 8, 1, 1, 1),
    "high1": (8, 8, 3, 1, 1), "high2": (8, 8, 3, 1, 1), "high3": (8, 8, 3, 1, 1),
    "down2": (8, 10, 3, 2, 1),
    "tail1": (10, 10, 1, 1, 1), "tail2": (10, 10, 3, 1, 1), "head": (10, 5, 1, 1, 1),
}
# the layer before which one is inserted, and that one
INSERTED = {
    "front": ("stem", (3, 3, 3, 1, 1)),
    "middle": ("mid3_deep", (6, 6, 5, 1, 1)),
    "before_equals": ("low1", (4, 4, 3, 1, 1)),
    "between_equals": ("low3", (4, 4, 3, 1, 1)),
    "end": (None, (5, 5, 3, 1, 1)),
}


def layer(name, inputs, outputs, kernel, stride, groups):
    seed(name)
    conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups)
    nn.init.normal_(conv.bias)
    return conv


def chain(place=None, new=None):
    layers = nn.ModuleDict()
    for name, shape in CHAIN.items():
        if name == place:
            layers["inserted"] = layer("inserted", *new)
        layers[name] = layer(name, *shape)
    if new and not place:
        layers["inserted"] = layer("inserted", *new)

    class Chain(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = layers

        def forward(self, x):
            for conv in self.layers.values():
                x = torch.relu(conv(x))
            return x

    return Chain()


def with_names(program_bytes, names):
    """Constants in the order of their first use get these names; the exporter writes none for plain constants."""
    def change(program):
        plan = program.execution_plan[0]
        weights = {i: None for move in plan.chains[0].instructions for i in move.instr_args.args
                   if getattr(plan.values[i].val, "data_buffer_idx", 0) and not plan.values[i].val.allocation_info}
        assert len(weights) == len(names)
        for i, name in zip(weights, names):
            plan.values[i].val.extra_tensor_info = ExtraTensorInfo(fully_qualified_name=name)

    return edit(program_bytes, change)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)
    print(path, len(data), flush=True)


def inserted(folder):
    for title, change in {"base": (), **INSERTED}.items():
        model = chain(*change).eval()
        program = lower(model, (torch.randn(1, 3, 32, 32),), preserve=False).buffer
        write(f"{folder}/inserted/{title}.pte", program)
        write(f"{folder}/inserted_named/{title}.pte",
              with_names(program, [name.removeprefix("layers.") for name, _ in model.named_parameters()]))


class Keywords(nn.Module):
    """A keyword spotter in small: depthwise and pointwise convolutions, normalised, with a residual."""

    def __init__(self):
        super().__init__()

        def unit(inputs, outputs, kernel, stride=1, groups=1):
            conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
            return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU())

        self.stem = unit(1, 8, 3, stride=2)
        self.deep1, self.point1 = unit(8, 8, 3, groups=8), unit(8, 8, 1)
        self.deep2, self.point2 = unit(8, 8, 3, groups=8), unit(8, 8, 1)
        self.pool, self.classify = nn.AvgPool2d(4), nn.Linear(8 * 2, 6)

    def forward(self, x):
        x = self.stem(x)
        x = self.point1(self.deep1(x))
        x = x + self.point2(self.deep2(x))
        return self.classify(self.pool(x).flatten(1))


def trained(title):
    """The network after some steps on random data, and calibration inputs; both depend on the title."""
    seed(title)
    model, loudness = Keywords(), float(torch.rand(()) * 4 + 0.5)
    cases = [(loudness * torch.randn(1, 1, 8, 16) + torch.randn(()),) for _ in range(8)]
    if title == "untrained":  # its normalisations have equal bytes, which the exporter stores once
        return model.eval(), cases
    optimiser = torch.optim.SGD(model.parameters(), lr=0.3)
    for x, in cases:
        optimiser.zero_grad()
        nn.functional.cross_entropy(model(x.expand(4, -1, -1, -1) + torch.randn(4, 1, 8, 16)),
                                    torch.randint(0, 6, (4,))).backward()
        optimiser.step()
    return model.eval(), cases


def portable(model, cases):
    return lower(model, cases[0], preserve=False).buffer


def portable_q8(model, cases):
    return lower(quantised(model, cases), cases[0], transform=[QuantFusionPass()], preserve=False,
                 _check_ir_validity=False).buffer


def cortex_m(model, cases):
    return export_cortex_m(model, [channels_last(c) for c in cases], len(cases))[0].buffer


def retrained(folder):
    for form in portable, portable_q8, cortex_m:
        for title in "first", "second", "untrained":
            write(f"{folder}/trained_{form.__name__}/{title}.pte", form(*trained(title)))


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    for make in (inserted, retrained):
        make(sys.argv[1] if len(sys.argv) > 1 else f"{here}/../stable")
