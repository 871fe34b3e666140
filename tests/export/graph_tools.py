# SPDX-License-Identifier: 0BSD
"""Writes the files of a graph case: fresh cases, sequences, edited programs."""
import torch
from executorch.exir import ExecutorchBackendConfig, to_edge
from executorch.exir._serialize._program import deserialize_pte_binary, serialize_pte_binary
from index import register
from oracle import call, load, run, write_bundle
from torch.export import export
from torch.utils._pytree import tree_flatten

CASES = {}


def add(name, write):
    """write(folder) writes the files of the case."""
    register(name)
    CASES[name] = write


def graph_case(function):
    add(function.__name__, function)


def floats(*shape):
    return (torch.randn(shape),)


def pair(*shape):
    return floats(*shape) + floats(*shape)


class Stateful(torch.nn.Module):
    """A function of (module, inputs...) with buffers."""

    def __init__(self, function, **buffers):
        super().__init__()
        self.function = function
        for name, value in buffers.items():
            self.register_buffer(name, value)

    def forward(self, *args):
        return self.function(self, *args)


def lower_methods(methods, constant_methods=None, **backend):
    """methods: name -> (module, inputs)."""
    programs = {name: export(module.eval(), inputs, strict=False) for name, (module, inputs) in methods.items()}
    return to_edge(programs, constant_methods=constant_methods).to_executorch(ExecutorchBackendConfig(**backend))


def instructions(program):
    plans = program.executorch_program.execution_plan
    return [i.instr_args for plan in plans for chain in plan.chains for i in chain.instructions]


def has_instruction(program, kind):
    return any(type(i).__name__ == kind for i in instructions(program))


def edit(program_bytes, change):
    """The program after change(its dataclass), serialised again."""
    file = deserialize_pte_binary(program_bytes)
    change(file.program)
    return bytes(serialize_pte_binary(file))


def write_cases(folder, program_bytes, **cases):
    """cases: method -> inputs of each case."""
    suites = {method: (inputs, run(program_bytes, inputs, method)) for method, inputs in cases.items()}
    write_bundle(f"{folder}/case.bpte", program_bytes, suites)


def expect_status(program, method, inputs, status):
    try:
        call(program, method, inputs)
    except RuntimeError as e:
        assert f"0x{status:x}" in str(e), e
        return
    raise AssertionError("the runtime accepts it")


def write_sequence(folder, program_bytes, *script, answer=None):
    """The folder's neighbour. script: (method, inputs), (method, inputs, status) or "reset", as the runtime runs them. A
    fourth item is ptec's status where docs/output.md promises another than the runtime's. answer: a function of PyTorch
    instead, where the runtime has no kernel; then each status is ptec's."""
    suites, lines, program = {}, [], None if answer else load(program_bytes)
    for step in script:
        if step == "reset":
            program = load(program_bytes)
            lines.append("reset")
            continue
        method, inputs, status = *step[:3], *[0] * (3 - len(step))
        cases, outputs = suites.setdefault(method, ([], []))
        lines.append(f"call {method} {len(cases)}" + (f" status {step[-1]}" if status else ""))
        cases.append(inputs)
        if status and not answer:
            expect_status(program, method, inputs, status)
        outputs.append([] if status else [answer(*inputs)] if answer else call(program, method, inputs))
    write_bundle(f"{folder}_sequence/case.bpte", program_bytes, suites)
    with open(f"{folder}_sequence/sequence", "w") as f:
        f.write("\n".join(lines) + "\n")


def write_answered(folder, program_bytes, models, *script):
    """models: method -> module. script: (method, inputs), (method, inputs, status) or "reset". A call that ends with a
    status changes nothing."""
    suites, lines = {}, []
    initial = {name: buffer.clone() for model in models.values() for name, buffer in model.named_buffers()}
    for step in script:
        if step == "reset":
            for model in models.values():
                for name, buffer in model.named_buffers():
                    buffer.copy_(initial[name])
            lines.append("reset")
            continue
        method, inputs, *status = step
        cases, outputs = suites.setdefault(method, ([], []))
        lines.append(f"call {method} {len(cases)}" + "".join(f" status {s}" for s in status))
        cases.append(tuple(x.clone() for x in inputs))
        outputs.append([] if status else [x.clone() for x in tree_flatten(models[method](*inputs))[0]])
    write_bundle(f"{folder}/case.bpte", program_bytes, suites)
    with open(f"{folder}/sequence", "w") as f:
        f.write("\n".join(lines) + "\n")
