# SPDX-License-Identifier: 0BSD
"""Where a case stands in tests/cases, and the index that names for each the line of this folder that made it.

The scripts that write cases write their rows of index.tsv; `python index.py ../cases` writes all rows. tests/runner/index.sh
compares the index with the folders and with the lines."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
# The folder of a file's cases; of other tables it is the namespace of the operator.
FOLDERS = {"graph_cadence": "cadence", "graph_cases": "graph", "graph_complex": "graph", "graph_dynamic": "graph",
           "graph_edited": "graph", "graph_layout": "graph", "graph_llm": "llama", "graph_loops": "graph", "graph_plain": "graph",
           "graph_ranks": "graph", "graph_training": "graph", "larger": "networks",
           "random_programs": "random", "table_cadence": "cadence", "table_cadence_nets": "networks",
           "table_custom": "foreign", "table_delegate": "foreign", "table_q16": "quantized", "table_q4": "quantized", "table_q8": "quantized",
           "table_turns": "strips"}
NAMESPACES = {"dim_order_ops": "dim_order", "quantized_decomposed": "quantized"}
COPIES = {"threads": "strips_residual", "threads_strips": "strips_residual"}  # the program with other options
LONGEST = 90
ORIGINS = {}  # name of a case -> (folder, operator, file, line)


def register(name, operator=""):
    """Remembers the line at the outermost level of a file of this folder that asks for the case."""
    frame = sys._getframe(1)
    while frame.f_code.co_name != "<module>" or pathlib.Path(frame.f_code.co_filename).resolve().parent != HERE:
        frame = frame.f_back
    file = pathlib.Path(frame.f_code.co_filename)
    lines = file.read_text().split("\n")[frame.f_lineno - 1:]
    line = next(line.strip() for line in lines if not line.startswith("@"))
    namespace = operator.split("::")[0]
    kind = name.split("_")[0]
    folder = kind if kind in ("strips", "foreign") else FOLDERS.get(file.stem) or NAMESPACES.get(namespace, namespace)
    ORIGINS[name] = folder, operator or "-", file.name, line[:LONGEST].strip()


def place(name):
    """The case's folder, below tests/cases."""
    return f"{ORIGINS[name][0]}/{name}"


def origin(name):
    if name.startswith("random_"):
        return "random", "-", "random_programs.py", "def main(out, count, seed):"
    name = COPIES.get(name, name)
    return ORIGINS.get(name) or ORIGINS[name.removesuffix("_sequence")]


def write_rows(out, names=None):
    """Writes the rows of these cases, as far as there are folders of them, or of all."""
    file = pathlib.Path(out) / "index.tsv"
    folders = {f.name: f.parent.name for f in pathlib.Path(out).glob("*/*") if f.is_dir()}
    names = {n for name in names or folders for n in (name, f"{name}_sequence") if n in folders}
    kept = file.read_text().splitlines() if file.exists() else []
    rows = [row for row in kept if row.split("\t")[0].split("/")[1] not in names]
    rows += ["\t".join((f"{folders[name]}/{name}", *origin(name)[1:])) for name in names]
    file.write_text("".join(f"{row}\n" for row in sorted(rows)))


def main(out):
    import cases
    import graph_cases  # noqa: F401
    import graph_plain  # noqa: F401
    import larger  # noqa: F401
    for table in cases.TABLES:
        __import__(table)
    write_rows(out)


if __name__ == "__main__":
    import index  # the one that the other files import
    index.main(sys.argv[1])
