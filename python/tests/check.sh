#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The tests of the Python package on the program of this build; exits with 77 where no Python has numpy.
# usage: check.sh PTEC FOLDER
set -u
for python in python3 /usr/bin/python3 none; do
    "$python" -c 'import numpy' 2>/dev/null && break
done
if [ "$python" = none ]; then
    echo "neither python3 nor /usr/bin/python3 has numpy; on Debian: apt-get install python3-numpy"
    exit 77
fi
PATH=$(dirname "$1"):$PATH PYTHONPATH=$2 PYTHONDONTWRITEBYTECODE=1
export PATH PYTHONPATH PYTHONDONTWRITEBYTECODE
cd "$2/tests" && exec "$python" -W ignore -m unittest
