# SPDX-License-Identifier: 0BSD
"""``ptec compile`` as a function."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Sequence

from ptec._options import CompileOptions, check_names, command_line
from ptec._program import find_program, run
from ptec._source import program_file

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Output:
    """What ``ptec.compile`` wrote.

    >>> output = ptec.compile("model.pte", out="gen")
    >>> output.source, output.arena_bytes
    (PosixPath('gen/model.c'), 34304)
    >>> [step["kernel"] for step in output.manifest["methods"][0]["steps"]]
    """

    folder: Path
    name: str  #: the prefix of files and symbols
    manifest: dict[str, Any]  #: NAME.json, which docs/output.md describes
    report: str  #: the table of flash and RAM, as the command prints it

    @property
    def source(self) -> Path:
        return self.folder / f"{self.name}.c"

    @property
    def header(self) -> Path:
        return self.folder / f"{self.name}.h"

    @property
    def files(self) -> list[Path]:
        """All files of the output that are there."""
        options = self.manifest["options"]
        weights = options[options.index("--shared") + 1] if "--shared" in options else self.name
        names = [self.name + ending for ending in (".c", ".h", ".hpp", "_steps.h", ".json")]
        names += [f"{weights}_weights{ending}" for ending in (".c", ".bin")]
        return [self.folder / name for name in names if (self.folder / name).exists()]

    @property
    def arena_bytes(self) -> int:
        return int(self.manifest["arena_bytes"])

    @property
    def state_bytes(self) -> int:
        return int(self.manifest["state_bytes"])

    @property
    def weights_bytes(self) -> int:
        return int(self.manifest["weights_bytes"])


def compile(x: Any, out: str | os.PathLike[str] = ".", *, lower: str | None = None,
            calibration: Sequence[tuple[Any, ...]] | None = None, **options: Unpack[CompileOptions]) -> Output:
    """Turns a program into C in the folder ``out``, as ``ptec compile`` does.

    ``x`` is a path, bytes, an ``ExecutorchProgram``, an ``ExecutorchProgramManager``, or an
    ``ExportedProgram``. The last is lowered by the executorch package: ``lower`` is "portable"
    (the default), "xnnpack", or "cortex_m", which quantises to int8 by ``calibration``, a list of
    tuples of inputs, and makes images channels last. ``options`` are those of the command line,
    with underscores.

    >>> output = ptec.compile("model.pte", out="gen", kernels="mcu,portable", max_ram="64K")
    >>> exported = torch.export.export(net.eval(), (image,))
    >>> ptec.compile(exported, out="gen", lower="cortex_m", calibration=[(image,)], io="int8").report

    Raises CompileError with ptec's message, and TypeError for an option that there is not.
    """
    check_names("compile", options, CompileOptions.__annotations__)
    words = command_line(options)
    with program_file(x, lower, calibration) as path:
        report = run([find_program(), "compile", path, "-o", os.fspath(out), *words])
    folder, name = Path(out), report.partition(",")[0]  # "digits, in bytes" is the first line
    manifest = json.loads((folder / f"{name}.json").read_text())
    return Output(folder, name, manifest, report)
