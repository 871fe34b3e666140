# SPDX-License-Identifier: 0BSD
"""What may be compiled: files, bytes, and objects of the executorch package."""
from __future__ import annotations

import contextlib
import os
import tempfile
from typing import Any, Iterator, Sequence


def _buffer(x: Any, lower: str | None, calibration: Sequence[tuple[Any, ...]] | None) -> bytes:
    if hasattr(x, "graph_signature") and hasattr(x, "module"):
        from ptec import _lower

        return _lower.lower(x, lower or "portable", calibration)
    if lower is not None or calibration is not None:
        raise TypeError("'lower' and 'calibration' are for an ExportedProgram; this program is lowered already")
    if isinstance(x, (bytes, bytearray, memoryview)):
        return bytes(x)
    if hasattr(x, "buffer"):
        return bytes(x.buffer)
    raise TypeError(f"{type(x).__name__} is no program: a path, bytes, an ExecutorchProgram, an ExecutorchProgramManager "
                    "or an ExportedProgram, which torch.export.export(net, (input,)) returns, is wanted")


@contextlib.contextmanager
def program_file(x: Any, lower: str | None, calibration: Sequence[tuple[Any, ...]] | None) -> Iterator[str]:
    """Gives the path of a file with the program, which may be gone afterwards."""
    if isinstance(x, (str, os.PathLike)) and lower is None and calibration is None:
        os.stat(x)  # FileNotFoundError, as other functions that read files raise it
        yield os.fspath(x)
        return
    data = _buffer(x, lower, calibration)
    with tempfile.TemporaryDirectory(prefix="ptec-") as folder:
        path = os.path.join(folder, "model.pte")
        with open(path, "wb") as file:
            file.write(data)
        yield path
