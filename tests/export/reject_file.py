# SPDX-License-Identifier: 0BSD
"""Files that are no program, or whose bytes are damaged: header, cuts, offsets, counts, sharing."""
import struct

import programs
from damage import CASES, add, damage


# ==== No program at all =========================================================================
def whole(name, data):
    CASES[name] = lambda: {"case.pte": data}


whole("file_empty", b"")
whole("file_short", b"ET12")
whole("file_text", b"This is a text about programs, and none of them.\n")
whole("file_zip", b"PK\3\4" + bytes(60))
whole("file_etdump", struct.pack("<I4s", 8, b"ED00") + bytes(56))
whole("file_other_version", struct.pack("<I4s", 8, b"ET13") + bytes(56))
whole("file_other_bundle_version", struct.pack("<I4s", 8, b"BP07") + bytes(56))
whole("file_tensor_data", programs.tensor_data())
whole("file_control_characters", b"\x1b[2J\x1b[2J" + bytes(56))


# ==== Extended header ===========================================================================
@damage()
def header_cut_off(m):
    m.cut(lambda w: 24)


def header(name, position, form, number):
    def edit(model):
        model.edit(lambda out, w: struct.pack_into(form, out, position, number))
    add(name, edit)


header("header_too_short", 12, "<I", 20)
header("header_program_size_0", 16, "<Q", 0)
header("header_program_size_7", 16, "<Q", 7)
header("header_program_size_large", 16, "<Q", 1 << 40)
header("header_program_size_overflow", 16, "<Q", (1 << 64) - 1)
header("header_segments_behind_file", 24, "<Q", 1 << 33)
header("header_data_size_large", 32, "<Q", 4096)
header("header_data_size_overflow", 32, "<Q", (1 << 64) - 8)


# ==== Cut off in each structure =================================================================
def cut(name, where, base=programs.branch):
    """Ends a file without header in the table, or in the field of a table, that `where` gives with a number of
    bytes to keep of it."""
    def edit(model):
        model.inline_constants()
        *place, keep = where(model)
        model.cut(lambda w: (w.target[id(place[0]), place[1]] if place[1:] else w.at[id(place[0])]) + keep)
    add("cut_" + name, edit, base)


cut("root", lambda m: (m.program, 2))
cut("root_fields", lambda m: (m.program, 8))
cut("methods", lambda m: (m.program, "execution_plan", 4))
cut("method", lambda m: (m.forward, 12))
cut("method_name", lambda m: (m.forward, "name", 8))
cut("method_values", lambda m: (m.forward, "values", 20))
cut("method_memories", lambda m: (m.forward, "non_const_buffer_sizes", 12))
cut("value", lambda m: (m.values[6], 3))
cut("int", lambda m: (m.tensor(6), 4))
cut("tensor", lambda m: (m.tensor(1), 6))
cut("tensor_sizes", lambda m: (m.tensor(0), "sizes", 6))
cut("tensor_dim_order", lambda m: (m.tensor(0), "dim_order", 4))
cut("tensor_place", lambda m: (m.tensor(0)["allocation_info"], 4))
cut("operator", lambda m: (m.forward["operators"][0], 5))
cut("operator_name", lambda m: (m.forward["operators"][0], "name", 10))
cut("operator_overload", lambda m: (m.forward["operators"][2], "overload", 4))
cut("chain", lambda m: (m.forward["chains"][0], 2))
cut("instructions", lambda m: (m.forward["chains"][0], "instructions", 8))
cut("instruction", lambda m: (m.instructions[1], 5))
cut("arguments", lambda m: (m.args(1), "args", 12))
cut("move", lambda m: (m.args(4), 6))
cut("constant", lambda m: (m.program["constant_buffer"][1], "storage", 12), base=programs.linear)


# ==== Offsets, vtables, counts ==================================================================
def root_offset(name, number):
    def edit(model):
        model.edit(lambda out, w: struct.pack_into("<I", out, 0, number))
    add(name, edit)


root_offset("root_offset_0", 0)
root_offset("root_offset_large", 0xFFFFFFF0)


@damage()
def root_offset_end(m):
    m.edit(lambda out, w: struct.pack_into("<I", out, 0, len(out) - 2))


@damage()
def vtable_before_file(m):
    m.edit(lambda out, w: struct.pack_into("<i", out, w.at[id(m.forward)], 0x7FFFFFFF))


@damage()
def vtable_behind_file(m):
    m.edit(lambda out, w: struct.pack_into("<i", out, w.at[id(m.forward)], -0x80000000))


@damage()
def vtable_size_2(m):
    m.poke_vtable(m.tensor(0), 0, 2)


@damage()
def vtable_size_65535(m):
    m.poke_vtable(m.tensor(0), 0, 0xFFFF)


@damage()
def field_offset_in_vtable(m):
    m.poke_vtable(m.tensor(0), 4 + 2 * 2, 2)


@damage()
def field_offset_large(m):
    m.poke_vtable(m.tensor(0), 4 + 2 * 2, 0xFFFE)


@damage()
def offset_to_itself(m):
    m.poke(m.forward, "values", "<I", 0)


@damage()
def offset_wraps(m):
    m.poke(m.forward, "values", "<I", 0xFFFFFFFC)


@damage()
def offset_of_union_large(m):
    m.poke(m.values[3], "val", "<I", 0x7FFFFFFF)


@damage()
def count_of_values_huge(m):
    m.poke_target(m.forward, "values", "<I", 0xFFFFFFFF)


@damage()
def count_of_sizes_huge(m):
    m.poke_target(m.tensor(0), "sizes", "<I", 0x40000001)


@damage()
def count_of_list_huge(m):
    m.poke_target(m.tensor(6), "items", "<I", 0x20000000)


@damage()
def count_of_arguments_huge(m):
    m.poke_target(m.args(0), "args", "<I", 0x7FFFFFFF)


@damage()
def count_of_methods_huge(m):
    m.poke_target(m.program, "execution_plan", "<I", 0x3FFFFFFF)


@damage()
def string_without_end(m):
    m.poke_target(m.forward, "name", "<B", ord("x"), skip=4 + len("forward"))


@damage()
def string_with_zero(m):
    m.forward["name"] = b"for\0ward"


@damage()
def string_too_long(m):
    m.poke_target(m.forward, "name", "<I", 0xFFFFFFF0)


@damage()
def shared_arguments(m):
    m.args(0)["args"] += [0] * 400
    m.forward["chains"][0]["instructions"] = [m.instructions[0]] * 400


@damage()
def shared_tensors(m):
    m.tensor(0)["sizes"], m.tensor(0)["dim_order"] = [1] * 16, list(range(16))
    m.forward["values"] = [m.values[0]] * 400
