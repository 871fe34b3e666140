# SPDX-License-Identifier: 0BSD
"""Random programs, each a folder of a bundled program that the runtime has answered: python random_programs.py OUT COUNT SEED

One seed gives one program. What the exporter or the runtime refuses is left out, and the next seed taken; where the
runtime's answer is not PyTorch's, a line says so, and the program goes to OUT/unlike, with PyTorch's answers. At the end:
what the programs are made of."""
import collections
import json
import os
import random
import sys
import traceback

import torch
from executorch.exir.passes import MemoryPlanningPass
from executorch.exir.passes.init_mutable_pass import InitializedMutableBufferPass
from graph_tools import instructions
from oracle import call, load, lower, operators, write_bundle
from random_maker import ANY, F32, HALVES, INTS, Maker, Skip
from random_steps import CONTROL, MODULES, STEPS
from torch.export import Dim

LARGEST, CASES = 7, 3
MOST_BYTES, FEWEST, MOST = 40000, 5, 50


def make(rng):
    """The Maker with all steps taken, and its module."""
    sizes = {}
    if rng.random() < 0.38:
        for name in ("n", "m")[: rng.randint(1, 2)]:
            extents = rng.sample(range(1 if rng.random() < 0.3 else 2, LARGEST + 1), CASES)
            sizes[name] = [max(extents), *(e for e in extents if e != max(extents))]
    dtypes = [F32, F32, rng.choice(ANY), rng.choice(ANY), rng.choice(INTS), torch.bool][: rng.randint(2, 6)]
    inexact_halves = rng.random() < 0.15
    if inexact_halves:
        dtypes += [rng.choice(HALVES)] * 3
    m = Maker(rng, sizes, dtypes, inexact_halves, 5e-2 if inexact_halves else 1e-3)
    wanted, control = round(5 * 9 ** rng.random()), rng.random() < 0.45
    names = rng.sample(sorted(STEPS), 60)
    while len(m.program.steps) < wanted:
        table, name = (CONTROL, rng.choice(sorted(CONTROL))) if control and rng.random() < 0.2 else (STEPS, rng.choice(names))
        try:
            table[name](m)
        except Skip:
            pass
    return m


def backend(rng, m):
    options = {}
    if m.initial:
        options["passes"] = [InitializedMutableBufferPass([name for name, first in m.initial if first.any()])]
    if rng.random() < 0.2:
        options["remove_view_copy"] = False
    if rng.random() < 0.15:
        options["memory_planning_pass"] = MemoryPlanningPass(alloc_graph_input=False, alloc_graph_output=False)
    if rng.random() < 0.15:
        options["run_reinplace_pass"] = True
    return options


def dynamic_shapes(m):
    if not m.sizes:
        return None
    dims = {name: Dim(name, min=min(extents), max=LARGEST) for name, extents in m.sizes.items()}
    return (tuple({i: dims[d] for i, d in enumerate(spec) if isinstance(d, str)} or None for spec in m.dims),)


def same(got, want, tolerance):
    if not isinstance(got, torch.Tensor) or got.dtype != want.dtype or got.shape != want.shape:
        return False
    if got.dtype.is_floating_point:
        error = (got.double() - want.double()).abs()
        return bool((error <= tolerance * (0.01 + want.double().abs())).all())
    return torch.equal(got, want)


def export(m, rng):
    module, outputs = m.finish()
    if not outputs:
        raise Skip
    cases = [tuple(v.tensors[k] for v in m.inputs) for k in range(m.cases)]
    options = {"preserve": rng.random() < 0.9, "_check_ir_validity": False, "_skip_dim_order": rng.random() < 0.15}
    program = lower(module, cases[0], dynamic_shapes=dynamic_shapes(m), backend=backend(rng, m), **options)
    return program, cases, outputs


def answer(program, cases, reset):
    """Of one instance, or of a fresh one for each case."""
    instance, answers = None, []
    for case in cases:
        if reset or instance is None:
            instance = load(program.buffer)
        answers.append(call(instance, "forward", case))
    return answers


def one(out, seed):
    """What the program of this seed is made of, or None."""
    rng = random.Random(seed)
    m = make(rng)
    program, cases, outputs = export(m, rng)
    kernels = sum(type(i).__name__ == "KernelCall" for i in instructions(program))
    if not FEWEST <= kernels <= MOST or len(program.buffer) > MOST_BYTES:
        raise Skip
    folder = f"{out}/r{seed:06d}"
    answers = answer(program, cases, reset=not m.initial)
    wrong = [(k, i) for k, case in enumerate(answers) for i, got in enumerate(case)
             if not same(got, outputs[i].tensors[k], m.tolerance)]
    if wrong:
        print(f"r{seed:06d}: the runtime is not PyTorch in case, output {wrong[:4]}", flush=True)
        folder = f"{out}/unlike/r{seed:06d}"
        answers = [[v.tensors[k] for v in outputs] for k in range(m.cases)]
    size = write_bundle(f"{folder}/case.bpte", program.buffer, {"forward": (cases, answers)})
    if m.inexact_halves:
        with open(f"{folder}/args", "w") as f:
            f.write(f"--rtol {m.tolerance} --atol {m.tolerance / 100}\n")
    if m.initial:
        with open(f"{folder}/sequence", "w") as f:
            f.writelines(f"call forward {k}\n" for k in range(m.cases))
            f.write("reset\ncall forward 0\n")
    plans = program.executorch_program.execution_plan
    dtypes = {v.val.scalar_type.name for v in plans[0].values if type(v.val).__name__ == "Tensor"}
    jumps = any(type(i).__name__ == "JumpFalseCall" for i in instructions(program))
    return None if wrong else {"operators": sorted(operators(program)), "dtypes": sorted(dtypes), "kernels": kernels,
                               "size": size, "dynamic": bool(m.sizes), "state": bool(m.initial), "jumps": jumps}


def forked(out, seed):
    """one(), in a process of its own: the runtime ends it where it finds itself in the wrong."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        made = None
        try:
            made = one(out, seed)
        except Skip:
            made = "skipped"
        except BaseException as e:
            where = traceback.extract_tb(e.__traceback__)[-1]
            print(f"r{seed:06d}: {type(e).__name__} {where.name}: {str(e).strip()[:300]!r}", flush=True)
        os.write(write, json.dumps(made).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as f:
        text = f.read()
    _, status = os.waitpid(child, 0)
    if status:
        print(f"r{seed:06d}: the process ended with status {status}", flush=True)
    return json.loads(text) if text else None


def share(made, key):
    return f"{key} {100 * sum(bool(p[key]) for p in made) / len(made):.0f} %"


def describe(made):
    used = collections.Counter(op for p in made for op in p["operators"])
    dtypes = collections.Counter(d for p in made for d in p["dtypes"])
    kernels, sizes = sorted(p["kernels"] for p in made), sorted(p["size"] for p in made)
    print(f"{len(made)} programs, {len(used)} overloads, {len(dtypes)} dtypes")
    print("programs an overload is in:", ", ".join(f"{op} {n}" for op, n in sorted(used.items())))
    print("programs a dtype is in:", ", ".join(f"{d} {n}" for d, n in dtypes.most_common()))
    either = sum(p["state"] or p["jumps"] for p in made) / len(made)
    print(f"{share(made, 'dynamic')}, {share(made, 'state')}, {share(made, 'jumps')}, state or jumps {100 * either:.0f} %")
    print(f"calls of kernels: {kernels[0]} to {kernels[-1]}, median {kernels[len(kernels) // 2]}")
    print(f"bytes: {sizes[0]} to {sizes[-1]}, median {sizes[len(sizes) // 2]}")


def main(out, count, seed):
    torch.set_num_threads(1)
    for module in MODULES:
        __import__(module)
    made = []
    while len(made) < count:
        program = forked(out, seed)
        if isinstance(program, dict):
            made.append(program)
        seed += 1
    describe(made)
    print(f"next seed {seed}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
