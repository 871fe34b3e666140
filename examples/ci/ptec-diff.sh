#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Prints as Markdown what ptec says of each program that changed between two commits.
# usage: ptec-diff.sh BASE HEAD [option of ptec diff]...
# Runs in the repository; PTEC names the program, if it is not in PATH.
# Exit code: 3 if --fail-on is exceeded, 1 if a program does not compile or git fails, else 0.
set -eu
base=$1 head=$2
shift 2
ptec=${PTEC:-ptec}
most=60000 # characters: a comment on GitHub has 65,536 at most
tab=$(printf '\t')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
result=0

# What the branch changes, and not what the other one has got since.
base=$(git merge-base "$base" "$head") || {
    echo "ptec-diff.sh: the commits have no history in common; fetch more of it" >&2
    exit 1
}

# take SIDE COMMIT PATH: the file as it would be checked out, also from Git LFS.
take() {
    mkdir -p "$work/$1/$(dirname "$3")"
    git cat-file --filters "$2:$3" >"$work/$1/$3"
}

# compare OLD NEW [OPTION]...
compare() {
    old=$1 new=$2
    shift 2
    take old "$base" "$old"
    take new "$head" "$new"
    code=0
    (cd "$work" && "$ptec" diff --markdown "$@" "old/$old" "new/$new") 2>"$work/errors" || code=$?
    if [ -s "$work/errors" ]; then
        printf '\n```\n'
        cat "$work/errors"
        printf '```\n'
    fi
    case $code in
    0) ;;
    3) [ $result -eq 1 ] || result=3 ;;
    *) result=1 ;;
    esac
}

git -c core.quotePath=false diff --name-status --find-renames --diff-filter=AMDR "$base" "$head" \
    -- '*.pte' '*.bpte' >"$work/changes"
{
    echo '<!-- ptec diff -->'
    [ -s "$work/changes" ] || echo 'no program changed'
    while IFS=$tab read -r status path renamed; do
        echo
        case $status in
        A) echo "\`$path\` is new" ;;
        D) echo "\`$path\` is removed" ;;
        M) compare "$path" "$path" "$@" ;;
        *) compare "$path" "$renamed" "$@" ;;
        esac
    done <"$work/changes"
} >"$work/report"
awk -v most=$most '
    { size += length($0) + 1 }
    size > most { print "\n... and more, which `ptec diff` tells"; exit }
    { print }' "$work/report"
exit $result
