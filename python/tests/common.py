# SPDX-License-Identifier: 0BSD
"""What the tests share: the programs of tests/, and their recorded calls."""
import os
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np
import ptec

TESTS = Path(__file__).resolve().parents[2] / "tests"
QUICK = {"kernels": "portable", "cflags": "-O1"}  # where a test is not about kernels


def case(name):
    return TESTS / "cases" / name / "case.bpte"


def corpus(name):
    return TESTS / "corpus" / f"{name}.bpte"


class WithFolder(unittest.TestCase):
    """Has an empty folder for each test, which is the user's cache too."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        before = os.environ.get("XDG_CACHE_HOME")
        self.addCleanup(lambda: os.environ.pop("XDG_CACHE_HOME") if before is None else
                        os.environ.__setitem__("XDG_CACHE_HOME", before))
        os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")

    def recorded(self, path, method="forward"):
        """Returns the float arrays of the recorded calls, as `ptec cases` writes them: inputs and output of each."""
        from ptec._program import find_program, run

        run([find_program(), "cases", str(path), "-o", str(self.folder), "--name", "m"])
        text = (self.folder / "m_cases.c").read_text()
        arrays = re.findall(rf"static const float {method}_(\d+)_(\w+)\[\d+\] = \{{([^}}]*)\}}", text)
        calls = {}
        for call, name, numbers in arrays:
            values = [float(number.rstrip("f")) for number in re.findall(r"[-+.\w]+", numbers)]
            calls.setdefault(call, {})[name] = np.array(values, np.float32)
        return list(calls.values())


__all__ = ["QUICK", "WithFolder", "case", "corpus", "np", "ptec", "unittest"]
