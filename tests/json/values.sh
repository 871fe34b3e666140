#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `run` and `verify` say of values that are hard to write: the ends of each type, infinities, NaN, None and
# texts; as PyTorch prints them, as JSON, and as arrays of numpy.
# usage: values.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3 failures=0
types=$tests/hostile/every_type/case.bpte
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# By the list of export/hostile.py, in the order of ExecuTorch's codes.
cat >text.want <<'END'
u8 [2] [  0, 255]
i8 [2] [-128,  127]
i16 [2] [-32768,  32767]
i32 [2] [-2147483648,  2147483647]
i64 [2] [-9223372036854775808,  9223372036854775807]
f16 [5] [ 6.5504e+04, -5.9605e-08,  3.3325e-01,        -inf,         nan]
f32 [7] [ 1.0000e-01, -0.0000e+00,  3.0000e+38,  1.4013e-45,         inf,        -inf,          nan]
f64 [4] [ 1.0000e-01, 4.9407e-324,         inf,         nan]
f32 [2, 2] [[ 0.1000, -2.0000],  [    inf,  0.0000]]
f64 [2, 2] [[ 1.0000e-01, -2.0000e+00],  [1.0000e+300,         nan]]
bool [2] [ true, false]
bf16 [4] [3.3895e+38,       -inf, 1.0010e-01,        nan]
u16 [2] [    0, 65535]
u32 [2] [         0, 4294967295]
u64 [2] [                   0, 18446744073709551615]
END
"$ptec" run "$types" >said || fail "run: $(cat said)"
tr '\n' ' ' <said | sed 's/ *output [0-9]* (output[0-9]*): /\n/g' | sed '1d; s/ $//' >got
echo >>got
diff text.want got || fail "other text"

cat >json.want <<'END'
u8 [2] [0, 255]
i8 [2] [-128, 127]
i16 [2] [-32768, 32767]
i32 [2] [-2147483648, 2147483647]
i64 [2] [-9223372036854775808, 9223372036854775807]
f16 [5] [65504, -5.96046448e-08, 0.333251953, -1e999, null]
f32 [7] [0.100000001, -0, 3.00000001e+38, 1.40129846e-45, 1e999, -1e999, null]
f64 [4] [0.10000000000000001, 4.9406564584124654e-324, 1e999, null]
f32 [2, 2] [0.100000001, -2, 1e999, 0]
f64 [2, 2] [0.10000000000000001, -2, 1.0000000000000001e+300, null]
bool [2] [true, false]
bf16 [4] [3.38953139e+38, -1e999, 0.100097656, null]
u16 [2] [0, 65535]
u32 [2] [0, 4294967295]
u64 [2] [0, 18446744073709551615]
END
fields() {
    sed -n 's/.*"dtype": "\([^"]*\)", "shape": \(\[[^]]*\]\), "data": \(\[.*\]\)}.*/\1 \2 \3/p'
}
"$ptec" run "$types" --json >said || fail "run --json: $(cat said)"
fields <said | sed 's/\]}$/]/' | diff json.want - || fail "other JSON"

# Arrays of numpy: the type, and behind a header of 128 bytes the elements. It has no bf16.
"$ptec" run "$types" -o arrays >said || fail "run -o: $(cat said)"
number=0
for type in '|u1' '|i1' '<i2' '<i4' '<i8' '<f2' '<f4' '<f8' '<f4' '<f8' '|b1' '<u2' '<u2' '<u4' '<u8'; do
    grep -a -q "{'descr': '$type', 'fortran_order': False, 'shape': (" "arrays/output$number.npy" ||
        fail "output$number is not $type: $(head -c 128 "arrays/output$number.npy")"
    [ $((128 + $(printf %s "2 2 4 8 16 10 28 32 16 32 2 8 4 8 16" | cut -d ' ' -f $((number + 1))))) -eq \
        "$(wc -c <"arrays/output$number.npy")" ] || fail "bytes of output$number"
    number=$((number + 1))
done
[ "$(tail -c 16 arrays/output4.npy | od -An -tx1 | tr -d ' ')" = 0000000000000080ffffffffffffff7f ] || fail "elements"

# None and texts.
mixed=$tests/compare/dumps/program.bpte
"$ptec" run "$mixed" >said || fail "run: $(cat said)"
head -n 5 said | sed 's/.*: //' | tr '\n' ' ' | grep -q '^None 7 0.5000 "text" true $' || fail "numbers: $(cat said)"
"$ptec" run "$mixed" --json >said || fail "run --json: $(cat said)"
for want in '"output0", "dtype": null, "data": null}' '"output1", "dtype": "i64", "shape": [], "data": [7]}' \
    '"output2", "dtype": "f64", "shape": [], "data": [0.5]}' '"output3", "dtype": "string", "data": "text"}' \
    '"output4", "dtype": "bool", "shape": [], "data": [true]}'; do
    grep -qF "$want" said || fail "no $want in: $(cat said)"
done
"$ptec" run "$mixed" -o mixed >said || fail "run -o: $(cat said)"
[ "$(cd mixed && echo *)" = "output1.npy output2.npy output4.npy output5.npy output6.npy output7.npy" ] ||
    fail "other arrays: $(ls mixed)"

# What is not finite in a comparison is a text.
relu=$tests/cases/aten/relu/case.bpte
head -c 84 /dev/zero >zeros
for want in 'nan \0\0\300\177' 'inf \0\0\200\177' '-inf \0\0\200\377'; do
    # shellcheck disable=SC2059 # bytes of a float
    { head -c 80 zeros && printf "${want#* }"; } >last
    "$ptec" bundle "$relu" --input zeros --output last -o wrong.bpte >said || fail "bundle: $(cat said)"
    "$ptec" verify wrong.bpte --json >said && fail "$want passes"
    grep -qF "\"index\": \"[2, 6]\", \"error\": \"inf\", \"got\": 0, \"expected\": \"${want% *}\"}" said ||
        fail "not $want in: $(cat said)"
done

# Verdicts by the steps (tests/mutate/roundings.sh has them as text).
"$ptec" verify "$tests/cases/quantized/q8_conv2d_halves/case.bpte" --json >said || fail "verify by steps: $(cat said)"
[ "$(grep -c '"ok": true.* "by_steps": true}' said)" -eq 2 ] || fail "not by steps: $(cat said)"
grep -qF '"steps": {"floats_agree": true, "judged": 1, "differing": 1, "first": "conv3x3_8x16: 2 of 10240 ' said ||
    fail "steps: $(cat said)"
grep -qF 'by at most 1", "wrong": null},' said || fail "steps: $(cat said)"
head -c 2560 /dev/zero >zeros
"$ptec" bundle "$tests/corpus/ad_portable_q8.bpte" --input zeros --output zeros -o wrong.bpte >said || fail "bundle"
"$ptec" verify wrong.bpte --json >said && fail "wrong outputs pass"
grep -qF '"steps": {"floats_agree": false, "judged": 0, "differing": 0, "first": null, "wrong": null},' said ||
    fail "no steps: $(cat said)"
grep -q by_steps said && fail "by steps: $(cat said)"
[ $failures -eq 0 ]
