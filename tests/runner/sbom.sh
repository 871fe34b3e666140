#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `compile --sbom` names the program, the code and the weights by the digests that sha256sum finds, and ptec by its
# version; the same once more, at the same time.
# usage: sbom.sh PTEC MODEL CORPUS WORK
set -u
ptec=$1 model=$2 corpus=$3 work=$4
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
SOURCE_DATE_EPOCH=86400
export SOURCE_DATE_EPOCH
"$ptec" compile "$model" --name net -o a --sbom >log && "$ptec" compile "$model" --name net -o b --sbom >log || exit 1
cmp a/net.spdx.json b/net.spdx.json || exit 1

# digest ID FILE: the package has the file's digest.
digest() {
    tr -d '\n' <a/net.spdx.json | sed 's/{"SPDXID"/\n&/g' | grep "SPDXRef-$1\"" | grep -q "$(sha256sum "$2" | cut -d ' ' -f 1)" ||
        { echo "FAILED: $1 has another digest than $2"; exit 1; }
}
digest program "$model"
digest code a/net.c
digest weights a/net_weights.bin
grep -qF '"created": "1970-01-02T00:00:00Z"' a/net.spdx.json || { echo "FAILED: the time"; exit 1; }
grep -qF "\"name\": \"ptec\", \"versionInfo\": \"$("$ptec" --version | cut -d ' ' -f 2)\"" a/net.spdx.json ||
    { echo "FAILED: the version"; exit 1; }
"$ptec" compile "$corpus/ad_portable.bpte" --name net -o e --sbom --kernels cmsis-nn,portable >log || exit 1
[ "$(grep -c '"SPDXID"' a/net.spdx.json) $(grep -c '"SPDXID"' e/net.spdx.json)" = "5 5" ] ||
    { echo "FAILED: more than the document, the code, the program, the weights and ptec"; exit 1; }
"$ptec" compile "$corpus/kws_cortex_m.bpte" --name net -o d --sbom --kernels cmsis-nn,portable \
    --emit bundle >log || exit 1
for text in '"SPDXID": "SPDXRef-cmsis-nn", "name": "CMSIS-NN", "downloadLocation"' \
    '"SPDXRef-code", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "SPDXRef-cmsis-nn"' \
    '"SPDXRef-code", "relationshipType": "CONTAINS", "relatedSpdxElement": "SPDXRef-ptec"'; do
    grep -qF "$text" d/net.spdx.json || { echo "FAILED: no $text"; exit 1; }
done
grep -qF '"SPDXRef-code", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "SPDXRef-ptec"' a/net.spdx.json ||
    { echo "FAILED: ptec's kernels"; exit 1; }
SOURCE_DATE_EPOCH=today "$ptec" compile "$model" --name net -o c --sbom >log 2>&1 && { echo "FAILED: a wrong time"; exit 1; }
[ ! -e c ]
