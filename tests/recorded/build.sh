# SPDX-License-Identifier: 0BSD
# Sourced: `build PROGRAM COMPILER TOLERANCE [OPTION...]` emits model.c and its cases into the current folder and
# makes ./cases of them; COMPILER and TOLERANCE are words of their own.
build() {
    program=$1 compiler=$2 tolerance=$3
    shift 3
    rm -f model* cases
    "$ptec" compile "$program" --name model --emit bundle "$@" >/dev/null || return
    # shellcheck disable=SC2086 # several words on purpose
    "$ptec" cases "$program" --name model $tolerance "$@" &&
        $compiler -std=c11 model.c model_cases.c model_cases_main.c -o cases -lm
}
