# SPDX-License-Identifier: 0BSD
"""Calls of custom operators that no C function can take."""
from damage import files
from flatwriter import Table
from programs import Model, call, delegated, integer, tensor, value


def calling(operators, values, *calls):
    """A program of x f32[2] and results f32[2] (values 0 to 2), further values, and the calls' arguments."""
    names = operators.split()
    model = Model(values=[tensor(2, memory=0), tensor(2, memory=16), tensor(2, memory=32), *values], inputs=[0], outputs=[1],
                  instructions=[call("kernel", *c) for c in calls], ops=names, arena=48)
    return {"case.pte": model.build(), "args.compile": " ".join(f"--custom {n}" for n in names).encode() + b"\n"}


@files
def foreign_without_result():
    return calling("mine::tell", [integer(1)], (0, 0, 3))


@files
def foreign_in_place():
    return calling("mine::clear_", [], (0, 0, 0))


@files
def foreign_writes_number():
    return calling("mine::count", [integer(1)], (0, 0, 3, 3))


@files
def foreign_other_kind():
    return calling("mine::scale.out", [integer(1)], (0, 0, 3, 2, 2), (0, 2, 0, 1, 1))


@files
def foreign_other_count():
    return calling("mine::scale.out", [integer(1)], (0, 0, 3, 2, 2), (0, 2, 1, 1))


@files
def foreign_result_of_mixed_list():
    return calling("mine::both.out", [value("TensorList", items=[0, 1])], (0, 0, 3, 1))


@files
def foreign_same_name():
    return calling("mine::a_b.out mine_a::b.out", [], (0, 0, 2, 2), (1, 2, 1, 1))


@files
def foreign_named_as_model():
    return calling("model::reset", [], (0, 0, 1, 1))


@files
def foreign_complex():
    return calling("mine::spin.out", [tensor(2, dtype=9, memory=32)], (0, 0, 3, 3))


@files
def foreign_takes_complex():
    return calling("mine::spin.out", [tensor(2, dtype=9, memory=32)], (0, 3, 1, 1))


def delegating(*args):
    """A call of a delegate with these of: x f32[2], y f32[2], a number."""
    model = delegated()
    model.values.append(integer(1))
    model.args(0)["args"] = list(args)
    return {"case.pte": model.build(), "args.compile": b"--delegate SomeBackend\n"}


@files
def delegate_takes_number():
    return delegating(0, 2, 1)


@files
def delegate_without_result():
    return delegating(0, 0)


@files
def delegates_same_name():
    """Three delegates, the third called as the first two but for what no name in C can have."""
    model = Model(values=[tensor(2, memory=16 * i) for i in range(4)], inputs=[0], outputs=[3],
                  instructions=[call("delegate", i, i, i + 1) for i in range(3)], ops=[], arena=64)
    where = Table("Processed", location=1, index=model.add_segment(b"blob"))
    model.forward["delegates"] = [Table("Delegate", id=name, processed=where, compile_specs=[])
                                  for name in ("Some-Backend", "Some-Backend", "Some.Backend")]
    return {"case.pte": model.build(), "args.compile": b"--delegate Some-Backend --delegate Some.Backend\n"}
