# SPDX-License-Identifier: 0BSD
"""What ExecuTorch's Inspector needs to know of the steps in a dump of ptec."""
from __future__ import annotations

import copy
import json
import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Union

from ptec._compile import Output

if TYPE_CHECKING:
    from executorch.devtools.etrecord import ETRecord

Handles = Union[int, Iterable[int]]


def _by_text(numbered: Mapping[Any, Any] | None) -> dict[str, Any]:
    """Returns the map with its keys as they are in a file, where the Inspector looks them up."""
    return {str(key): value for key, value in (numbered or {}).items()}


def _listed(handles: Handles) -> list[int]:
    return [handles] if isinstance(handles, int) else list(handles)


def _result(step: dict[str, Any]) -> str:
    """Returns the instruction by which a dump names the step."""
    return str(step.get("result", step["instructions"][-1]))


def _link_operators(steps: list[dict[str, Any]], handles: dict[str, Any]) -> None:
    """Gives each step the handles of its operators, but for those whose results other steps have."""
    own = {_result(step): _listed(handles.get(_result(step), [])) for step in steps}
    taken = {handle for of in own.values() for handle in of}
    linked: dict[str, list[int]] = {}
    for step in steps:
        of = linked.setdefault(_result(step), [])
        for instruction in step["instructions"]:
            of += [h for h in _listed(handles.get(str(instruction), [])) if h not in taken and h not in of]
    for result, of in linked.items():
        if of + own[result]:
            handles[result] = of + own[result]  # the Inspector compares with the last one's value


def _alone_behind(node: Any) -> Any:
    """Returns the node that alone reads this one, past the choice of one of its results, or None."""
    users = [user for user in node.users if user.op == "call_function"]
    if len(node.users) == 1 and users and "getitem" in str(users[0].target):
        return _alone_behind(users[0]) or users[0]
    return users[0] if len(node.users) == 1 and users else None


def _shape(node: Any) -> Any:
    value = node.meta.get("val")
    value = value[0] if isinstance(value, (list, tuple)) else value
    return getattr(value, "shape", None)


def _link_nodes(steps: list[dict[str, Any]], delegates: dict[str, Any], graph: Any) -> None:
    """Gives each step of a delegate its handles, and those behind it that no step has.

    XNNPACK's nodes have the handle of one operator, whatever was fused with that.
    """
    taken = {handle for step in steps for handle in step["handles"]}
    nodes = {node.meta["debug_handle"]: node for node in graph.nodes if "debug_handle" in node.meta}
    for step in steps:
        of = list(step["handles"])
        node = nodes.get(of[-1])
        while node is not None and (node := _alone_behind(node)) is not None:
            handle = node.meta.get("debug_handle")
            if handle is None or handle in taken or _shape(node) != _shape(nodes[of[0]]):
                break
            of += [] if handle in of else [handle]
        call = delegates.setdefault(_result(step), {"name": "XnnpackBackend", "delegate_map": {}})
        call["delegate_map"][step["name"]] = of


def _graph_of(record: ETRecord, method: str) -> Any:
    program = record.edge_dialect_program
    program = program.get(method) if isinstance(program, dict) else program
    return program.graph


def link_etrecord(record: ETRecord | str | os.PathLike[str],
                  manifest: Output | Mapping[str, Any] | str | os.PathLike[str]) -> ETRecord:
    """Returns a copy of an ETRecord in which ptec's steps have the debug handles of all that was fused into them.

    With it ``executorch.devtools.Inspector`` names the operators and lines of source of each step
    in a file of ``ptec run --etdump`` or ``verify --etdump``, and ``calculate_numeric_gap`` compares
    a step with the last of its operators. ``manifest`` is what ``ptec.compile`` returned for the
    same program and options, or its NAME.json. ``record`` is one, or the path of one.

    >>> output = ptec.compile(program, out="gen", name="net")
    >>> record = ptec.link_etrecord(program.get_etrecord(), output)
    >>> Inspector(etdump_path="net.etdp", debug_buffer_path="net.bin", etrecord=record).print_data_tabular()
    """
    from executorch.devtools.etrecord import parse_etrecord

    if isinstance(manifest, Output):
        manifest = manifest.manifest
    elif not isinstance(manifest, Mapping):
        with open(manifest) as file:
            manifest = json.load(file)
    linked = parse_etrecord(os.fspath(record)) if isinstance(record, (str, os.PathLike)) else copy.copy(record)
    handles = copy.deepcopy(_by_text(linked._debug_handle_map))
    delegates = copy.deepcopy(_by_text(linked._delegate_map))
    for method in manifest["methods"]:
        name = method["name"]
        handles[name], delegates[name] = _by_text(handles.get(name)), _by_text(delegates.get(name))
        steps = [step for step in method["steps"] if "instructions" in step]
        _link_operators([step for step in steps if "handles" not in step], handles[name])
        _link_nodes([step for step in steps if "handles" in step], delegates[name], _graph_of(linked, name))
    linked._debug_handle_map, linked._delegate_map = handles, delegates
    return linked
