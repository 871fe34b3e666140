# SPDX-License-Identifier: 0BSD
"""Writes tests/compare/net.pte, which has lines of its source, and what ExecuTorch's runtime notes of a
call on ones: net.etdp, and the values in net.bin. usage: cd tests/export && python etdump.py ../compare"""
import sys

import torch
from executorch.exir import ExecutorchBackendConfig, to_edge
from executorch.extension.pybindings import portable_lib

BUFFER = 1 << 16


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 4, 3)
        self.linear = torch.nn.Linear(4 * 36, 10)

    def forward(self, x):
        x = torch.relu(torch.conv2d(x, self.conv.weight, self.conv.bias))
        mean, most = x.mean(), x.amax((2, 3))
        x = torch.addmm(self.linear.bias, x.flatten(1), self.linear.weight.t())
        value, index = torch.topk(x * mean, 3)
        return value, index, most


def main(folder):
    torch.manual_seed(1)
    # In which folder it lies is no matter of the program.
    Net.forward.__code__ = Net.forward.__code__.replace(co_filename="etdump.py")
    image = (torch.ones(1, 1, 8, 8),)
    program = to_edge(torch.export.export(Net().eval(), image)).to_executorch(
        ExecutorchBackendConfig(emit_stacktrace=True)
    )
    with open(f"{folder}/net.pte", "wb") as file:
        file.write(program.buffer)
    module = portable_lib._load_for_executorch_from_buffer(
        program.buffer, enable_etdump=True, debug_buffer_size=BUFFER
    )
    module.run_method("forward", image)
    module.write_etdump_result_to_file(f"{folder}/net.etdp", f"{folder}/net.bin")
    with open(f"{folder}/net.bin", "rb+") as file:
        file.truncate(len(file.read().rstrip(b"\0")) + 16)


main(sys.argv[1])
