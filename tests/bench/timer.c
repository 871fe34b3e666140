/* SPDX-License-Identifier: 0BSD
 * What both sides are timed with: bursts of calls in processor time, and a probe of the core's
 * speed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int (*run_fn)(void *const *in, void *const *out);

/* The process's own: another one on this core then costs cache contents, but no time, and a second
 * thread counts. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#if defined(__AVX512F__)
typedef float vec __attribute__((vector_size(64)));
#elif defined(__AVX__)
typedef float vec __attribute__((vector_size(32)));
#else
typedef float vec __attribute__((vector_size(16)));
#endif

/* GFLOP/s of multiply-adds that stay in registers: lower if the core runs slower or is shared. */
double peak(void)
{
    enum { ROUNDS = 20000, CHAINS = 12 };
    vec sum[CHAINS] = {0}, a = sum[0] + 0.5f, b = sum[0] + 1.0f;
    for (int k = 0; k < CHAINS; k++) /* may differ, else they would be one */
        __asm__ volatile("" : "+x"(sum[k]));
    double start = now();
    for (int i = 0; i < ROUNDS; i++) {
#pragma GCC unroll 12
        for (int k = 0; k < CHAINS; k++)
            sum[k] = sum[k] * a + b;
        __asm__ volatile("" : "+x"(a), "+x"(b));
    }
    double seconds = now() - start;
    for (int k = 0; k < CHAINS; k++)
        __asm__ volatile("" : : "x"(sum[k]));
    return 2e-9 * ROUNDS * CHAINS * (double)(sizeof(vec) / sizeof(float)) / seconds;
}

/* The fastest of `runs` calls, after one that brings the caches back; negative if one fails. */
double burst(run_fn run, void *const *in, void *const *out, int runs)
{
    double best = HUGE_VAL;
    if (run(in, out) != 0)
        return -1;
    for (int i = 0; i < runs; i++) {
        double start = now();
        if (run(in, out) != 0)
            return -1;
        best = fmin(best, now() - start);
    }
    return best;
}

/* Bytes of the process that no file backs. */
static double anonymous(void)
{
    char text[4096] = "";
    int file = open("/proc/self/smaps_rollup", O_RDONLY);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    close(file);
    const char *line = length < 0 ? NULL : strstr(text, "Anonymous:");
    return line ? 1024 * strtod(line + strlen("Anonymous:"), NULL) : NAN;
}

/* One call in a process that has made none: seconds, and the memory that it took. */
int first(run_fn run, void *const *in, void *const *out, double *seconds, double *bytes)
{
    *bytes = anonymous();
    double start = now();
    int status = run(in, out);
    *seconds = now() - start;
    *bytes = anonymous() - *bytes;
    return status;
}

/* Signal-to-noise ratio in dB, at most 200; -200 where there is a NaN. */
double snr(const float *got, const float *want, long n)
{
    double signal = 0, noise = 0;
    for (long i = 0; i < n; i++) {
        double d = (double)got[i] - (double)want[i];
        noise += d * d;
        signal += (double)want[i] * (double)want[i];
    }
    double ratio = noise == 0 ? 200 : 10 * log10(signal / noise);
    return isnan(ratio) ? -200 : fmax(-200, fmin(200, ratio));
}
