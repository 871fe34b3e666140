# SPDX-License-Identifier: 0BSD
"""Writes tests/reject: files that ptec must refuse, each with one thing wrong. Needs nothing but Python.

usage: python3 reject.py [FOLDER]     FOLDER is tests/reject unless given
A new folder gets an empty want.err, to be filled by the bless target and read by a person; one that `ptec verify`
refuses has a want.verify instead."""
import pathlib
import sys

import reject_beside  # noqa: F401
import reject_cadence  # noqa: F401
import reject_complex  # noqa: F401
import reject_computed  # noqa: F401
import reject_file  # noqa: F401
import reject_foreign  # noqa: F401
import reject_import  # noqa: F401
import reject_limits  # noqa: F401
import reject_llm  # noqa: F401
import reject_llm_other  # noqa: F401
import reject_loops  # noqa: F401
import reject_operators  # noqa: F401
import reject_program  # noqa: F401
import reject_quantised  # noqa: F401
import reject_shapes  # noqa: F401
import reject_sizes  # noqa: F401
import reject_torchao  # noqa: F401
import reject_xnnpack  # noqa: F401
import reject_xnnpack_nodes  # noqa: F401
from damage import CASES


def main():
    tests = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else tests / "reject"
    for name, make in CASES.items():
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        for file, data in make().items():
            (place / file).write_bytes(data)
        if not (place / "want.verify").exists():
            (place / "want.err").touch()


if __name__ == "__main__":
    main()
