# SPDX-License-Identifier: 0BSD
"""Graphs that no exporter makes, written without one. Needs nothing but Python; the answers are those of the loops and
formulas beside each program.

usage: python3 graph_written.py ../cases"""
import pathlib
import struct
import sys

import index
from flatwriter import Table
from programs import BOOL, Model, boolean, bundle, call, case_tensor, floats, integer, tensor, value

U32, U64 = 28, 29
CASES = {}


def written(make):
    index.register(make.__name__)
    CASES[make.__name__] = make
    return make


def recorded(model, *cases):
    """`cases` are pairs of inputs and outputs."""
    return bundle(model.build(), Table("Suite", method_name="forward", test_cases=[
        Table("Case", inputs=given, expected_outputs=wanted) for given, wanted in cases]))


def doubled(stays, *jumps):
    """y = x; while stays(y): y += x. The answer is y + y. A test is computed in front of the loop and at its end, so
    that the loop starts with its jumps, which are instructions 2 and on."""
    first, behind = 2 + len(jumps), 5 + len(jumps)
    test = call("kernel", 0, 1, 4, 2, 2)
    model = Model(
        values=[tensor(2, memory=0), tensor(2, memory=16), tensor(2, dtype=BOOL, memory=32), tensor(2, memory=48),
                integer(10), integer(1), boolean(False), value("Null")],
        inputs=[0], outputs=[3],
        instructions=[call("kernel", 1, 0, 6, 7, 1, 1), test,
                      *(call("jump", condition, {"first": first, "behind": behind}[to]) for condition, to in jumps),
                      call("kernel", 2, 1, 0, 5, 1, 1), test, call("jump", 6, 2), call("kernel", 2, 1, 1, 5, 3, 3)],
        ops=["aten::lt.Scalar_out", "aten::_to_copy.out", "aten::add.out"], arena=64)

    def case(*x):
        y = list(x)
        while stays(y):
            y = [e + d for e, d in zip(y, x)]
        return [case_tensor(floats(*x), 2)], [case_tensor(floats(*(2 * e for e in y)), 2)]

    return model, case


@written
def loop_test_first():
    """While all elements of y are below 10."""
    model, case = doubled(lambda y: all(e < 10 for e in y), (2, "behind"))
    return recorded(model, case(1, 2), case(20, 1), case(0.5, 3), case(2, 10))


@written
def loop_left_first():
    """Until all elements of y are at least 10: where they are not, a jump leads over the one that leaves."""
    model, case = doubled(lambda y: not all(e >= 10 for e in y), (2, "first"), (6, "behind"))
    model.forward["operators"][0] = Table("Operator", name="aten::ge", overload="Scalar_out")
    return recorded(model, case(1, 2), case(20, 1), case(20, 10), case(3, 10))


@written
def unsigned_words():
    """x f32[4] as u32 and u64."""
    model = Model(
        values=[tensor(4, memory=0), tensor(4, dtype=U32, memory=16), tensor(4, dtype=U64, memory=32), boolean(False),
                value("Null")],
        inputs=[0], outputs=[1, 2],
        instructions=[call("kernel", 0, 0, 3, 4, 1, 1), call("kernel", 0, 0, 3, 4, 2, 2)],
        ops=["aten::_to_copy.out"], arena=64)
    x = [0, 1.75, 4294967040, 65537]
    n = [int(e) for e in x]
    return recorded(model, ([case_tensor(floats(*x), 4)],
                            [case_tensor(struct.pack("<4I", *n), 4, dtype=U32),
                             case_tensor(struct.pack("<4Q", *n), 4, dtype=U64)]))


@written
def states_of_one_name():
    """Two buffers that the program calls alike; each call adds x to the one and 2 x to the other."""
    model = Model(
        values=[tensor(2, memory=0), tensor(2, memory=16, data=1), integer(1), tensor(2, memory=32, data=2), integer(2)],
        inputs=[0], outputs=[1, 3],
        instructions=[call("kernel", 0, 1, 0, 2, 1, 1), call("kernel", 0, 3, 0, 4, 3, 3)], ops=["aten::add.out"],
        arena=48)
    segment = model.add_segment(floats(1, 2, 3, 4))
    model.program["mutable_data_segments"] = [Table("Subsegments", segment_index=segment, offsets=[0, 0, 8])]
    for i, name in (1, "total"), (3, "total"):
        model.tensor(i)["extra_tensor_info"] = Table("Extra", fully_qualified_name=name)
    return recorded(model, ([case_tensor(floats(10, 20), 2)],
                            [case_tensor(floats(11, 22), 2), case_tensor(floats(23, 44), 2)]))


@written
def number_least():
    """x + 1, and the least number of 64 bits."""
    model = Model(values=[tensor(2, memory=0), tensor(2, memory=16), integer(1), integer(-2**63)],
                  inputs=[0], outputs=[1, 3], instructions=[call("kernel", 0, 0, 2, 2, 1, 1)],
                  ops=["aten::add.Scalar_out"], arena=32)
    least = Table("EValue", val_type=2, val=Table("Int", int_val=-2**63))
    return recorded(model, ([case_tensor(floats(10, 20), 2)], [case_tensor(floats(11, 21), 2), least]))


def main(out):
    for name, make in CASES.items():
        place = pathlib.Path(out) / index.place(name)
        place.mkdir(parents=True, exist_ok=True)
        (place / "case.bpte").write_bytes(make())
    index.write_rows(out, list(CASES))


if __name__ == "__main__":
    main(sys.argv[1])
