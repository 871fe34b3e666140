/* SPDX-License-Identifier: 0BSD
 * Stands in for the network of examples/vad and for the clock: the probability of speech is the
 * first new sample, and a call takes 1 ms more than the one before. A sample of -1 is a call that
 * fails. */
#include "vad.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#undef calloc
#include <stdlib.h>

enum { CONTEXT = 64, SAMPLES = 576, STATE = 256 };

int clock_of_test(struct timespec *t, int base);
void *memory_of_test(size_t count, size_t bytes);
static long long microseconds = 1999999;

int clock_of_test(struct timespec *t, int base)
{
    t->tv_sec = (time_t)(microseconds / 1000000);
    t->tv_nsec = (long)(microseconds % 1000000 * 1000);
    return base;
}

void *memory_of_test(size_t count, size_t bytes)
{
    static int blocks;
    const char *fails = getenv("FAILS");
    return fails && ++blocks == atoi(fails) ? NULL : calloc(count, bytes);
}

pte_status vad_forward(const float *samples, const float *state, float *speech, float *next_state)
{
    static float last[CONTEXT];
    static int calls;
    if (memcmp(samples, last, sizeof last))
        exit(fprintf(stderr, "call %d: the samples before are others\n", calls));
    memcpy(last, samples + SAMPLES - CONTEXT, sizeof last);
    for (int i = 0; i < STATE; i++) {
        if (state[i] != (float)calls * (float)(i + 1) || next_state == state)
            exit(fprintf(stderr, "call %d: the state is another one\n", calls));
        next_state[i] = state[i] + (float)(i + 1);
    }
    microseconds += 1000 * ++calls;
    *speech = samples[CONTEXT] == 11469 / 32768.0f ? 0.35f : samples[CONTEXT];
    return *speech == -1 ? PTE_OUT_OF_RESOURCES : PTE_OK;
}
