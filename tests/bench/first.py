# SPDX-License-Identifier: 0BSD
"""The first call of a model in a new process: what its pages cost, and what its cold caches."""
import os
import re
import statistics
import subprocess
from dataclasses import dataclass

import bundle
from build import HERE, arguments, run

PROCESSES = 31
STATES = {"": "nothing", "w": "weights", "wa": "weights, arena", "wh": "weights, huge arena", "c": "all, caches empty"}
TITLES = ("model", "form", "median ms", *(f"{state} (faults)" for state in STATES.values()),
          "touching weights ms (faults)", "arena ms (faults)", "pages / median")


@dataclass
class Sample:
    """What first.c prints of a process."""
    first: float
    faults: float
    median: float
    weights: float
    weights_faults: float
    arena: float
    arena_faults: float

    @property
    def ratio(self):
        return self.first / self.median


class First:
    """The program of a model, and its processes."""

    def __init__(self, builder, core, path):
        self.core, case = core, bundle.read(path)[1][0]
        self.counts = [len(case.inputs), len(case.outputs)]
        self.folders = [builder.path("first", name) for name in ("in", "out")]
        bundle.write_files(case, *self.folders)
        builder.ours(path)
        with open(builder.path("net.h"), encoding="utf-8") as f:
            call = re.sub(r"^", "net_forward_with(&place, ", arguments(f.read(), case))
        self.image = builder.path("first", "image")
        run(*builder.cc, "-std=gnu11", f"-I{builder.work}", f"-I{HERE}", f"-DSIDE_CALL={call})", f"{HERE}/first.c", "-lm",
            "-o", self.image)

    def sample(self, ready):
        words = [f"{w}" for pair in zip(self.folders, self.counts) for w in pair]
        done = subprocess.run([self.image, ready, *words], stdout=subprocess.PIPE, text=True, check=True,
                              preexec_fn=lambda: os.sched_setaffinity(0, {self.core}))
        return Sample(*map(float, done.stdout.split()))


def cells(network, form, first):
    """A row. States take turns, so that they share what else the machine does."""
    samples = {ready: [] for ready in STATES}
    for _ in range(PROCESSES):
        for ready, taken in samples.items():
            taken.append(first.sample(ready))

    def middle(ready, member):
        return statistics.median(getattr(s, member) for s in samples[ready])

    median = statistics.median(s.median for taken in samples.values() for s in taken)
    pages = middle("wa", "weights"), middle("wa", "arena")
    return [network, form, f"{median:.3f}",
            *(f"{middle(ready, 'ratio'):.2f} ({middle(ready, 'faults'):.0f})" for ready in STATES),
            *(f"{ms:.3f} ({middle('wa', f'{name}_faults'):.0f})" for ms, name in zip(pages, ("weights", "arena"))),
            f"{sum(pages) / median:.2f}"]
