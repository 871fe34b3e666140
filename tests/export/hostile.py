# SPDX-License-Identifier: 0BSD
"""Writes tests/hostile: programs that ptec must accept and run, though their names or layouts invite mistakes.
Needs nothing but Python.

usage: python3 hostile.py [FOLDER]     FOLDER is tests/hostile unless given"""
import pathlib
import struct
import sys

import hostile_xnnpack
import programs
from flatwriter import Table

CASES = {}
BESIDE = {}  # name of a case: its further files


def method(name, model=None):
    """linear() with another method name, and its suite."""
    model = model or programs.linear()
    model.forward["name"] = name
    return model


def pack(model, *names):
    return programs.bundle(model.build(), *(programs.recorded(name) for name in names))


def method_name(folder, name):
    CASES["method_" + folder] = lambda: pack(method(name), name)


def two_methods(folder, first, second):
    def make():
        model = method(first)
        model.program["execution_plan"].append(Table("Plan", **{**model.forward, "name": second}))
        return pack(model, first, second)
    CASES["methods_" + folder] = make


def second_recorded():
    """Two methods, of which only the second has a recorded case."""
    model = programs.linear()
    model.program["execution_plan"].append(Table("Plan", **{**model.forward, "name": "second"}))
    return pack(model, "second")


CASES["methods_first_not_recorded"] = second_recorded


def weight_names(folder, first, second="fc.bias"):
    """The names of the two constants."""
    def make():
        model = programs.linear()
        for index, name in enumerate((first, second)):
            model.tensor(index)["extra_tensor_info"] = Table("Extra", fully_qualified_name=name)
        return pack(model, "forward")
    CASES["weight_" + folder] = make


def layout(folder, base=programs.linear, answer=programs.recorded):
    """The function changes how linear() is written, not what it means."""
    def register(change):
        def make():
            model = base()
            change(model)
            return programs.bundle(model.build(), answer())
        CASES["layout_" + folder] = make
    return register


def xnn_layout(folder):
    """The same for a program of the XNNPACK delegate."""
    return layout("xnnpack_" + folder, programs.XnnModel, programs.recorded_xnn)


# What must not reach C text, a comment, a terminal or a file name as it is.
TEXTS = {
    "comment_end": "a */ int b; /* c",
    "comment_line": "a // b",
    "newline": "a\n#error b\r\nc",
    "trailing_backslash": "a\\",
    "trigraph": "a??/",
    "quotes": "a\"b'c",
    "format": "%s%n%d",
    "direction": "a\u202eb\u2066c",
    "zero_width": "a\u200bb\ufeff",
    "control": "\x1b[2J\x07\x08",
    "invalid_utf8": b"a\xff\xc0\xafb\xed\xa0\x80",
    "cut_utf8": b"a\xf0\x9f\x98",
    "other_script": "\u30ec\u30a4\u30e4\u30fc",
    "empty": "",
    "digits": "1234",
    "punctuation": "../../a",
    "path": "/etc/passwd",
    "long": "layers." * 300 + "weight",
}
for title, text in TEXTS.items():
    method_name(title, text)
    weight_names(title, text)

# Words that C, the C library or the emitted files use already.
for title, word in {
    "keyword": "int", "keyword_of_cpp": "class", "macro": "NULL", "library": "main", "reserved": "__LINE__",
    "our_reset": "reset", "our_check": "check_weights", "our_ctx": "ctx", "our_type": "pte_status",
}.items():
    method_name(title, word)
    weight_names(title, word)

# Pairs that a careless mangling makes one.
for title, pair in {
    "collide_by_mark": ("a.b", "a_b"), "collide_by_case": ("Step", "step"), "collide_by_escape": ("a\n", "a\\n"),
    "collide_by_length": ("x" * 2000 + "1", "x" * 2000 + "2"), "collide_empty": ("", "_"),
    "collide_by_suffix": ("forward", "forward_with"),
}.items():
    two_methods(title, *pair)
    weight_names(title, *pair)
weight_names("same_name", "fc.weight", "fc.weight")


# ==== Layouts of the file =======================================================================
@layout("constants_inline")
def constants_inline(m):
    m.inline_constants()


@layout("header_longer")
def header_longer(m):
    m.header_length, m.header_extra = 48, b"\xff" * 16


@layout("header_shorter")
def header_shorter(m):
    m.header_length = 24


@layout("two_chains")
def two_chains(m):
    calls = m.instructions
    m.forward["chains"] = [Table("Chain", instructions=calls[:1]), Table("Chain", instructions=calls[1:])]


@layout("tables_shared")
def tables_shared(m):
    m.forward["values"][8] = m.forward["values"][9] = m.forward["values"][4]


@layout("bytes_behind_end")
def bytes_behind_end(m):
    m.edit(lambda out, w: out.extend(b"\xff" * 33))


# ==== Parameters that are all zero ==============================================================
def one_element():
    """x f32[1] as a number: a move over no axes."""
    model = programs.Model(values=[programs.tensor(1, memory=0), programs.integer(0), programs.tensor(memory=16)],
                           inputs=[0], outputs=[2], instructions=[programs.call("kernel", 0, 0, 1, 2, 2)],
                           ops=["aten::squeeze_copy.dim_out"], arena=32)
    x = programs.floats(2.5)
    return programs.bundle(model.build(), Table("Suite", method_name="forward", test_cases=[
        Table("Case", inputs=[programs.case_tensor(x, 1)], expected_outputs=[programs.case_tensor(x)])]))


CASES["move_of_one_element"] = one_element


# ==== A number that only looks as if the program computed it =====================================
def row_in_loop():
    """Row k of x f32[2,2] until the flag is true; k moves to itself."""
    k, flag = 1, 2
    model = programs.Model(
        values=[programs.tensor(2, 2, memory=0), programs.integer(0),
                programs.tensor(1, dtype=programs.BOOL, memory=16), programs.integer(0),
                programs.tensor(2, memory=32)],
        inputs=[0, flag], outputs=[4],
        instructions=[programs.call("kernel", 0, 0, 3, k, 4, 4), programs.call("move", k, k),
                      programs.call("jump", flag, 0)],
        ops=["aten::select_copy.int_out"], arena=48)
    x = programs.case_tensor(programs.floats(1, 2, 3, 4), 2, 2)
    done = programs.case_tensor(b"\x01", 1, dtype=programs.BOOL)
    return programs.bundle(model.build(), Table("Suite", method_name="forward", test_cases=[
        Table("Case", inputs=[x, done], expected_outputs=[programs.case_tensor(programs.floats(1, 2), 2)])]))


CASES["number_in_loop"] = row_in_loop


# ==== A dynamic tensor that a loop does not touch ================================================
def around_loop():
    """x f32[2], of which the size is known at run time; beside it relu of itself until the flag is true."""
    flag = 1
    model = programs.Model(
        values=[programs.tensor(2, memory=0, shape_dynamism=1), programs.tensor(1, dtype=programs.BOOL, memory=16),
                programs.tensor(2, memory=32), programs.tensor(2, memory=48)],
        inputs=[0, flag, 2], outputs=[0, 3],
        instructions=[programs.call("kernel", 0, 2, 3, 3), programs.call("jump", flag, 0)],
        ops=["aten::relu.out"], arena=64)
    x, y = programs.floats(1, 2), programs.floats(3, 4)
    return programs.bundle(model.build(), Table("Suite", method_name="forward", test_cases=[
        Table("Case", inputs=[programs.case_tensor(x, 2), programs.case_tensor(b"\x01", 1, dtype=programs.BOOL),
                              programs.case_tensor(y, 2)],
              expected_outputs=[programs.case_tensor(x, 2), programs.case_tensor(y, 2)])]))


CASES["dynamic_around_loop"] = around_loop


# ==== Data of the XNNPACK delegate ==============================================================
@xnn_layout("old_version")
def xnnpack_old_version(m):
    m.identifier = b"XN00"


@xnn_layout("without_header")
def xnnpack_without_header(m):
    """Before 2024 the FlatBuffer was all of the data, and held the constants."""
    m.with_header, m.identifier = False, b"XN00"
    m.graph["constant_buffer"] = [Table("Buffer", storage=b""), Table("Buffer", storage=m.constant_bytes)]
    m.graph["constant_data"] = None


@xnn_layout("named_constant")
def xnnpack_named_constant(m):
    m.program["named_data"] = [Table("Named", key="w", segment_index=m.add_segment(m.constant_bytes))]
    m.graph["constant_data"][1] = Table("XnnConstant", offset=(1 << 64) - 1, size=8, named_key="w")


@xnn_layout("external_constant")
def xnnpack_external_constant(m):
    """The first elements of a constant in a .ptd file."""
    m.graph["constant_data"][1] = Table("XnnConstant", offset=(1 << 64) - 1, size=8, named_key="fc.weight")


BESIDE["layout_xnnpack_external_constant"] = {"weights.ptd": programs.tensor_data(), "args": b"--ptd weights.ptd\n",
                                              "args.compile": b"--ptd weights.ptd\n"}


@xnn_layout("constant_misaligned")
def xnnpack_constant_misaligned(m):
    m.constant_bytes = b"\xff" + m.constant_bytes
    m.graph["constant_data"][1]["offset"] = 1


@xnn_layout("scales_shared")
def xnnpack_scales_shared(m):
    programs.many_scales(m, 0)


@xnn_layout("copied_twice")
def xnnpack_copied_twice(m):
    """Two copies and a transpose that changes nothing stand between the nodes."""
    m.graph["xvalues"] += [programs.xnn_value(i, 2) for i in (4, 5)]
    m.graph["xnodes"] = [m.graph["xnodes"][0], programs.xnn_node(46, "XnnUnary", input_id=3, output_id=4),
                         programs.xnn_node(5, "XnnTranspose", num_dims=1, perm=[0], input_id=4, output_id=5),
                         programs.xnn_node(programs.XNN_ABS, "XnnUnary", input_id=5, output_id=1)]


# ==== Sizes known at run time ====================================================================
def suite(inputs, outputs):
    return Table("Suite", method_name="forward", test_cases=[Table("Case", inputs=inputs, expected_outputs=outputs)])


def all_forced():
    """x f32[n] + x f32[4], which leaves n one value."""
    model = programs.Model(
        values=[programs.tensor(7, memory=0, shape_dynamism=1), programs.tensor(4, memory=32), programs.integer(1),
                programs.tensor(4, memory=48)],
        inputs=[0, 1], outputs=[3], instructions=[programs.call("kernel", 0, 0, 1, 2, 3, 3)], ops=["aten::add.out"],
        arena=64)
    x = programs.case_tensor(programs.floats(1, 2, 3, 4), 4)
    return programs.bundle(model.build(), suite([x, x], [programs.case_tensor(programs.floats(2, 4, 6, 8), 4)]))


def doubled():
    """24 times twice the size of x f32[n]: spelt out, an expression of 2^24 operands."""
    doublings = 24
    end = 2 + doublings
    model = programs.Model(
        values=[programs.tensor(4, memory=0, shape_dynamism=1), *[programs.integer(0)] * (doublings + 2),
                programs.tensor(dtype=programs.I64, memory=16)],
        inputs=[0], outputs=[end + 1],
        instructions=[programs.call("kernel", 0, 0, 1, 2),
                      *[programs.call("kernel", 1, i, i, i + 1) for i in range(2, end)],
                      programs.call("kernel", 2, end, end + 1, end + 1)],
        ops=["aten::sym_size.int", "executorch_prim::add.Scalar", "aten::scalar_tensor.out"], arena=32)
    x = programs.case_tensor(programs.floats(1, 2, 3), 3)
    return programs.bundle(model.build(), suite([x], [
        programs.case_tensor(struct.pack("<q", 3 << doublings), dtype=programs.I64)]))


# By the codes of ExecuTorch: the numbers of each type that are the hardest to write.
TYPES = {
    "u8": (0, "B", [0, 255]), "i8": (1, "b", [-128, 127]), "i16": (2, "h", [-1 << 15, (1 << 15) - 1]),
    "i32": (3, "i", [-1 << 31, (1 << 31) - 1]), "i64": (4, "q", [-1 << 63, (1 << 63) - 1]),
    "f16": (5, "e", [65504, -2 ** -24, 1 / 3, float("-inf"), float("nan")]),
    "f32": (6, "f", [0.1, -0.0, 3e38, 1e-45, float("inf"), float("-inf"), float("nan")]),
    "f64": (7, "d", [0.1, 5e-324, float("inf"), float("nan")]), "c64": (9, "f", [0.1, -2, float("inf"), 0]),
    "c128": (10, "d", [0.1, -2, 1e300, float("nan")]), "bool": (11, "?", [True, False]),
    "bf16": (15, "H", [0x7F7F, 0xFF80, 0x3DCD, 0x7FC0]), "u16": (27, "H", [0, 65535]),
    "u32": (28, "I", [0, (1 << 32) - 1]), "u64": (29, "Q", [0, (1 << 64) - 1]),
}


def every_type():
    """A method whose outputs are constants, one of each type."""
    data = {name: struct.pack(f"<{len(numbers)}{letter}", *numbers) for name, (_, letter, numbers) in TYPES.items()}
    count = {name: len(numbers) // (2 if name[0] == "c" else 1) for name, (_, _, numbers) in TYPES.items()}
    model = programs.Model(
        values=[programs.tensor(count[name], dtype=code, data=1 + i) for i, (name, (code, _, _)) in
                enumerate(TYPES.items())],
        inputs=[], outputs=list(range(len(TYPES))), instructions=[], ops=[], arena=0, constants=list(data.values()))
    wanted = [programs.case_tensor(data[name], count[name], dtype=code) for name, (code, _, _) in TYPES.items()]
    return programs.bundle(model.build(), Table("Suite", method_name="forward", test_cases=[
        Table("Case", inputs=[], expected_outputs=wanted)]))


CASES["every_type"] = every_type
CASES["numbers"] = lambda: programs.bundle(programs.numbers().build(), Table(
    "Suite", method_name="forward", test_cases=[programs.case_of_numbers()]))
CASES["sizes_all_forced"] = all_forced
CASES["size_doubled"] = doubled
CASES.update(hostile_xnnpack.CASES)


def main():
    tests = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else tests / "hostile"
    for name, make in CASES.items():
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "case.bpte").write_bytes(make())
        for file, data in BESIDE.get(name, {}).items():
            (place / file).write_bytes(data)


if __name__ == "__main__":
    main()
