#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A test that cannot run here; the argument says why.
echo "$1"
exit 77
