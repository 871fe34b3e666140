/* SPDX-License-Identifier: 0BSD
 * The check of a model's weights. */
#include "pte_rt.h"

pte_status pte_check_weights(const void *weights, size_t bytes, uint64_t layout)
{
    pte_weights_header info;

    if (pte_weights_info(weights, bytes, &info) != PTE_OK)
        return PTE_INVALID_DATA;
    if (info.layout != layout || info.bytes != bytes)
        return PTE_INVALID_DATA;
    return info.crc == PTE_CRC32((const unsigned char *)weights + sizeof info, bytes - sizeof info)
               ? PTE_OK
               : PTE_INVALID_DATA;
}
