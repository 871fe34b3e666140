#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Weights that several steps read are stored once, packed or not: by no kernels has a program more than its
# parameters, which its exporter counted, the header, and for each step a bias' place in the last panel.
# usage: once.sh PTEC CASE WORK KERNELS...
set -u
ptec=$1 case=$2 work=$3
shift 3
failures=0
read -r parameters <"$case/weights"
most=$((32 + parameters + parameters * 8 / 100))
rm -rf "$work"
for kernels; do
    bytes=$("$ptec" compile "$case/case.bpte" -o "$work" --name net --kernels "$kernels" |
        awk '$1 == "all" { gsub(",", "", $2); print $2 }')
    [ "${bytes:-0}" -ge "$parameters" ] && [ "$bytes" -le "$most" ] && continue
    echo "FAILED: $case by $kernels: ${bytes:-no} bytes of weights for parameters of $parameters"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
