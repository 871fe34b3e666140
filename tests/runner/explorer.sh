#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `show --model-explorer`: the nodes are the steps of the manifest, the inputs and the outputs, each once; each edge
# comes from one of them, and each step but the first reads another.
# usage: explorer.sh PTEC MODEL WORK
set -u
ptec=$1 model=$2 work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

"$ptec" show "$model" --model-explorer graph.json >log || fail "show"
"$ptec" compile "$model" --name net -o . >log || fail "compile"
sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1/p' net.json | sort >steps
[ "$(grep -c . steps)" -ge 10 ] || fail "few steps"
grep -o '{"id": "[^"]*", "label"' graph.json | cut -d '"' -f 4 | sort >nodes
{ cat steps; echo input:0; echo output:0; } | sort | diff - nodes || fail "other nodes"
grep -o '"sourceNodeId": "[^"]*"' graph.json | sed 's/.*: "//; s/"//' | sort -u >sources
comm -23 sources nodes | grep . && fail "edges from nowhere"
# All but the output are read by others, since nothing is computed for nobody.
{ cat steps; echo input:0; } | sort | diff - sources || fail "nodes that nobody reads"
[ $failures -eq 0 ]
