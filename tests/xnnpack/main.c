/* SPDX-License-Identifier: 0BSD
 * A model whose operators are XNNPACK's, from its first call to its last; two of them share
 * weights. */
#include "net.h"

#include <stdio.h>

#ifndef NET_USES_HEAP
#error "the header does not say that the model allocates"
#endif

#define INPUTS  (NET_FORWARD_INPUT_BYTES / sizeof(float))
#define OUTPUTS (NET_FORWARD_OUTPUT_BYTES / sizeof(float))
static float input[INPUTS + NET_INPUT_MARGIN], output[OUTPUTS], again[OUTPUTS];

static PTE_ALIGN(64) unsigned char arena[NET_ARENA_BYTES], state[NET_STATE_BYTES];
static const net_ctx other = {arena, state, net_weights};

static int differ(void)
{
    for (size_t i = 0; i < OUTPUTS; i++)
        if (output[i] != again[i])
            return 1;
    return 0;
}

static int expect(int holds, const char *what)
{
    if (!holds)
        printf("FAILED: %s\n", what);
    return !holds;
}

int main(void)
{
    pte_xnn_cache *cache = pte_xnn_cache_new(); /* NULL: XNNPACK has none */
    int failures = expect(net_forward(input, output) == PTE_INVALID_STATE, "a call before init");
    for (size_t i = 0; i < INPUTS; i++)
        input[i] = (float)(i % 97) / 97;
    failures += expect(net_init(cache) == PTE_OK, "init");
    failures += expect(net_init_with(&other, cache) == PTE_OK, "init of another instance");
    failures += expect(net_forward(input, output) == PTE_OK, "a call");
    failures += expect(net_forward_with(&other, input, again) == PTE_OK, "the other one's");
    failures += expect(!differ() && output[0] != output[1], "their results");
    net_free();
    failures += expect(net_forward(input, output) == PTE_INVALID_STATE, "a call after free");
    failures += expect(net_forward_with(&other, input, again) == PTE_OK, "the other one's, then");
    net_free_with(&other);
    failures += expect(net_init(NULL) == PTE_OK && net_forward(input, again) == PTE_OK && !differ(),
                       "once more, without a cache");
    net_free();
    pte_xnn_cache_free(cache);
    return failures != 0;
}
