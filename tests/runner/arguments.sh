#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Inputs and outputs in NAME.json: types, sizes and constants as export/ wrote them into the programs.
# usage: arguments.sh PTEC CASES WORK
set -u
ptec=$1 cases=$2 work=$3
failures=0

# expect CASE OPTION... <WANT: every line of WANT is one of the manifest, in this order.
expect() {
    case=$1
    shift
    "$ptec" compile "$cases/$case/case.bpte" --name m -o "$work" "$@" >"$work/said" || failures=$((failures + 1))
    grep -e '{"name": "[a-z0-9]*", "type"' -e '^"reset"' -e '^"seed"' "$work/m.json" | sed 's/\],$//; s/,$//; s/\]$//' |
        diff - "$work/want" || {
        echo "FAILED: $case $*"
        failures=$((failures + 1))
    }
}

rm -rf "$work"
mkdir -p "$work"
cat >"$work/want" <<'END'
"reset": false
"seed": false
  {"name": "input", "type": "f32", "sizes": [5, 4], "dynamic": [0], "bytes": 80}
  {"name": "output", "type": "f32", "sizes": [5, 3], "dynamic": [0], "bytes": 60}
END
expect graph/dynamic_batch
cat >"$work/want" <<'END'
"reset": false
"seed": false
  {"name": "input", "type": "f32", "sizes": [3, 4], "dynamic": [], "bytes": 48}
  {"name": "output", "type": "f32", "sizes": [3, 3], "bytes": 36}
END
expect graph/dynamic_batch --bind input0.dim0=3
grep -q 'm_forward(const float \*input, const int32_t input_dims\[2\], float \*output);' "$work/m.h" ||
    failures=$((failures + 1))
cat >"$work/want" <<'END'
"reset": false
"seed": false
  {"name": "input", "type": "f32", "sizes": [3, 4], "bytes": 48}
  {"name": "output", "type": "f32", "sizes": [3, 3], "bytes": 36}
END
expect graph/dynamic_batch --bind input0.dim0=3 --bind input0.dim1=4
cat >"$work/want" <<'END'
"reset": false
"seed": false
  {"name": "input", "type": "f32", "sizes": [3], "bytes": 12}
  {"name": "output", "type": "f32", "sizes": [3], "bytes": 12}
  {"name": "output", "type": "i64", "constant": -16000}
  {"name": "output", "type": "f64", "constant": 0.125}
  {"name": "output", "type": "bool", "constant": true}
  {"name": "output0", "type": "i64", "constant": 2}
  {"name": "output1", "type": "i64", "constant": 7}
  {"name": "output", "type": "string", "constant": "llama \u00223\u0022\u000a"}
  {"name": "output", "type": "i64", "sizes": [2], "bytes": 16}
END
expect graph/methods_constant
cat >"$work/want" <<'END'
"reset": true
"seed": true
  {"name": "input", "type": "f32", "sizes": [8], "bytes": 32}
  {"name": "output0", "type": "bool", "sizes": [], "bytes": 1}
  {"name": "output1", "type": "bool", "sizes": [8], "bytes": 8}
END
expect graph/rand_across_calls
cat >"$work/want" <<'END'
"reset": false
"seed": false
  {"name": "input", "type": "f32", "sizes": [2, 3, 4, 5], "bytes": 480}
  {"name": "output", "type": "f32", "sizes": [2, 3, 4, 5], "dim_order": [0, 2, 3, 1], "bytes": 480}
END
expect dim_order/clone_channels_last
exit $((failures > 0))
