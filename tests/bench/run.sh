#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and times models against ExecuTorch with XNNPACK. PYTHON: one with the executorch wheel.
# usage: run.sh [OPTION]... [REGEX]      run.sh --help, README.md
exec sh "$(dirname "$0")/with_ptec.sh" bench models "$@"
