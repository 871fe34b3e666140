# SPDX-License-Identifier: 0BSD
# For scripts about the command line, which set ptec and failures.

# expect CODE TEXT ARGUMENT...: the exit code, and a text that the output contains.
expect() {
    code=$1 text=$2
    shift 2
    output=$("$ptec" "$@" 2>&1 </dev/null)
    got=$?
    case $output in
    *"$text"*) [ $got -eq "$code" ] && return ;;
    esac
    printf 'FAILED: ptec %s\n  exit code %s instead of %s, or no "%s" in:\n%s\n' \
        "$*" "$got" "$code" "$text" "$output"
    failures=$((failures + 1))
}
