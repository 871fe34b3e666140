#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Installs the Debian packages of commands and files that are missing; if it cannot, or if others
# would have to go, prints how.
# usage: packages.sh PROBE=PACKAGE...      a probe is a command or the path of a file
set -u
missing=
for pair; do
    probe=${pair%=*}
    case $probe in
    /*) [ -e "$probe" ] ;;
    *) command -v "$probe" >/dev/null ;;
    esac || missing="$missing ${pair##*=}"
done
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND
install() {
    # shellcheck disable=SC2086 # several words on purpose
    $as_root apt-get install -y --no-remove --no-install-recommends $missing
}

update() {
    $as_root apt-get update || echo "going on with the package lists that there are"
}

# The package lists are fetched where those that there are do not do: it takes seconds each time.
if { [ -z "$as_root" ] || command -v sudo; } >/dev/null &&
    { install 2>/dev/null || { update && install; }; }; then
    exit 0
fi
echo "Packages are missing and could not be installed. As root, run:"
echo "    apt-get update && apt-get install -y --no-install-recommends$missing"
exit 1
