# SPDX-License-Identifier: 0BSD
"""Writes tests/neutron/net.pte: operators left to NXP's Neutron, with data as ExecuTorch lays them out. NXP's compiler is
no package: microcode that is a head and nothing else stands in for what it makes. usage: python neutron.py FILE"""
import pathlib
import struct
import sys
from unittest import mock

import numpy as np
import torch

sys.modules["eiq_neutron_sdk"] = mock.MagicMock()
sys.modules["executorch.backends.nxp.backend.edge_program_converter"] = mock.MagicMock()

from executorch.backends.nxp import nxp_backend  # noqa: E402
from executorch.backends.nxp.backend.data_format import DataFormat  # noqa: E402
from executorch.backends.nxp.neutron_node_extraction import NeutronNodeArtifacts  # noqa: E402
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower  # noqa: E402
from executorch.exir.backend.backend_details import PreprocessResult  # noqa: E402
from executorch.exir.backend.partitioner import DelegationSpec, Partitioner, PartitionResult  # noqa: E402
from executorch.exir.backend.utils import tag_constant_data  # noqa: E402


class Net(torch.nn.Module):
    def forward(self, rows, last, flat, planes):
        # The NPU has neither a slice nor an operand of a concatenation where it is a part of another tensor.
        return rows * 2, last * 3, torch.cat([flat[:1], flat[1:] * 5]), -torch.relu(planes)


def microcode(version, words):
    """The head of microcode: its mark, sizes of itself and of the weights at 24 and 28, then `words`."""
    head = [0x64434D6E, 0, 0, 0, 0, 0, 72, 20, 0] + words
    return np.frombuffer(struct.pack("<18I", *head, *[version] * (18 - len(head))), np.uint8)


def artifacts(version):
    parts = {"weights": np.arange(20, dtype=np.uint8), "kernels": np.arange(5, dtype=np.uint8), "payload_version": version}
    if version == 1:  # the NPU has its tensors in another order than the program
        code = microcode(1, [100, 0x80000000 + 48, 8, 24, 3, 3])
        names = [b"last", b"flat", b"rows"]
        return NeutronNodeArtifacts(names, [1, 2, 0], [b"out_" + name for name in reversed(names)], [0, 2, 1], code, **parts)
    return NeutronNodeArtifacts([b"planes"], [0], [b"out_planes"], [0], microcode(0, [52, 40, 1, 1]), **parts)


class Backend:
    """In the place of nxp_backend.NeutronBackend.preprocess, which asks NXP's compiler."""

    @staticmethod
    def preprocess(program, specs):
        version = int(specs[0].value)
        nxp_backend.extract_artifacts_from_neutron_node = lambda model: artifacts(version)
        last = DataFormat.CHANNELS_LAST
        inputs = {"rows": last, "last": last, "flat": DataFormat.FORMATLESS} if version else {"planes": last}
        outputs = {"out_" + name: form for name, form in inputs.items()}
        composer = nxp_backend.PayloadComposer()
        return PreprocessResult(composer.get_binary_payload({"inputs": inputs, "outputs": outputs}, None))


class ByOperator(Partitioner):
    """Products are one delegate, and what is negated is another one, of an earlier version."""

    def partition(self, program):
        tags = {}
        for node in program.graph.nodes:
            name = str(node.target)
            if node.op == "call_function" and not any(other in name for other in ("relu", "slice", "cat")):
                version = 0 if "neg" in name else 1
                tag = f"version{version}"
                node.meta["delegation_tag"] = tag
                spec = nxp_backend.CompileSpec("version", str(version).encode())
                tags[tag] = DelegationSpec("NeutronBackend", [spec])
        tag_constant_data(program)
        return PartitionResult(tagged_exported_program=program, partition_tags=tags)


def main():
    nxp_backend.NeutronBackend.preprocess = Backend.preprocess
    rows = torch.zeros(1, 3, 4, 5, dtype=torch.int8)
    last = torch.zeros(1, 2, 3, 4, dtype=torch.int8).to(memory_format=torch.channels_last)
    flat, planes = torch.zeros(7, 2, dtype=torch.int8), torch.zeros(6, 3, 2, dtype=torch.int8)
    program = torch.export.export(Net(), (rows, last, flat, planes), strict=True)
    edge = to_edge_transform_and_lower(program, partitioner=[ByOperator()],
                                       compile_config=EdgeCompileConfig(_check_ir_validity=False))
    pathlib.Path(sys.argv[1]).write_bytes(edge.to_executorch().buffer)


if __name__ == "__main__":
    main()
