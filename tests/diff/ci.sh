#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The script of examples/ci, on two commits of a repository that is made here.
# usage: ci.sh PTEC SOURCE WORK      exit 77: git is missing
set -u
ptec=$1 source=$2 work=$3
stable=$source/tests/stable/inserted_named
failures=0
command -v git >/dev/null || exit 77

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# compare CODE OPTION...: what the script says of main and of its branch.
compare() {
    want=$1
    shift
    PTEC=$ptec TMPDIR=$work/tmp sh "$source/examples/ci/ptec-diff.sh" main change "$@" >"$work/said" 2>&1
    got=$?
    [ $got -eq "$want" ] || fail "exit code $got instead of $want: $(cat "$work/said")"
    [ -z "$(ls "$work/tmp")" ] || fail "left behind: $(ls "$work/tmp")"
}

has() {
    grep -qxF -e "$1" "$work/said" || fail "no line '$1' in: $(cat "$work/said")"
}

rm -rf "$work"
mkdir -p "$work/tmp" "$work/toy/my nets"
cd "$work/toy" || exit 1
# Nothing but this repository: no file of the user's, and no repository around it.
GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
export GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git init -q
git symbolic-ref HEAD refs/heads/main
git config user.name test
git config user.email test@example.com
commit() {
    git add -A && git commit -qm "$1" || fail "git commit"
}
cp "$stable/base.pte" "my nets/größer.pte"
cp "$stable/base.pte" same.pte
cp "$stable/end.pte" gone.pte
cp "$stable/middle.pte" renamed.pte
echo text >readme
commit base
git checkout -q -b change
cp "$stable/between_equals.pte" "my nets/größer.pte"
git rm -q gone.pte
git mv renamed.pte other.pte
cp "$source/examples/digits/digits.pte" new.pte
echo more >readme
commit change
git checkout -q main
cp "$stable/front.pte" same.pte # after the branch: none of its changes
commit later

compare 0
has '<!-- ptec diff -->'
has '`old/my nets/größer.pte` -> `new/my nets/größer.pte`'
has '| steps | 20 | 21 | +1 | +5.0 % |'
has '| flash: weights | 19,456 | 20,048 | +592 | +3.0 % |'
has '`new.pte` is new'
has '`gone.pte` is removed'
has '`old/renamed.pte` -> `new/other.pte`'
[ "$(grep -c '^| RAM' "$work/said")" -eq 2 ] || fail "not two tables: $(cat "$work/said")"
! grep -q same.pte "$work/said" || fail "same.pte did not change"
compare 0 --fail-on flash+592 --threads 2
compare 3 --fail-on flash+591
has 'ptec: diff: flash: weights went from 19,456 to 20,048, more than --fail-on flash+591 allows'

git checkout -q change
echo text >"my nets/größer.pte"
commit broken
compare 1 --fail-on flash+591
has '| steps | 21 | 21 | 0 |  |'
grep -q 'ptec: new/my nets/größer.pte: ' "$work/said" || fail "no error in: $(cat "$work/said")"
git checkout -q --orphan other
commit other
git branch -q -M other change
compare 1
grep -q 'no history in common' "$work/said" || fail "$(cat "$work/said")"
git checkout -q -B change main
compare 0
has 'no program changed'
[ $failures -eq 0 ]
