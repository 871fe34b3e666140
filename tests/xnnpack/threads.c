/* SPDX-License-Identifier: 0BSD
 * A model that was compiled with --threads: its own steps and XNNPACK's on the same pool, of 1, 2
 * and 4 threads, give the bits of the caller's thread alone; and XNNPACK's do run on the pool. */
#include "net.h"
#include "pte_threads.h"

#include <dirent.h>
#include <pthreadpool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define INPUTS  (NET_FORWARD_INPUT_BYTES / sizeof(float))
#define OUTPUTS (NET_FORWARD_OUTPUT_BYTES / sizeof(float))
static float input[INPUTS + NET_INPUT_MARGIN], output[OUTPUTS], alone[OUTPUTS];

/* -- a pthreadpool for the model's own steps, too -- */

typedef struct pool_threads {
    pte_threads shared; /* first */
    pthreadpool_t pool;
} pool_threads;

typedef struct pool_call {
    pte_task *task;
    const void *call;
} pool_call;

static void run_part(void *context, size_t part)
{
    const pool_call *c = context;
    c->task(c->call, (int32_t)part);
}

static void run(pte_threads *threads, pte_task *task, const void *call, int32_t parts)
{
    pool_call c = {task, call};
    pthreadpool_parallelize_1d(((pool_threads *)(void *)threads)->pool, run_part, &c, (size_t)parts,
                               0);
}

/* -- threads of this process -- */

/* How often those that are not the first have gone to sleep; -1: one does not. */
static long count_sleeps(void)
{
    long sum = 0;
    int awake = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *d; tasks && (d = readdir(tasks));) {
        char path[64], line[128], state;
        long n;
        snprintf(path, sizeof path, "/proc/self/task/%.20s/status", d->d_name);
        int thread = atoi(d->d_name); /* 0: a folder */
        FILE *f = thread == 0 || thread == (int)getpid() ? NULL : fopen(path, "r");
        while (f && fgets(line, sizeof line, f)) {
            awake |= sscanf(line, "State: %c", &state) == 1 && state != 'S';
            sum += sscanf(line, "voluntary_ctxt_switches: %ld", &n) == 1 ? n : 0;
        }
        if (f)
            fclose(f);
    }
    if (tasks)
        closedir(tasks);
    return awake ? -1 : sum;
}

/* The same, once all sleep: they look for work a while. */
static long sleeps(void)
{
    long n;

    while ((n = count_sleeps()) < 0)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return n;
}

/* A call by so many threads; own: of the model's steps too. Counts what is wrong. */
static int try_pool(size_t count, int own)
{
    pool_threads threads = {{(int32_t)count, run}, pthreadpool_create(count)};
    int failures = 0;
    long before;

    net_set_threads(own ? &threads.shared : NULL);
    failures += net_init(NULL, threads.pool) != PTE_OK;
    failures += net_forward(input, output) != PTE_OK;
    before = sleeps();
    memset(output, 0, sizeof output);
    failures += net_forward(input, output) != PTE_OK;
    if (count > 1 && !own && sleeps() == before)
        failures += printf("FAILED: %d threads, of which one works\n", (int)count);
    if (memcmp(output, alone, sizeof alone) != 0)
        failures += printf("FAILED: %d threads give other bits\n", (int)count);
    net_free();
    net_set_threads(NULL);
    pthreadpool_destroy(threads.pool);
    return failures;
}

int main(void)
{
    static const size_t counts[] = {1, 2, 4};
    int failures = 0;

    for (size_t i = 0; i < INPUTS; i++)
        input[i] = (float)(i % 97) / 97;
    failures += net_init(NULL, NULL) != PTE_OK || net_forward(input, alone) != PTE_OK;
    net_free();
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        failures += try_pool(counts[i], 0) + try_pool(counts[i], 1);
    printf("%d failures\n", failures);
    return failures != 0;
}
