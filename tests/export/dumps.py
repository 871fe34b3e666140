# SPDX-License-Identifier: 0BSD
"""Writes tests/compare/dumps: a program with numbers, what ExecuTorch's runtime would note of a
call, and such ETDumps with one thing wrong. Needs nothing but Python.

usage: python3 dumps.py [FOLDER]     FOLDER is tests/compare/dumps unless given"""
import pathlib
import struct
import sys

import programs
from flatwriter import Table, Writer

F32, C64, NO_TYPE = programs.F32, 9, 23
LIST_AT, BYTES = 64, 128  # of the file of values, in which each value begins at a multiple of 16


def bundle():
    """programs.numbers() with a recorded case; None and a text, which no dump has, are among its outputs."""
    model = programs.numbers()
    model.values.extend([programs.value("Null"), programs.value("String", string_val="text")])
    model.forward["outputs"] = [12, 3, 4, 13, 5, 2, 6, 7]
    return programs.bundle(model.build(), Table("Suite", method_name="forward",
                                                test_cases=[programs.case_of_numbers()]))


def tensor(offset, *sizes, dtype=F32, strides=None):
    if strides is None:
        strides = [1] * len(sizes)
        for i in range(len(sizes) - 1, 0, -1):
            strides[i - 1] = strides[i] * sizes[i]
    return Table("DumpTensor", scalar_type=dtype, sizes=list(sizes), strides=strides, offset=offset)


def of_tensor(x):
    return {"val": 5, "tensor": x}


def result(instruction, **fields):
    return Table("DumpEvent", debug_event=Table("DumpResult", instruction_id=instruction, name="",
                                                debug_entry=Table("DumpValue", **fields)))


def output(**fields):
    """A runtime gives an output no instruction."""
    return Table("DumpEvent", debug_event=Table("DumpResult", chain_index=-1, name="",
                                                debug_entry=Table("DumpValue", output=Table("Bool", bool_val=True),
                                                                  **fields)))


def time(instruction):
    return Table("DumpEvent", profile_event=Table("DumpTime", name="OPERATOR_CALL", instruction_id=instruction,
                                                  start_time=1, end_time=2))


def events():
    """abs(x) lies with its columns behind each other."""
    rows = Table("DumpList", tensors=[tensor(LIST_AT, 1, 3), tensor(LIST_AT + 16, 1, 3)])
    return [time(0), result(0, **of_tensor(tensor(0, 2, 3, strides=[1, 2]))), time(1),
            result(1, **of_tensor(tensor(32, 2, 3))), time(2), result(2, val=6, tensor_list=rows),
            output(val=1, int_value=Table("Int", int_val=7)),
            output(val=4, double_value=Table("Double", double_val=0.5)),
            output(val=2, bool_value=Table("Bool", bool_val=True)), output(**of_tensor(tensor(32, 2, 3))),
            output(**of_tensor(tensor(LIST_AT, 1, 3))), output(**of_tensor(tensor(BYTES - 12, 1, 3)))]


def values():
    columns = [abs(programs.NUMBERS_X[i]) for i in (0, 3, 1, 4, 2, 5)]
    negative = [-abs(x) for x in programs.NUMBERS_X]
    data = bytearray(BYTES)
    for at, numbers in ((0, columns), (32, negative), (LIST_AT, negative[:3]), (LIST_AT + 16, negative[3:]),
                        (BYTES - 12, negative[3:])):
        struct.pack_into(f"<{len(numbers)}f", data, at, *numbers)
    return bytes(data)


def dump(*runs):
    root = Table("Dump", version=0, run_data=[Table("DumpRun", name="Execute", events=list(e)) for e in runs])
    data = Writer(root, b"ED00").out
    return struct.pack("<I", len(data)) + bytes(data)


def changed(at, event):
    made = events()
    made[at] = event
    return dump(made)


def with_tensor(*args, **fields):
    """The result of instruction 1 is such a tensor."""
    return changed(3, result(1, **of_tensor(tensor(*args, **fields))))


DUMPS = {
    "right": dump([time(0)], events()),
    "int": changed(6, output(val=1, int_value=Table("Int", int_val=8))),
    "double": changed(7, output(val=4, double_value=Table("Double", double_val=0.75))),
    "bool": changed(8, output(val=2, bool_value=Table("Bool", bool_val=False))),
    "list": changed(5, result(2, val=6, tensor_list=Table("DumpList", tensors=[tensor(LIST_AT, 1, 3)] * 2))),
    "strides": changed(1, result(0, **of_tensor(tensor(0, 2, 3)))),
    "other_kind": changed(6, output(val=4, double_value=Table("Double", double_val=7))),
    "no_value": changed(6, output(val=0)),
    "instruction_3": changed(3, result(3, **of_tensor(tensor(32, 2, 3)))),
    "rank_16": with_tensor(32, *[1] * 14, 2, 3),
    "rank_17": with_tensor(32, *[1] * 15, 2, 3),
    "complex": with_tensor(32, 1, 3, dtype=C64),
    "type_unknown": with_tensor(32, 2, 3, dtype=NO_TYPE),
    "type_negative": with_tensor(32, 2, 3, dtype=-1),
    "size_negative": with_tensor(32, -2, 3),
    "size_huge": with_tensor(32, 1 << 40, 1 << 40),
    "strides_of_other_rank": with_tensor(32, 2, 3, strides=[3]),
    "value_behind_file": with_tensor(BYTES - 20, 2, 3),
    "offset_behind_file": with_tensor(BYTES + 1, 0, 3),
    "offset_negative": with_tensor(-16, 2, 3),
    "no_values": dump([time(0), time(1)]),
}


def main():
    tests = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else tests / "compare" / "dumps"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.bpte").write_bytes(bundle())
    (folder / "values.bin").write_bytes(values())
    for name, data in DUMPS.items():
        (folder / f"{name}.etdp").write_bytes(data)


if __name__ == "__main__":
    main()
