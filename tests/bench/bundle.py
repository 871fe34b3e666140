# SPDX-License-Identifier: 0BSD
"""Reads a .bpte: its program and the recorded cases of its first method."""
import mmap
import os
import struct
from dataclasses import dataclass

F32 = 6
TENSOR = 1


class Table:
    """A FlatBuffers table; fields by their number in the schema."""

    def __init__(self, data, offset_at):
        self.data = data
        self.at = offset_at + struct.unpack_from("<I", data, offset_at)[0]
        self.fields = self.at - struct.unpack_from("<i", data, self.at)[0]

    def place(self, field):
        slot = 4 + 2 * field
        length, = struct.unpack_from("<H", self.data, self.fields)
        offset = struct.unpack_from("<H", self.data, self.fields + slot)[0] if slot < length else 0
        return self.at + offset if offset else None

    def scalar(self, field, form="<b"):
        at = self.place(field)
        return struct.unpack_from(form, self.data, at)[0] if at else 0

    def vector(self, field):
        """Where its elements start, and how many there are."""
        at = self.place(field)
        if not at:
            return 0, 0
        at += struct.unpack_from("<I", self.data, at)[0]
        return at + 4, struct.unpack_from("<I", self.data, at)[0]

    def tables(self, field):
        start, count = self.vector(field)
        return [Table(self.data, start + 4 * i) for i in range(count)]

    def integers(self, field):
        start, count = self.vector(field)
        return list(struct.unpack_from(f"<{count}i", self.data, start))

    def bytes(self, field):
        start, count = self.vector(field)
        return self.data[start:start + count]


@dataclass
class Tensor:
    dtype: int
    sizes: list
    data: bytes


@dataclass
class Case:
    inputs: list
    outputs: list


def tensors(values):
    for value in values:
        assert value.scalar(0) == TENSOR, "a case with numbers"
        tensor = Table(value.data, value.place(1))
        yield Tensor(tensor.scalar(0), tensor.integers(1), tensor.bytes(2))


def read(path):
    """(program, cases)"""
    with open(path, "rb") as f:
        data = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)
    root = Table(data, 0)
    assert data[4:8] == b"BP08", path
    suite = root.tables(1)[0]
    assert suite.bytes(0) == b"forward", path
    cases = [Case(*(list(tensors(c.tables(i))) for i in (0, 1))) for c in suite.tables(1)]
    return root.bytes(2), cases


def write_files(case, inputs, outputs):
    """The inputs as files in0, in1, ... of a folder, and room for the outputs as out0, out1, ... of another."""
    for folder, name, listed in ((inputs, "in", case.inputs), (outputs, "out", case.outputs)):
        os.makedirs(folder, exist_ok=True)
        for i, tensor in enumerate(listed):
            with open(f"{folder}/{name}{i}", "wb") as f:
                f.write(bytes(len(tensor.data)) if name == "out" else tensor.data)
