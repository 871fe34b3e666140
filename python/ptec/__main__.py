# SPDX-License-Identifier: 0BSD
"""The command ``ptec``: becomes the program that the package holds."""
import os
import sys

from ptec._program import own_program


def main() -> None:
    program = own_program()
    if program is None:
        sys.exit("ptec: this package was installed without its program")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
