# SPDX-License-Identifier: 0BSD
# For scripts about a library's kernels, which set ptec, tests and work: which of them steps get.
failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# compile PROGRAM OPTION...
compile() {
    program=$1
    shift
    "$ptec" compile "$program" -o . --name m "$@" >/dev/null || exit 1
}

# calls FUNCTION COUNT
calls() {
    count=$(grep -c "[ (]$1(" m.c)
    [ "$count" -eq "$2" ] || fail "$program: $count calls of $1, not $2"
}

# says TEXT: the manifest does, on one line or several
says() {
    tr -s ' \n' ' ' <m.json | grep -qF "$1" || fail "$program: m.json does not say $1"
}

# status CASE BACKEND LIBRARY STATUS OPTION...: what a call gives of the model in files, compiled
# without a warning. cc is the compiler, runtime the portable kernels.
status() {
    case=$1 backend=$2 library=$3 want=$4 source=$tests/..
    shift 4
    "$ptec" compile "$tests"/cases/*/"$case"/case.bpte -o . --name model \
        --kernels "$backend,portable" "$@" >/dev/null || exit 1
    called= # by the model, or by a kernel that comes before
    for kernel in "$source/backends/$backend"/*.c; do
        name=${kernel##*/}
        # shellcheck disable=SC2086 # several words on purpose
        ! grep -q "${name%.c}(" model.c $called || called="$called $kernel"
    done
    # shellcheck disable=SC2086
    $cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
        -I"$tests/$backend/include" -I"$source/runtime-min" -I"$source/backends/portable" \
        -I"$source/backends/$backend" -I. -o call model.c model_weights.c "$tests/runner/call.c" \
        $called "$runtime" $library -lm || exit 1
    got=$(./call)
    [ "$got" = "$want" ] || fail "$case $*: $got, not $want"
}
