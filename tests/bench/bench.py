# SPDX-License-Identifier: 0BSD
"""Times models compiled by ptec against ExecuTorch with XNNPACK: see README.md."""
import argparse
import glob
import json
import os
import platform
import re
import shlex
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field

import first
import libraries
import others
from build import HERE, Builder, run

FOLDERS = ("PTEC_CORPUS", "PTEC_BENCH_MODELS")
PRECISION = {"portable": "f32", "xnn": "f32", "portable_f16": "f16", "portable_q8": "int8", "xnn_q8": "int8"}
REFERENCE = {"f32": "xnn", "int8": "xnn_q8"}
GOALS = {"mv2": {"f32": 0.82, "int8": 0.55}, "mv3": {"f32": 0.80, "int8": 0.55}, "resnet50": {"f32": 0.95},
         "vit": {"f32": 0.95}, "bert": {"f32": 0.95}}
WITHOUT_DOT_PRODUCTS = 0.80  # any int8 goal, where the processor does not multiply bytes
SMALL_GOAL, SMALL = 0.70, ("ad", "kws", "resnet8", "silero", "vww")
LEAST_SNR = {"f32": 75, "f16": 40, "int8": 20}  # dB, against recorded outputs; of PyTorch's own int8: docs/numerics.md
BURST_SECONDS, MOST_RUNS, STEADY, SLOWEST = 0.004, 100, 0.95, 0.85
LEAST_PAIRS, ROW_SECONDS = 9, 30


class Worker:
    """A process of worker.py; its methods are that file's."""

    def __init__(self, timer, core):
        self.process = subprocess.Popen([sys.executable, f"{HERE}/worker.py", timer, str(core)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def __getattr__(self, verb):
        def ask(*arguments):
            print(json.dumps([verb, *arguments]), file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline()
            if not answer:
                raise RuntimeError(f"the worker died of {-self.process.wait()} in '{verb}'")
            answer = json.loads(answer)
            if "error" in answer:
                raise RuntimeError(answer["error"])
            return answer["value"]
        return ask

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


@dataclass
class Result:
    first: float
    memory: float
    snr: float = 0.0
    times: list = field(default_factory=list)
    peak: float = 0.0  # GFLOP/s of the probe
    steady: bool = True

    @property
    def median(self):
        return statistics.median(self.times)


def quartiles(ours, theirs):
    return statistics.quantiles([a / b for a, b in zip(ours.times, theirs.times)])


def has_dot_products():
    return "avx512_vnni" in processor()


@dataclass
class Row:
    network: str
    form: str
    ours: Result
    theirs: Result = None  # None without a reference
    arena: int = 0
    code: int = 0
    mmac: float = 0.0
    steps: list = field(default_factory=list)
    others: dict = field(default_factory=dict)  # (ours, theirs) by the name of the runtime

    @property
    def precision(self):
        return PRECISION[self.form]

    @property
    def goal(self):
        goal = SMALL_GOAL if self.network in SMALL else GOALS.get(self.network, {}).get(self.precision)
        return WITHOUT_DOT_PRODUCTS if goal and self.precision == "int8" and not has_dot_products() else goal

    @property
    def ratios(self):
        return quartiles(self.ours, self.theirs)

    @property
    def least(self):
        """Seconds that its multiplications take at the speed of the probe; 0: not known."""
        lanes = 1 if self.precision == "f32" else 4 if has_dot_products() else 0
        rate = 1e9 * self.ours.peak * lanes / 2
        return 1e6 * self.mmac / rate if rate else 0


class Bench:
    def __init__(self, options):
        self.options = options
        self.builder = Builder(options, options.work)
        self.timer = self.builder.timer()
        self.reference = None if options.against or options.first else self.builder.reference()
        self.table = libraries.Table()
        self.together = self.builder.has_avx()

    def worker(self, sides):
        worker = Worker(self.timer, self.options.core)
        for side in sides:
            worker.open(*side)
        return worker

    def first(self, side):
        """The fastest of three first calls, each in a new process."""
        calls = []
        for _ in range(3):
            with self.worker([side]) as worker:
                calls.append(worker.first(0))
        return Result(*min(calls))

    def measure(self, sides):
        """A result for each side. Code without AVX would suffer from the other side's AVX state in one process."""
        results = [self.first(side) for side in sides]
        groups = [sides] if self.together else [[side] for side in sides]
        workers = [self.worker(group) for group in groups]
        players = [(w, i) for w, group in zip(workers, groups) for i in range(len(group))]
        for (worker, i), result in zip(players, results):
            result.snr = worker.check(i)
        self.alternate(players, results)
        for (worker, i), result in zip(players, results):
            result.snr = min(result.snr, worker.recheck(i))
        for worker in workers:
            worker.__exit__()
        return results

    def alternate(self, players, results):
        """Bursts in turn, AB BA AB ..., until enough rounds saw a core of steady speed; all rounds, if few do."""
        runs = [max(1, min(MOST_RUNS, int(BURST_SECONDS / w.burst(i, 3)[0]))) for w, i in players]
        rounds, steady, end, few = [], [], time.monotonic() + ROW_SECONDS, False
        while len(steady) < (self.options.pairs if time.monotonic() < end else LEAST_PAIRS):
            if len(rounds) > 20 * self.options.pairs:
                steady, few = [times for _, _, times in rounds], True
                break
            order = range(len(players)) if len(rounds) % 2 == 0 else reversed(range(len(players)))
            bursts = {k: players[k][0].burst(players[k][1], runs[k]) for k in order}
            speeds = [speed for _, probes in bursts.values() for speed in probes]
            rounds.append((min(speeds), max(speeds), [bursts[k][0] for k in range(len(players))]))
            usual = statistics.median(top for _, top, _ in rounds)
            steady = [times for least, top, times in rounds if least >= STEADY * max(top, SLOWEST * usual)]
        for result, times in zip(results, zip(*steady)):
            result.times, result.peak, result.steady = times, usual, not few

    def compare(self, network, form, path):
        """Each step by two lists of kernels."""
        pairs, snr = libraries.compare(self, path, PRECISION[form], LEAST_SNR)
        libraries.print_pairs(f"{network}_{form}", self.options, pairs, snr)
        self.table.add(f"{network}_{form}", pairs)

    def split_first(self, network, form, path):
        return first.cells(network, form, first.First(self.builder, self.options.core, path))

    def row(self, network, form, path, reference):
        ours = self.builder.ours(path)
        sides = [(ours.library, "", path)]
        if self.reference and reference:
            sides.append((self.reference, self.builder.program(reference), reference))
        if self.options.steps:
            row = self.profile(network, form, ours, sides[0])
            print_steps(row)
            if len(sides) > 1:
                self.profile_reference(reference)
            return row
        results = self.checked(sides, PRECISION[form])
        row = Row(network, form, results[0], results[1] if len(results) > 1 else None, ours.arena, ours.code,
                  sum(mmac for _, mmac, _ in ours.steps))
        model = f"{os.path.dirname(path)}/{network}.onnx"
        if row.precision == "f32" and os.path.exists(model):
            row.others = {name: self.checked([sides[0], (name, model, path)], "f32") for name in others.installed()}
        return row

    def checked(self, sides, precision):
        results = self.measure(sides)
        for result in results:
            if result.snr < LEAST_SNR[precision]:
                raise RuntimeError(f"wrong outputs: SNR {result.snr:.1f} dB")
        return results

    def profile(self, network, form, ours, side):
        """Fastest time of each step; the calls of the clock cost too, so these are not the model's time."""
        with self.worker([side]) as worker:
            result = Result(*worker.first(0), snr=worker.check(0))
            result.times = [worker.burst(0, 10)[0] for _ in range(5)]
            seconds = worker.steps(0, len(ours.steps))
        return Row(network, form, result, None, ours.arena, ours.code, steps=list(zip(ours.steps, seconds)))

    def profile_reference(self, path):
        done = subprocess.run([sys.executable, f"{HERE}/reference_steps.py", path, str(self.options.core)], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        print(f"{os.path.basename(path)} in ExecuTorch:\n{done.stdout}", flush=True)


def find_models(folders, wanted):
    """{(network, form): path}"""
    found = {}
    for folder in folders:
        for path in sorted(glob.glob(f"{folder}/*.bpte")):
            name = re.fullmatch(r"(.+?)_(portable_q8|portable_f16|portable|xnn_q8|xnn)", os.path.basename(path)[:-5])
            if name and re.search(wanted, name[0]):
                found.setdefault((name[1], name[2]), path)
    return found


TITLES = ("model", "form", "first ms", "XNNPACK", "median ms", "XNNPACK", "ratio (quartiles)", "goal", "at peak ms",
          "RAM KB", "XNNPACK", ".text KB", "SNR dB", "XNNPACK")
OTHER_TITLES = ("model", "form", "runtime", "median ms", "its", "ratio (quartiles)")


def cells(row):
    def both(form, mine, theirs):
        return [format(mine, form), format(theirs, form) if row.theirs else "-"]

    theirs = row.theirs or Result(0, 0, times=[0])
    ratio = "{1:.3f} ({0:.2f}-{2:.2f})".format(*row.ratios) if row.theirs else "-"
    ratio += "" if row.ours.steady else " unsteady"
    return [row.network, row.form, *both(".3f", 1e3 * row.ours.first, 1e3 * theirs.first),
            *both(".4f", 1e3 * row.ours.median, 1e3 * theirs.median), ratio, f"{row.goal:.2f}" if row.goal else "-",
            f"{1e3 * row.least:.4f}" if row.least else "-",
            *both(".0f", row.arena / 1024, theirs.memory / 1024), f"{row.code / 1024:.1f}",
            *both(".0f", row.ours.snr, theirs.snr)]


def line(texts):
    return "| " + " | ".join(texts) + " |"


def other_cells(row):
    """A line for each of the other runtimes."""
    return [[row.network, row.form, name, f"{1e3 * ours.median:.4f}", f"{1e3 * theirs.median:.4f}",
             "{1:.3f} ({0:.2f}-{2:.2f})".format(*quartiles(ours, theirs))]
            for name, (ours, theirs) in row.others.items()]


def table(titles, lines):
    """Nothing without lines."""
    lines = list(map(line, lines))
    return "\n".join([line(titles), "|---" * len(titles) + "|", *lines]) if lines else ""


def print_steps(row):
    total = sum(seconds for _, seconds in row.steps)
    print(f"\n{row.network}_{row.form}: {1e3 * row.ours.median:.3f} ms, steps {1e3 * total:.3f} ms")
    for (name, mmac, what), seconds in sorted(row.steps, key=lambda s: -s[1]):
        speed = f"{2e-3 * mmac / seconds:7.1f}" if mmac and seconds else "      -"
        print(f"{1e6 * seconds:10.1f} us {100 * seconds / total:5.1f} % {speed} GFLOP/s  {name}  {what[:90]}")


def processor():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as f:
        facts = dict(re.findall(r"^(.*?)\s*: (.*)$", f.read(), re.MULTILINE))
    name = facts.get("model name", platform.processor())
    family = f"family {facts['cpu family']}, model {facts['model']}" if "cpu family" in facts else platform.machine()
    units = {"avx2", "fma", "avx512f", "avx512_vnni", "avx_vnni", "amx_tile"} & set(facts.get("flags", "").split())
    return f"{name} ({family}; {', '.join(sorted(units))}), {os.cpu_count()} cores, Linux {platform.release()}"


def page(options, rows):
    """docs/performance-NAME.md"""
    from importlib.metadata import version
    with open(f"{HERE}/page.md.in", encoding="utf-8") as f:
        text = f.read()
    facts = {"processor": processor(), "compiler": run(options.cc, "--version").splitlines()[0],
             "flags": options.cflags, "kernels": options.kernels, "reference": f"executorch {version('executorch')}",
             "command": " ".join([*(f"{v}=DIR" for v in FOLDERS if os.environ.get(v)), "sh tests/bench/run.sh",
                                  shlex.join(sys.argv[3:])]),
             "table": table(TITLES, map(cells, rows)),
             "others": table(OTHER_TITLES, (c for r in rows for c in other_cells(r)))}
    return re.sub(r"@(\w+)@", lambda m: facts[m[1]], text).rstrip() + "\n"


def table_of_times(bench):
    """backends/xnnpack/measured.def"""
    options = bench.options
    compiler = f"{run(options.cc, '--version').splitlines()[0]}, {options.cflags}"
    return bench.table.text(processor=processor(), compiler=compiler, xnnpack=libraries.xnnpack_file(bench.builder))


def parse_options():
    p = argparse.ArgumentParser(prog="run.sh", usage="run.sh [OPTION]... [REGEX]", description=__doc__)
    p.add_argument("ptec", help=argparse.SUPPRESS)
    p.add_argument("work", help=argparse.SUPPRESS)
    p.add_argument("models", nargs="?", default="", help="regular expression for NETWORK_FORM")
    p.add_argument("--cc", default="gcc")
    p.add_argument("--cflags", default="-O3 -march=native")
    p.add_argument("--kernels", default="winograd,vector,portable")
    p.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    p.add_argument("--pairs", type=int, default=30, help="bursts that must count; 9 do where more take over 30 s")
    p.add_argument("--steps", action="store_true", help="time each step instead, of both")
    p.add_argument("--against", metavar="KERNELS", help="with --steps: each step by --kernels and by these, which "
                   "call XNNPACK; -o writes the table of --kernels auto")
    p.add_argument("--first", action="store_true", help="split the first call into pages and caches instead")
    p.add_argument("--gate", action="store_true", help="fail above the goals")
    p.add_argument("-o", "--output", help="write the page there")
    options = p.parse_intermixed_args()
    if options.against and not options.steps:
        p.error("--against needs --steps")
    return options


def judge(row):
    """Whether it is at its goal; says so if not."""
    if row.theirs and row.ratios[1] <= row.goal:
        return True
    reason = f"{row.ratios[1]:.3f} is above {row.goal:.2f}" if row.theirs else "there is no reference"
    print(f"{row.network}_{row.form}: {reason}")
    return False


def main():
    options = parse_options()
    bench = Bench(options)
    folders = [HERE, *filter(None, map(os.environ.get, FOLDERS))]
    if not os.environ.get("PTEC_CORPUS"):
        folders.append(f"{HERE}/../corpus")
    rows, failures, models = [], [], find_models(folders, "")
    wanted = sorted(find_models(folders, options.models), key=lambda m: (m[0] != "empty", m))
    if not options.steps:
        print(line(first.TITLES if options.first else TITLES), flush=True)
    for network, form in wanted:
        reference = models.get((network, REFERENCE.get(PRECISION[form])))
        try:
            if options.against:
                bench.compare(network, form, models[network, form])
                continue
            if options.first:
                print(line(bench.split_first(network, form, models[network, form])), flush=True)
                continue
            rows.append(bench.row(network, form, models[network, form], reference))
        except RuntimeError as e:
            failures.append(f"{network}_{form}: {e}")
            print(failures[-1], flush=True)
            continue
        if not options.steps:
            print("\n".join(map(line, [cells(rows[-1]), *other_cells(rows[-1])])), flush=True)
    reached = [judge(r) for r in rows if r.goal and not options.steps]
    if options.output:
        with open(options.output, "w", encoding="utf-8") as f:
            f.write(table_of_times(bench) if options.against else page(options, rows))
    if not wanted:
        failures.append("no model of that name")
        print(failures[-1])
    return 1 if failures or (options.gate and not all(reached)) else 0


if __name__ == "__main__":
    sys.exit(main())
