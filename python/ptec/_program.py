# SPDX-License-Identifier: 0BSD
"""Where the program ptec is, and how it is called."""
from __future__ import annotations

import os
import shutil
import subprocess
from typing import Sequence


class CompileError(Exception):
    """ptec or the C compiler refused a program; the text is what it said.

    >>> try:
    ...     ptec.compile("model.pte", out="gen", max_ram="4K")
    ... except ptec.CompileError as error:
    ...     print(error)
    """


def _own(*path: str) -> str | None:
    import ptec

    paths = (os.path.join(folder, *path) for folder in ptec.__path__)
    return next((path for path in paths if os.path.exists(path)), None)


def own_program() -> str | None:
    """Returns the program that was installed with the module."""
    return _own("bin", "ptec")


def runtime_folder() -> str:
    """Returns the folder with the pool of threads, in the package or in a checkout."""
    return _own("runtime") or os.path.join(os.path.dirname(__file__), "..", "..", "runtime-min")


def find_program() -> str:
    """Returns the program that belongs to the module, or, in a checkout, the one in ``PATH``."""
    path = own_program() or shutil.which("ptec")
    if path is None:
        raise FileNotFoundError("the program ptec is neither in this package nor in PATH")
    return path


def run(words: Sequence[str], folder: str | None = None) -> str:
    """Runs a command and returns what it printed; if it fails, a CompileError has its message."""
    try:
        done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace")
    except OSError as error:
        raise CompileError(f"{words[0]}: {error.strerror}") from error
    if done.returncode != 0:
        message = done.stderr.strip() or f"it ended with {done.returncode}"
        raise CompileError(message if message.startswith("ptec: ") else f"{words[0]}: {message}")
    return done.stdout


def version() -> str:
    """Returns the version of the program.

    >>> ptec.version()
    '0.1.0'
    """
    return run([find_program(), "--version"]).split()[1]
