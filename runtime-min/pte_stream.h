/* SPDX-License-Identifier: 0BSD
 * How a model that was compiled with --weights streamed gets its weights: from storage that is not
 * in the address space, block by block into the arena. */
#ifndef PTE_STREAM_H
#define PTE_STREAM_H

#include "pte_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* fetch() starts to read `bytes` bytes, from `offset` on in the model's file of weights, to `to`;
 * all three are multiples of 64. It may return before they are there: the method computes meanwhile
 * and does not touch them. wait() returns when they are. A method waits for a read before it starts
 * the next one. A status that is not PTE_OK, such as
 * PTE_ACCESS_FAILED, ends the method's call. */
typedef struct pte_stream pte_stream;
struct pte_stream {
    pte_status (*fetch)(const pte_stream *stream, void *to, uint32_t offset, uint32_t bytes);
    pte_status (*wait)(const pte_stream *stream);
};

/* Where the weights of a step lie in that file; without any, `bytes` is 0. */
typedef struct pte_block {
    uint32_t offset, bytes;
} pte_block;

#ifdef __cplusplus
}
#endif

#endif
