# SPDX-License-Identifier: 0BSD
"""Shared objects of programs, kept in the user's cache."""
from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import Any, Iterator, Mapping

from ptec._options import command_line
from ptec._program import CompileError, find_program, run, runtime_folder

# The names below prefix every function of the shared object, whatever the program's file is called.
NAME = "model"
_FLAGS = "-O3 -march=native"
# The fastest kernels here that need no other library, first what is taken first.
_KERNELS = [
    "vector",
    "portable",
]


def _processor() -> str:
    """Returns what -march=native depends on."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith(("flags", "Features", "isa")):
                    return line
    except OSError:
        pass
    return platform.machine()


def _compiler(cc: str | None) -> list[str]:
    words = shlex.split(cc or os.environ.get("CC", "") or "cc")
    if shutil.which(words[0]) is None:
        raise CompileError(f"{words[0]}: there is no such C compiler; install one, on Debian by apt-get install gcc "
                           "libc6-dev, or name another by cc=... or CC")
    return words


def _key(path: str, words: list[str], compiler: list[str], options: Mapping[str, Any]) -> str:
    """Returns a digest of all that the shared object depends on."""
    files = options.get("ptd") or []
    digest = hashlib.sha256()
    for file in [find_program(), path, *(files if isinstance(files, (list, tuple)) else [files])]:
        digest.update(hashlib.sha256(Path(file).read_bytes()).digest())
    text = [_processor(), *words, *compiler, run([*compiler, "--version"])]
    digest.update("\0".join(text).encode())
    return digest.hexdigest()


@contextlib.contextmanager
def _room(root: Path) -> Iterator[Path]:
    """Gives a folder to work in: in the cache, or, where nothing can be written there, a temporary one."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        work = tempfile.TemporaryDirectory(prefix="work-", dir=root)
    except OSError:
        work = tempfile.TemporaryDirectory(prefix="ptec-")
    with work as folder:
        yield Path(folder)


def _pool(options: Mapping[str, Any]) -> list[str]:
    """Returns what a model is linked with that asks for threads."""
    if options.get("threads") is None:
        return []
    folder = os.path.abspath(runtime_folder())
    return ["-pthread", "-I", folder, os.path.join(folder, "pte_threads_posix.c")]


def _build(path: str, words: list[str], compiler: list[str], options: Mapping[str, Any], folder: Path) -> None:
    run([find_program(), "compile", os.path.abspath(path), "--name", NAME, "--emit", "bundle", "--weights", "bin",
         "-o", os.fspath(folder), *words])
    run([*compiler, "-std=c11", "-shared", "-fPIC", "-o", f"{NAME}.so", f"{NAME}.c", *_pool(options), "-lm"], os.fspath(folder))
    for file in folder.iterdir():
        if file.suffix not in (".so", ".json"):
            file.unlink()


def cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(root, "ptec")


@contextlib.contextmanager
def built(path: str, cc: str | None, options: Mapping[str, Any]) -> Iterator[Path]:
    """Gives the folder with the shared object and the manifest; it may be gone afterwards."""
    chosen = {"kernels": _KERNELS, "cflags": _FLAGS, **options}
    flags = shlex.split(chosen.pop("cflags"))
    words, compiler = command_line(chosen), _compiler(cc) + flags
    root = cache_folder()
    kept = root / _key(path, words, compiler, options)
    if kept.is_dir():
        yield kept
        return
    with _room(root) as work:
        folder = work / "new"
        folder.mkdir()
        _build(path, words, compiler, options, folder)
        if work.parent == root:
            with contextlib.suppress(OSError):  # another process was first, with the same files
                folder.rename(kept)
                folder = kept
        yield folder
