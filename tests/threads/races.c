/* SPDX-License-Identifier: 0BSD
 * Model `parts` gives the bits of `whole` with pools of any size, one call after the other and two
 * at once that share a pool. Built with ThreadSanitizer, which sees what they share besides. */
#include "parts.h"
#include "pte_threads_posix.h"
#include "whole.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { CALLS = 3 };

typedef struct Caller {
    PTE_ALIGN(64) unsigned char arena[PARTS_ARENA_BYTES + 1];
    pte_threads *threads;
    int wrong;
} Caller;

static float in[PARTS_FORWARD_INPUT_BYTES / sizeof(float)];
static unsigned char want[PARTS_FORWARD_OUTPUT_BYTES];

static void *call_often(void *arg)
{
    Caller *const c = arg;
    const parts_ctx ctx = {c->arena, NULL, parts_weights, c->threads};
    float out[(PARTS_FORWARD_OUTPUT_BYTES + 3) / sizeof(float)];

    for (int i = 0; i < CALLS; i++) {
        memset(out, 255, sizeof out);
        memset(c->arena, 255, sizeof c->arena);
        c->wrong += parts_forward_with(&ctx, (const void *)in, (void *)out) != PTE_OK;
        c->wrong += memcmp(out, want, sizeof want) != 0;
    }
    return NULL;
}

static int test_pool(int32_t count)
{
    static Caller caller[2];
    pte_threads *threads = count ? pte_threads_start(count) : NULL;
    pthread_t thread;

    caller[0] = caller[1] = (Caller){.threads = threads};
    pthread_create(&thread, NULL, call_often, &caller[1]);
    call_often(&caller[0]);
    pthread_join(thread, NULL);
    parts_set_threads(threads);
    unsigned char out[PARTS_FORWARD_OUTPUT_BYTES];
    int wrong = parts_forward((const void *)in, (void *)out) != PTE_OK;
    wrong += memcmp(out, want, sizeof want) != 0;
    parts_set_threads(NULL);
    pte_threads_stop(threads);
    if (wrong + caller[0].wrong + caller[1].wrong)
        printf("FAILED: %d threads\n", (int)count);
    return wrong + caller[0].wrong + caller[1].wrong;
}

int main(void)
{
    int wrong = 0;

    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        in[i] = (float)((i * 2654435761u) % 2001) / 1000 - 1;
    if (whole_forward((const void *)in, (void *)want) != PTE_OK)
        return 1;
    for (int32_t count = 0; count <= 5; count++)
        wrong += test_pool(count);
    return wrong != 0;
}
