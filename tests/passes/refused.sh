#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A text that is no graph ends with one line that names the file, the line and what is wrong.
# usage: refused.sh PASSES WORK
set -u
passes=$1 work=$2 failures=0
rm -rf "$work"
mkdir -p "$work/simplify"
cd "$work" || exit 1

# refuse LINE MESSAGE: of the text on standard input.
refuse() {
    cat >simplify/bad.in
    got=$("$passes" simplify/bad.in 2>&1)
    code=$?
    [ $code -eq 1 ] && [ "$got" = "ptec: simplify/bad.in:$1: $2" ] && return
    printf 'FAILED: exit code %s\n  want: ptec: simplify/bad.in:%s: %s\n  got:  %s\n' $code "$1" "$2" "$got"
    failures=$((failures + 1))
}

# method LINE MESSAGE: of a method of two inputs and the steps on standard input, from line 5 on.
method() {
    {
        printf 'method m\n input 0: v0: f32[4]\n input 1: v1: i64\n block0():\n'
        cat
        printf '  return\n output 0: v2\n'
    } >method
    refuse "$@" <method
}

refuse 1 "expected 'method ' at 'metod m'" <<END
metod m
END
refuse 2 "expected size, constant, input, needs, state, block or output behind a blank, at ' inpt 0: v0: f32[4]'" <<END
method m
 inpt 0: v0: f32[4]
END
refuse 4 "expected a block at ''" <<END
# A comment and an empty line count.

method m
 input 0: v0: f32[4]
END
refuse 2 "3 elements instead of 4, before this at ''" <<END
method m
 constant c0: f32[2,2] = 1 2 3
END
refuse 2 "expected a type such as f32 at 'f31[4]'" <<END
method m
 input 0: v0: f31[4]
END
refuse 2 "expected a size; a symbol needs a line 'size NAME: at most N' at 'n]'" <<END
method m
 input 0: v0: f32[n]
END
refuse 2 "more than 16 axes at '1]'" <<END
method m
 input 0: v0: f32[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]
END
refuse 3 "there is no block1; at ''" <<END
method m
 block0():
  goto block1()
END
refuse 2 "a block without an end at ''" <<END
method m
 block0():
END
method 5 "v0 is made twice, before this at ': f32[4] = map(v0) in0:f32  ; 0 op'" <<END
  v0: f32[4] = map(v0) in0:f32  ; 0 op
END
method 5 "v9 is named, but nothing makes it; at ''" <<END
  v2: f32[4] = map(v9) in0:f32  ; 0 op
END
method 5 "expected one of map, ..., group at 'mop(v0) in0:f32  ; 0 op'" <<END
  v2: f32[4] = mop(v0) in0:f32  ; 0 op
END
method 5 "expected a type such as f32 at 'sinn(in0:f32)  ; 0 op'" <<END
  v2: f32[4] = map(v0) sinn(in0:f32)  ; 0 op
END
method 5 "expected ', ' at ')  ; 0 op'" <<END
  v2: f32[4] = map(v0) add(in0:f32)  ; 0 op
END
method 5 "expected a field of graph/fields.def, operands, out_pad, size or post at 'axes=1}  ; 0 op'" <<END
  v2: f32[4] = map(v0) in0:f32 {axes=1}  ; 0 op
END
method 5 "in1 is no operand, before this at ''" <<END
  v2: f32[4] = map(v0) add(in0:f32, in1:f32)  ; 0 op
END
method 5 "a map needs a result and an expression, before this at ''" <<END
  v2: f32[4] = map(v0)  ; 0 op
END
method 6 "expected ' from ' at ' to 0 by 1'" <<END
  v2: f32[4] = move(v0)  ; 0 op
    [4] to 0 by 1
END
method 5 "expected a number from 0 to 1000000 at '99999999: f32[4] = map(v0) in0:f32  ; 0 op'" <<END
  v99999999: f32[4] = map(v0) in0:f32  ; 0 op
END
[ $failures -eq 0 ]
