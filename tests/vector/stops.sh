#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A program that is compiled for longer vectors than the machine has is stopped by a signal.
# usage: stops.sh COMMAND...
"$@" >/dev/null 2>&1
status=$?
[ "$status" -gt 128 ] && exit 0
echo "FAILED: exit code $status"
exit 1
