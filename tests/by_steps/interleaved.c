/* SPDX-License-Identifier: 0BSD
 * Two streams of a model `net` run step by step in turn, and give the bits of whole calls. A call
 * of the model takes ARGS(stream, outputs). With ONE_EACH each call by steps computes one step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int steps_run; /* that were computed */
#define PTE_STEP(id, ptr, bytes, call) ((void)(bytes), steps_run++, call)
#include "net.c"

#ifdef PTE_DEBUG_MEMORY /* whose blocks are of the run that started last */
enum { STREAMS = 1 };
#else
enum { STREAMS = 2 };
#endif
enum { ROUNDS = 3, ARGUMENTS = 2, MOST = 32768 };

static float in[STREAMS][ARGUMENTS][MOST], want[STREAMS][ARGUMENTS][MOST],
    got[STREAMS][ARGUMENTS][MOST];
static net_ctx ctx[STREAMS]; /* by steps; whole calls have the memory of the image */

static void fail(const char *what)
{
    printf("FAILED: %s\n", what);
    exit(1);
}

static float next_number(void)
{
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)(int)(state >> 8) / 8388608.0f - 1.0f;
}

static void *garbage(size_t bytes)
{
    void *p = aligned_alloc(64, bytes + 64 - bytes % 64);
    if (!p)
        abort();
    return memset(p, 0xA5, bytes);
}

/* Returns PTE_MORE as long as there is more; else nothing may come after it. */
static pte_status step(net_forward_run *run)
{
    const int before = steps_run;
    const pte_status status = net_forward_step(run);
#ifdef ONE_EACH
    if (steps_run != before + 1)
        fail("a call does not compute one step");
#endif
    if (steps_run == before)
        fail("a call computes nothing");
    if (status != PTE_MORE && (status != PTE_OK || net_forward_step(run) != PTE_INVALID_STATE))
        fail("the end has another status");
    return status;
}

/* Returns how many calls a stream takes; the second one makes two while the first makes one. */
static int run_streams(void)
{
    net_forward_run run[STREAMS];
    pte_status status[STREAMS];
    int calls = 0;
    for (int i = 0; i < STREAMS; i++)
        status[i] = net_forward_start_with(&run[i], &ctx[i], ARGS(i, got));
    for (int i = 0; status[0] == PTE_MORE || status[STREAMS - 1] == PTE_MORE;
         i = (i + 1) % (2 * STREAMS - 1)) {
        const int stream = i > 0;
        if (status[stream] != PTE_MORE)
            continue;
        status[stream] = step(&run[stream]);
        calls += stream == 0;
    }
    return calls;
}

static void check_misuse(void)
{
    net_forward_run run = {0};
    if (net_forward_step(&run) != PTE_INVALID_STATE)
        fail("a run that was not started");
    if (net_forward_step(NULL) != PTE_INVALID_ARGUMENT ||
        net_forward_start_with(NULL, &ctx[0], ARGS(0, got)) != PTE_INVALID_ARGUMENT ||
        net_forward_start_with(&run, NULL, ARGS(0, got)) != PTE_INVALID_ARGUMENT)
        fail("a null pointer");
    if (net_forward_step(&run) != PTE_INVALID_STATE)
        fail("a run that could not start");
}

int main(void)
{
    int calls = 0;
    for (int i = 0; i < STREAMS; i++) {
        ctx[i] = (net_ctx){garbage(NET_ARENA_BYTES), garbage(NET_STATE_BYTES), net_weights};
        for (int k = 0; k < ARGUMENTS; k++)
            for (int n = 0; n < MOST; n++)
                in[i][k][n] = next_number();
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < STREAMS; i++)
            if (net_forward(ARGS(i, want)) != PTE_OK)
                fail("a whole call");
        calls = run_streams();
        if (memcmp(got, want, sizeof got) != 0)
            fail("other bits");
        memcpy(&in[0][1], &want[0][1], sizeof in[0][1]); /* states that callers keep */
        memcpy(&in[STREAMS - 1][1], &want[STREAMS - 1][1], sizeof in[STREAMS - 1][1]);
        for (int n = 0; n < MOST; n++)
            in[0][0][n] = in[STREAMS - 1][0][n] + next_number();
    }
    check_misuse();
    printf("%d calls\n", calls);
    return 0;
}
