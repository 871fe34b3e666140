/* SPDX-License-Identifier: 0BSD
 * The pool of POSIX threads calls each part of each run once, for callers at the same time too. */
#define _GNU_SOURCE /* pthread_setattr_default_np() */
#include "../unit/unit.h"
#include "pte_parts.h"
#include "pte_threads_posix.h"

#include <pthread.h>
#include <time.h>

enum { MOST = 9, RUNS = 5000, CALLERS = 3 };

/* What parts write needs no locks, nor is it read before run() returns. */
static void add_one(const void *call, int32_t part)
{
    int *const *const calls = call;

    (*calls)[part]++;
}

typedef struct Caller {
    pte_threads *threads;
    int calls[MOST], wrong;
} Caller;

static void *call_often(void *arg)
{
    Caller *const c = arg;

    for (int run = 0; run < RUNS; run++) {
        const int32_t parts = 1 + run % MOST;
        int *const calls = c->calls;

        memset(c->calls, 0, sizeof c->calls);
        c->threads->run(c->threads, add_one, &calls, parts);
        for (int32_t i = 0; i < MOST; i++)
            c->wrong += c->calls[i] != (i < parts);
        if (run % 1000 == 0) /* until all sleep */
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return NULL;
}

static void test_pool(int32_t count, int callers)
{
    pthread_t thread[CALLERS];
    Caller caller[CALLERS] = {{0}};
    pte_threads *threads = pte_threads_start(count);

    CHECK(threads && threads->count == (count < 1 ? 1 : count), "a pool of %d", (int)count);
    for (int i = 0; i < callers; i++) {
        caller[i].threads = threads;
        pthread_create(&thread[i], NULL, call_often, &caller[i]);
    }
    for (int i = 0; i < callers; i++) {
        pthread_join(thread[i], NULL);
        CHECK(caller[i].wrong == 0, "%d threads: %d parts ran never or twice", (int)count,
              caller[i].wrong);
    }
    pte_threads_stop(threads);
}

/* On every thread: each part waits until the others have begun. */
static void use_stack(const void *call, int32_t part)
{
    volatile char room[256 * 1024];
    pthread_barrier_t *const *const all = call;

    for (size_t i = 0; i < sizeof room; i += 1024)
        room[i] = (char)part;
    pthread_barrier_wait(*all);
}

static void test_small_stacks(void)
{
    enum { COUNT = 3 };
    pthread_attr_t attr;
    pthread_barrier_t all;
    pthread_barrier_t *const call = &all;

    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 128 * 1024);
    pthread_setattr_default_np(&attr);
    pthread_attr_destroy(&attr);
    pthread_barrier_init(&all, NULL, COUNT);
    pte_threads *threads = pte_threads_start(COUNT);
    CHECK(threads, "a pool of %d", COUNT);
    threads->run(threads, use_stack, &call, COUNT);
    pte_threads_stop(threads);
    pthread_barrier_destroy(&all);
}

typedef struct Slow {
    pthread_t caller;
    pthread_barrier_t both;
    int ended;
} Slow;

/* Both parts run at once, and the one that is not the caller's takes longer than the caller looks.
 */
static void end_late(const void *call, int32_t part)
{
    Slow *const s = *(Slow *const *)call;

    (void)part;
    pthread_barrier_wait(&s->both);
    if (pthread_equal(pthread_self(), s->caller))
        return;
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    s->ended++;
}

/* The caller sleeps until the last part has returned. */
static void test_late_parts(void)
{
    Slow slow = {.caller = pthread_self()};
    Slow *const call = &slow;
    pte_threads *threads = pte_threads_start(2);

    pthread_barrier_init(&slow.both, NULL, 2);
    for (int run = 1; run <= 5; run++) {
        threads->run(threads, end_late, &call, 2);
        CHECK(slow.ended == run, "run %d returns before its last part", run);
    }
    pte_threads_stop(threads);
    pthread_barrier_destroy(&slow.both);
}

/* The most that a run shares, and one more, which one thread runs; then a few again. */
static void test_many_parts(void)
{
    enum { MANY = 65535 };
    static int calls[MANY + 2];
    int *const call = calls;
    pte_threads *threads = pte_threads_start(2);
    int wrong = 0;

    for (int32_t run = 0; run < 4; run++) {
        const int32_t parts = run == 0 ? MANY : run == 1 ? MANY + 1 : run == 2 ? 2 : 0;

        memset(calls, 0, sizeof calls);
        threads->run(threads, add_one, &call, parts);
        for (int32_t i = 0; i < MANY + 2; i++)
            wrong += calls[i] != (i < parts);
    }
    CHECK(wrong == 0, "%d of many parts ran never or twice", wrong);
    pte_threads_stop(threads);
}

static void test_parts(void)
{
    const pte_threads four = {.count = 4};

    CHECK(pte_parts(NULL, 3, 9) == 1, "parts without threads");
    CHECK(pte_parts(&four, 3, 9) == 3 && pte_parts(&four, 8, 9) == 4, "parts of threads");
    CHECK(pte_parts(&four, 3, 2) == 2 && pte_parts(&four, 3, 0) == 1, "parts of little work");
    for (int32_t n = 0; n < 20; n++)
        for (int32_t parts = 1; parts < 7; parts++) {
            CHECK(pte_part_start(n, 0, parts) == 0, "the first part");
            CHECK(pte_part_start(n, parts, parts) == n, "the last part");
            for (int32_t i = 0; i < parts; i++)
                CHECK(pte_part_start(n, i + 1, parts) - pte_part_start(n, i, parts) >= n / parts &&
                          pte_part_start(n, i + 1, parts) - pte_part_start(n, i, parts) <=
                              (n + parts - 1) / parts,
                      "part %d of %d of %d", (int)i, (int)parts, (int)n);
        }
    CHECK(pte_units(96, 48) == 2 && pte_units(97, 48) == 3 && pte_units(0, 48) == 0, "units");
    CHECK(pte_part_start_by(100, 48, 0, 2) == 0 && pte_part_start_by(100, 48, 1, 2) == 48 &&
              pte_part_start_by(100, 48, 2, 2) == 100 && pte_part_start_by(96, 48, 2, 2) == 96,
          "parts of units");
    CHECK(pte_part_start(INT32_MAX, 6, 7) == 1840700268, "a part of many");
}

int main(void)
{
    test_parts();
    for (int32_t count = 0; count <= 5; count++)
        for (int callers = 1; callers <= CALLERS; callers++)
            test_pool(count, callers);
    test_small_stacks();
    test_late_parts();
    test_many_parts();
    pte_threads_stop(NULL);
    return unit_result("pool");
}
