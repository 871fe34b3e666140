#!/bin/sh
# SPDX-License-Identifier: 0BSD
# --weights-version stands in the header of the weights and nowhere else, where firmware reads it with layout and CRC
# from any address, and the check takes any version. A second.
# usage: version.sh PTEC SOURCE WORK CC
set -eu
ptec=$1 source=$2 work=$3 cc=$4
fail() {
    echo "FAILED: $*"
    exit 1
}
rm -rf "$work" && mkdir -p "$work"
cd "$work"
for version in 0 7 4294967295; do
    "$ptec" compile "$source/examples/digits/digits.pte" --name net -o v$version --weights-version $version >report
    [ "$(od -An -tu4 -j28 -N4 v$version/net_weights.bin | tr -d ' ')" = $version ] || fail "byte 28: $version"
    for file in net.c net.h net_steps.h net_weights.c; do
        cmp v0/$file v$version/$file || fail "$file"
    done
    cmp -l v0/net_weights.bin v$version/net_weights.bin >differ || true
    [ "$(awk '$1 < 29 || $1 > 32' differ | wc -l)" -eq 0 ] || fail "other bytes: $(cat differ)"
done
grep -q '"--weights-version", "7"\|"--weights-version 7"' v7/net.json || fail "the manifest: $(grep options v7/net.json)"

cat >main.c <<'END'
#include "net.h"
#include <inttypes.h>
#include <stdio.h>
int main(int count, char **word)
{
    static unsigned char slot[1 << 16];
    FILE *file = fopen(word[count - 1], "rb");
    const size_t bytes = file ? fread(slot + 1, 1, sizeof slot - 1, file) : 0;
    pte_weights_header info;
    if (pte_weights_info(slot + 1, bytes, &info) != PTE_OK)
        return 1;
    printf("%016" PRIx64 " %" PRIu64 " %08" PRIx32 " %" PRIu32 " %s\n", info.layout, info.bytes, info.crc, info.version,
           pte_status_name(net_check_weights(slot + 1, bytes)));
    return 0;
}
END
"$ptec" compile "$source/examples/digits/digits.pte" --name net --emit bundle -o bundle >report
"$cc" -std=c11 -Ibundle main.c bundle/net.c -o main
file=v7/net_weights.bin
want="$(od -An -tx8 -j8 -N8 $file) $(od -An -tu8 -j16 -N8 $file) $(od -An -tx4 -j24 -N4 $file) 7 ok"
# shellcheck disable=SC2086 # without the spaces of od
[ "$(./main $file)" = "$(echo $want)" ] || fail "$(./main $file) is not $want"
