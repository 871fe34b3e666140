# SPDX-License-Identifier: 0BSD
"""The options of ``ptec compile`` as keyword arguments."""
from __future__ import annotations

import difflib
import os
from typing import Any, Iterable, Mapping, Sequence, TypedDict, Union

Words = Union[str, Sequence[str]]
Paths = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]


class LoadOptions(TypedDict, total=False):
    """The options that ``ptec.load`` has too; ``ptec compile --help`` explains each.

    >>> model = ptec.load("model.pte", kernels=["vector", "portable"], bind="input0.dim1=7")
    """

    O: int
    kernels: Words
    ptd: Paths
    bind: Words
    io: str
    checks: str
    prefer: str
    threads: int
    max_ram: int | str
    cflags: str


class CompileOptions(LoadOptions, total=False):
    """The options of ``ptec.compile``.

    >>> output = ptec.compile("model.pte", out="gen", emit="bundle", max_ram="64K")
    """

    name: str
    names: str | os.PathLike[str]
    emit: str
    weights: str
    weights_version: int
    target: str
    shared: str
    custom: Words
    delegate: Words
    max_flash: int | str
    memory: Words
    place: Words
    by_steps: bool
    cpp: bool
    max_piece: int
    max_block: int | str
    size: bool
    json: bool
    sbom: bool
    max_stack: int | str
    cc: str


_FLAGS = {"by_steps", "cpp", "json", "size", "sbom"}
_JOINED = {"kernels", "memory"}
_REPEATED = {"ptd", "bind", "custom", "delegate", "place"}


def check_names(function: str, options: Mapping[str, Any], allowed: Iterable[str]) -> None:
    """Raises a TypeError that names the first option that the function does not have."""
    for name in options:
        if name not in allowed:
            near = difflib.get_close_matches(name, allowed, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"{function}() has no option {name!r}{hint}")


def _word(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, os.PathLike)):
        raise TypeError(f"option {name!r} is a {type(value).__name__}; a word or a number is wanted")
    return str(value) if isinstance(value, int) else os.fspath(value)


def _listed(name: str, value: Any) -> list[str]:
    several = isinstance(value, (list, tuple))
    return [_word(name, one) for one in (value if several else [value])]


def _words(name: str, value: Any) -> list[str]:
    option = "--" + name.replace("_", "-")
    if name in _FLAGS:
        if not isinstance(value, bool):
            raise TypeError(f"option {name!r} is True or False, not a {type(value).__name__}")
        return [option] if value else []
    if name in _REPEATED:
        return [word for one in _listed(name, value) for word in (option, one)]
    if name in _JOINED:
        return [option, ",".join(_listed(name, value))]
    word = _word(name, value)
    return [f"-O{word}"] if name == "O" else [option, word]


def command_line(options: Mapping[str, Any]) -> list[str]:
    """Returns the words of the command line; an option that is None has its default."""
    return [word for name, value in options.items() if value is not None for word in _words(name, value)]
