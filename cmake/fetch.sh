# shellcheck shell=sh
# SPDX-License-Identifier: 0BSD
# For scripts that build ptec for another machine: packages and sources of Debian 12, from the network.

# fetch ARCHITECTURE FOLDER WORD...: an apt-get for that architecture, with lists of its own, in the folder.
fetch() {
    architecture=$1 folder=$2
    shift 2
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
    : >"$folder/status"
    printf 'deb%s http://deb.debian.org/debian bookworm main\n' "" -src >"$folder/sources.list"
    printf '%s\n' "APT::Architecture \"$architecture\";" "APT::Architectures \"$architecture\";" \
        "Dir::Etc::SourceList \"$folder/sources.list\";" 'Dir::Etc::SourceParts "/dev/null";' \
        "Dir::State::Lists \"$folder/lists\";" "Dir::Cache \"$folder/cache\";" \
        "Dir::State::status \"$folder/status\";" 'APT::Sandbox::User "root";' >"$folder/apt.conf"
    (
        cd "$folder"
        APT_CONFIG=$folder/apt.conf
        export APT_CONFIG
        apt-get update
        apt-get "$@"
    ) >"$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
}
