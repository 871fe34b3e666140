# SPDX-License-Identifier: 0BSD
"""More cases for graph_cases.py: the order of axes in memory."""
import torch
from corpus import quantised
from executorch.exir.passes.quant_fusion_pass import QuantFusionPass
from graph_tools import floats, graph_case, write_cases
from oracle import lower, randomise


class Joined(torch.nn.Module):
    """Between convolutions that want their channels last: joined and padded along every axis, and cut."""

    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Conv2d(3, 5, 3, padding=1), torch.nn.Conv2d(3, 4, 1)
        self.third, self.last = torch.nn.Conv2d(9, 6, 3), torch.nn.Conv2d(3, 2, 3, stride=2)

    def forward(self, x):
        joined = torch.cat([self.first(x).relu(), self.second(x)], 1)
        padded = torch.nn.functional.pad(joined, (2, 1, 1, 0), value=0.5)
        tall = torch.cat([padded, padded.flip(3)], 2)
        left, right = self.third(tall).split(3, 1)
        return self.last(left), right, torch.cat([left, right * 2], 3)


@graph_case
def cat_convolutions(folder):
    """A join, a pad and a piece keep the order of axes that the convolutions around them want."""
    x = floats(2, 3, 6, 7)
    write_cases(folder, lower(randomise(Joined()), x).buffer, forward=[x])


class Dense(torch.nn.Module):
    """Each layer reads all results before it, joined; one of them is read when the join is overwritten."""

    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Conv2d(3, 4, 3, padding=1), torch.nn.Conv2d(4, 6, 3, padding=1)
        self.third, self.last = torch.nn.Conv2d(10, 5, 1), torch.nn.Conv2d(15, 2, 1)

    def forward(self, x):
        a = torch.relu(self.first(x))
        b = torch.sigmoid(self.second(a) * 0.5)
        ab = torch.cat((a, b), 1)
        c = torch.tanh(self.third(ab))
        all = torch.cat((ab, c), 1)
        return self.last(all * 2.0) + b[:, :2], torch.cat((a, a), 1) - 1.0, torch.cat((c, c * 0.5), 1)


@graph_case
def cat_slices(folder):
    """Where what is joined lies together, it is computed in its place."""
    x = floats(1, 3, 6, 7)
    write_cases(folder, lower(randomise(Dense()), x).buffer, forward=[x])


class Heads(torch.nn.Module):
    """Attention with rotary positions, of which nothing is copied twice; and copies that must be two."""

    def __init__(self):
        super().__init__()
        self.all, self.last = torch.nn.Linear(6, 24, bias=False), torch.nn.Linear(8, 3)

    def forward(self, x, turn):
        query, key, value = (part.view(5, 2, 4).transpose(0, 1) for part in self.all(x).split(8, 1))
        query, key = (a * turn + torch.cat((a[..., 2:].neg(), a[..., :2]), -1) for a in (query, key))
        mixed = (torch.softmax(query @ key.transpose(1, 2), -1) @ value).transpose(0, 1)
        rows = torch.softmax(mixed.clone().reshape(5, 8).transpose(0, 1).clone(), -1)
        columns = x.t().clone().reshape(5, 6).t().clone()
        both = torch.cat((columns, columns.flip(1)), 0)
        return self.last(rows.t()), torch.cumsum(both, 0), torch.cumsum(x.t().clone().flip(0).t(), 1)


@graph_case
def moves_chained(folder):
    """Moves of what moves made: of a part, of a reshaped part, backwards, back again."""
    x = floats(5, 6) + floats(2, 5, 4)
    write_cases(folder, lower(randomise(Heads()), x).buffer, forward=[x])


class Fire(torch.nn.Module):
    """Two convolutions of the same picture, joined."""

    def __init__(self):
        super().__init__()
        self.squeeze, self.last = torch.nn.Conv2d(3, 4, 1), torch.nn.Conv2d(10, 2, 1)
        self.one, self.three = torch.nn.Conv2d(4, 5, 1), torch.nn.Conv2d(4, 5, 3, padding=1)

    def forward(self, x):
        x = torch.relu(self.squeeze(x))
        return self.last(torch.cat((torch.relu(self.one(x)), torch.relu(self.three(x))), 1))


@graph_case
def q8_slices(folder):
    """The same of bytes."""
    x = floats(1, 3, 6, 7)
    program = lower(quantised(randomise(Fire()), [x]), x, transform=[QuantFusionPass()], preserve=False,
                    _check_ir_validity=False)
    write_cases(folder, program.buffer, forward=[x])


class Resized(torch.nn.Module):
    """Larger and smaller pictures between convolutions, some of them the results themselves."""

    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Conv2d(3, 9, 3, padding=1), torch.nn.Conv2d(9, 4, 1)

    def forward(self, x):
        resize = torch.nn.functional.interpolate
        picture = self.first(x)
        larger = resize(picture, scale_factor=2, mode="bilinear")
        smaller = resize(picture, (3, 5), mode="bilinear", align_corners=True)
        return self.second(larger), self.second(smaller), self.second(resize(x.repeat(1, 3, 1, 1), (4, 9))), smaller


@graph_case
def resize_convolutions(folder):
    """Resampled pictures keep the order of axes that the convolutions around them want."""
    x = floats(2, 3, 6, 7)
    write_cases(folder, lower(randomise(Resized()), x).buffer, forward=[x])
