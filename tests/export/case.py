# SPDX-License-Identifier: 0BSD
"""The registry that the tables fill: case(name, operator, function, inputs...)."""
import dataclasses

import index


@dataclasses.dataclass
class Case:
    """One folder of tests/cases, where index.py says.

    operator: must occur in the exported program. function: a function or a module. inputs: texts of inputs.py, or
    values. elementwise: add a case of special values. more: inputs of further cases. args: further arguments of
    `ptec verify`. foreign: further arguments of `ptec compile` too, which let the program call functions of
    the file `link`. bind: of both too, which fix sizes. eager: PyTorch answers, because the runtime's kernel is defective
    there, or missing. make: another way to export and answer. most_bytes: of the folder's program. options: of oracle.lower."""
    name: str
    operator: str
    function: object
    inputs: tuple
    elementwise: bool
    more: tuple
    args: str
    foreign: str
    link: str
    bind: str
    eager: bool
    make: object
    most_bytes: int
    options: dict


CASES = {}


def case(name, operator, function, *inputs, elementwise=False, more=(), args="", foreign="", link="foreign.c", bind="", eager=False, make=None, most_bytes=28000,
         **options):
    assert name not in CASES, name
    index.register(name, operator)
    CASES[name] = Case(name, operator, function, inputs, elementwise, more, args, foreign, link, bind, eager, make, most_bytes, options)


def pointwise(name, operator, function, *inputs, **options):
    case(name, operator, function, *inputs, elementwise=True, **options)
