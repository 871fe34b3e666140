# SPDX-License-Identifier: 0BSD
"""Writes tests/ethos-u/net.pte: two convolutions that Vela compiles for an Ethos-U55. Needs `pip install
ethos-u-vela==5.2.0` besides. usage: python vela.py FILE"""
import pathlib
import sys

import torch
from executorch.backends.arm.ethosu import EthosUCompileSpec, EthosUPartitioner
from executorch.backends.arm.quantizer import EthosUQuantizer, get_symmetric_quantization_config
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.b = torch.nn.Conv2d(8, 4, 3, stride=2, padding=1)

    def forward(self, x):
        return torch.relu(self.b(torch.relu(self.a(x))))


def main():
    torch.manual_seed(3)
    net, x = Net().eval(), torch.rand(1, 3, 8, 8)
    spec = EthosUCompileSpec("ethos-u55-128", system_config="Ethos_U55_High_End_Embedded", memory_mode="Shared_Sram")
    quantizer = EthosUQuantizer(spec)
    quantizer.set_global(get_symmetric_quantization_config())
    prepared = prepare_pt2e(torch.export.export(net, (x,), strict=True).module(), quantizer)
    for _ in range(4):
        prepared(torch.rand(1, 3, 8, 8))
    program = torch.export.export(convert_pt2e(prepared), (x,), strict=True)
    edge = to_edge_transform_and_lower(program, partitioner=[EthosUPartitioner(spec)],
                                       compile_config=EdgeCompileConfig(_check_ir_validity=False))
    pathlib.Path(sys.argv[1]).write_bytes(edge.to_executorch().buffer)


if __name__ == "__main__":
    main()
