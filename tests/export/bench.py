# SPDX-License-Identifier: 0BSD
"""Programs of server size for tests/bench: python bench.py OUT [resnet50 vit bert]

Random weights of a fixed seed, scaled so that every layer matters to the output; they are large, so keep OUT outside
the checkout. Forms: portable, xnn (XNNPACK's delegate). The runtime answers each form itself."""
import sys

import torch
from corpus import check_sensitive, picture, settle, write
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import to_edge_transform_and_lower
from oracle import lower
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


def sharpen(model):
    """Attention that picks, and a head that speaks: torch's own initial values make both near uniform."""
    for name, parameter in model.named_parameters():
        if "in_proj" in name or "query" in name or "key" in name:
            parameter.data *= 3
        elif "heads.head" in name:
            nn.init.normal_(parameter, 0, 0.1)
    return model.eval()


def resnet50():
    return settle(models.resnet50(weights=None), lambda: picture((1, 3, 224, 224))), lambda: picture((1, 3, 224, 224))


def vit():
    return sharpen(models.vit_b_16(weights=None)), lambda: picture((1, 3, 224, 224))


def bert():
    return sharpen(Bert()), lambda: torch.randint(1, 4096, (1, 128))


NETWORKS = {"resnet50": resnet50, "vit": vit, "bert": bert}


def export(name, out):
    torch.manual_seed(3)
    model, make_input = NETWORKS[name]()
    cases = [(make_input(),) for _ in range(2)]
    check_sensitive(model, cases)
    write(f"{out}/{name}_portable.bpte", lower(model, cases[0], preserve=False), cases)
    program = torch.export.export(model, cases[0], strict=False)
    lowered = to_edge_transform_and_lower(program, partitioner=[XnnpackPartitioner()]).to_executorch()
    write(f"{out}/{name}_xnn.bpte", lowered, cases)


if __name__ == "__main__":
    for network in sys.argv[2:] or NETWORKS:
        export(network, sys.argv[1])
