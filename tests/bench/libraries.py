# SPDX-License-Identifier: 0BSD
"""Each step of a program by ptec's own kernels and by XNNPACK's, and the table that `--kernels auto` reads."""
import math
import os
import textwrap
from dataclasses import dataclass

ROUNDS, BURST_SECONDS, MOST_RUNS = 10, 0.05, 200

HEAD = """/* SPDX-License-Identifier: 0BSD
 * Nanoseconds of the same steps by ptec's own kernels and by XNNPACK's: what `--kernels auto` goes by.
 * Measured, not written: docs/kernel-libraries.md says how.
 * processor   {processor}
 * compiler    {compiler}
 * XNNPACK     {xnnpack}
 * programs    {programs}
 * MEASURED(kernel, form, log2 of multiply-accumulates or of elements, own, XNNPACK's) */
"""


@dataclass
class Pair:
    """A step of XNNPACK's side and the one of that name on the own side, seconds; None where there is none."""
    name: str
    what: str
    kind: str  # "pte_xnn_conv2d_f32 point 20", None where XNNPACK does not compute it
    own: float
    library: float
    same: bool  # else the own one does what are steps by themselves on the other side


def seconds_of(bench, sides, path, precision, least_snr):
    """The least time of each step on each side, whose outputs are right before and after."""
    with bench.worker([(s.library, "", path) for s in sides]) as worker:
        snr = [worker.check(i) for i in range(len(sides))]
        runs = [max(3, min(MOST_RUNS, int(BURST_SECONDS / worker.burst(i, 3)[0]))) for i in range(len(sides))]
        for turn in range(ROUNDS):
            for i in range(len(sides)) if turn % 2 == 0 else reversed(range(len(sides))):
                worker.burst(i, runs[i])
                snr[i] = min(snr[i], worker.recheck(i))
        if min(snr) < least_snr[precision]:
            raise RuntimeError(f"wrong outputs: SNR {min(snr):.1f} dB")
        return [worker.steps(i, len(s.steps)) for i, s in enumerate(sides)], snr


def compare(bench, path, precision, least_snr):
    """(pairs, least SNR): the steps of XNNPACK's side in order, then those that only the own side has."""
    options = bench.options
    own, library = (bench.builder.ours(path, k, n) for k, n in ((options.kernels, "own"), (options.against, "other")))
    seconds, snr = seconds_of(bench, [own, library], path, precision, least_snr)
    mine = {name: (what, t) for (name, _, what), t in zip(own.steps, seconds[0])}
    pairs = []
    for (name, _, what), t in zip(library.steps, seconds[1]):
        my_what, my_t = mine.pop(name, (None, None))
        pairs.append(Pair(name, what, library.classes.get(name), my_t, t, my_what == what))
    return pairs + [Pair(name, what, None, t, None, False) for name, (what, t) in mine.items()], min(snr)


def print_pairs(title, options, pairs, snr):
    def column(t):
        return f"{1e6 * t:10.1f}" if t is not None else "         -"

    total = [sum(getattr(p, side) or 0 for p in pairs) for side in ("own", "library")]
    print(f"\n{title}: steps {1e3 * total[0]:.3f} ms by {options.kernels}, {1e3 * total[1]:.3f} ms by "
          f"{options.against}, outputs {snr:.0f} dB\n{'own us':>10}{'XNNPACK us':>11}  ratio  step")
    for p in pairs:
        ratio = f"{p.own / p.library:6.2f}" if p.same and p.own and p.library else "  more" if p.own else "     -"
        print(f"{column(p.own)} {column(p.library)} {ratio}  {p.name}  {p.kind or ''}  {p.what[:70]}", flush=True)


class Table:
    def __init__(self):
        self.times, self.programs = {}, []

    def add(self, title, pairs):
        self.programs.append(title)
        for p in pairs:
            if p.kind and p.same and min(p.own, p.library) > 0:
                sums = self.times.setdefault(p.kind, [0, 0])
                sums[0] += p.own
                sums[1] += p.library

    def text(self, **facts):
        lines = []
        for kind, (own, library) in sorted(self.times.items(), key=lambda t: (t[0].split()[:2], int(t[0].split()[2]))):
            symbol, form, size = kind.split()
            lines.append(f"MEASURED({symbol}, {form}, {size}, {math.ceil(1e9 * own)}, {math.ceil(1e9 * library)})\n")
        programs = textwrap.fill(" ".join(self.programs), 85).replace("\n", "\n *             ")
        return HEAD.format(programs=programs, **facts) + "".join(lines)


def xnnpack_file(builder):
    library = next((w for w in builder.xnnpack() if "XNNPACK" in os.path.basename(w)), "none")
    return os.path.realpath(library)
