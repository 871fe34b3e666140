/* SPDX-License-Identifier: 0BSD
 * The check of a model's weights. */
#include "pte_rt.h"

static uint64_t little_endian(const unsigned char *p, int bytes)
{
    uint64_t n = 0;

    for (int i = bytes; i-- > 0;)
        n = n << 8 | p[i];
    return n;
}

/* The members of pte_weights_header are read as bytes: they may lie at any address. */
pte_status pte_check_weights(const void *weights, size_t bytes, uint64_t layout)
{
    static const char magic[8] = "ptec-w1";
    const unsigned char *h = (const unsigned char *)weights;
    const size_t header = sizeof(pte_weights_header);

    if (!weights || bytes < header)
        return PTE_INVALID_DATA;
    for (size_t i = 0; i < sizeof magic; i++)
        if (h[i] != (unsigned char)magic[i])
            return PTE_INVALID_DATA;
    if (little_endian(h + offsetof(pte_weights_header, layout), 8) != layout ||
        little_endian(h + offsetof(pte_weights_header, bytes), 8) != bytes)
        return PTE_INVALID_DATA;
    return little_endian(h + offsetof(pte_weights_header, crc), 4) ==
                   pte_crc32(0, h + header, bytes - header)
               ? PTE_OK
               : PTE_INVALID_DATA;
}
