# SPDX-License-Identifier: 0BSD
"""One process that calls models: worker.py TIMER CORE. Requests and answers are lines of JSON."""
import ctypes
import json
import os
import sys

import bundle
import others

VOIDS = ctypes.POINTER(ctypes.c_void_p)
DOUBLES = ctypes.POINTER(ctypes.c_double)


def aligned(data):
    """A copy at a multiple of 64, with room for what XNNPACK reads behind it; and what keeps it alive."""
    room = ctypes.create_string_buffer(len(data) + 2 * 64)
    at = -(-ctypes.addressof(room) // 64) * 64
    ctypes.memmove(at, bytes(data), len(data))
    return at, room


class Buffers:
    """Pointers to tensors."""

    def __init__(self, tensors, blank=False):
        places = [aligned(bytes(len(t.data)) if blank else t.data) for t in tensors]
        self.keep, self.tensors = places, tensors
        self.pointers = (ctypes.c_void_p * len(places))(*(at for at, _ in places))

    def data(self, i):
        return ctypes.string_at(self.pointers[i], len(self.tensors[i].data))


class Side:
    def __init__(self, library, program, recorded):
        _, self.cases = bundle.read(recorded)
        self.library = others.Side(library, self.cases) if library in others.RUNTIMES else ctypes.CDLL(library)
        if self.library.side_open(program.encode()) != 0:
            raise RuntimeError(f"{library} cannot open {program}")


class Worker:
    def __init__(self, timer):
        self.timer = ctypes.CDLL(timer)
        self.timer.peak.restype = self.timer.burst.restype = self.timer.snr.restype = ctypes.c_double
        self.sides, self.inputs, self.outputs = [], None, None

    def open(self, library, program, recorded):
        """The first side's cases are everybody's inputs."""
        side = Side(library, program, recorded)
        if not self.sides:
            self.inputs = [Buffers(c.inputs) for c in side.cases]
        for mine, theirs in zip(self.inputs, side.cases, strict=True):
            if [t.data for t in mine.tensors] != [t.data for t in theirs.inputs]:
                raise RuntimeError(f"{recorded} has other inputs")
        self.outputs = Buffers(side.cases[0].outputs, blank=True)
        self.sides.append(side)

    def compare(self, side, want):
        """The least signal-to-noise ratio of its outputs as they are."""
        side.library.side_outputs(self.outputs.pointers)
        worst = 200.0
        for i, tensor in enumerate(want):
            got = self.outputs.data(i)
            if tensor.dtype == bundle.F32:
                worst = min(worst, self.timer.snr(got, bytes(tensor.data), ctypes.c_long(len(got) // 4)))
            elif got != tensor.data:
                worst = -200.0
        return worst

    def check(self, side):
        """Runs all cases; the last is the first one's, whose inputs are those that are timed."""
        side = self.sides[side]
        worst = 200.0
        for case, inputs in [*zip(side.cases, self.inputs), (side.cases[0], self.inputs[0])]:
            side.library.side_reset()
            if side.library.side_run(inputs.pointers, self.outputs.pointers) != 0:
                raise RuntimeError("the call fails")
            worst = min(worst, self.compare(side, case.outputs))
        return worst

    def recheck(self, side):
        """The outputs of the call that was timed last."""
        return self.compare(self.sides[side], self.sides[side].cases[0].outputs)

    def first(self, side):
        seconds, memory = ctypes.c_double(), ctypes.c_double()
        status = self.timer.first(self.sides[side].library.side_run, self.inputs[0].pointers, self.outputs.pointers,
                                  ctypes.byref(seconds), ctypes.byref(memory))
        if status != 0:
            raise RuntimeError("the first call fails")
        return seconds.value, memory.value

    def burst(self, side, runs):
        """Seconds of the fastest call, and the core's speeds before and after."""
        library, before = self.sides[side].library, self.timer.peak()
        library.side_reset()
        seconds = self.timer.burst(library.side_run, self.inputs[0].pointers, self.outputs.pointers, runs)
        if seconds < 0:
            raise RuntimeError("a timed call fails")
        return seconds, [before, self.timer.peak()]

    def steps(self, side, count):
        seconds = (ctypes.c_double * count).in_dll(self.sides[side].library, "side_step_seconds")
        return list(seconds)


def main():
    worker = Worker(sys.argv[1])
    os.sched_setaffinity(0, {int(sys.argv[2])})
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print
    for line in sys.stdin:
        verb, *arguments = json.loads(line)
        try:
            answer = {"value": getattr(worker, verb)(*arguments)}
        except (RuntimeError, AssertionError, OSError) as e:
            answer = {"error": str(e)}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
