/* SPDX-License-Identifier: 0BSD
 * A pool of POSIX threads. Between runs they look for work a little while, since the next step of
 * a model follows at once, then sleep. */
#define _POSIX_C_SOURCE 200809L
#include "pte_threads_posix.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    LOOKS = 1000, /* before a thread sleeps: some ten microseconds */
    MOST_PARTS = 0xffff,
    LEAST_STACK = 1024 * 1024, /* vector kernels take a half; some systems give less */
};

typedef _Atomic(const void *) any_call;
typedef _Atomic(pte_task *) any_task;

typedef struct posix_threads {
    pte_threads shared; /* first: what models see */
    pthread_mutex_t running;
    /* Number of the run, its parts, the next of them (32, 16, 16 bits). A part is taken by adding
     * 1, which fails if another thread took the last one, whatever was read of the run. */
    _Atomic uint64_t ticket;
    any_task task;
    any_call call;
    _Atomic int32_t left; /* parts that have not returned */
    _Atomic int32_t sleepers;
    _Atomic int waits, stops; /* the caller for the last part; the pool */
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    int32_t workers;
    pthread_t worker[];
} posix_threads;

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
    __asm__ volatile("yield");
#endif
}

static void end_part(posix_threads *t)
{
    if (atomic_fetch_sub(&t->left, 1) > 1 || !atomic_load(&t->waits))
        return;
    pthread_mutex_lock(&t->lock);
    pthread_cond_signal(&t->done);
    pthread_mutex_unlock(&t->lock);
}

/* Takes parts until none is left; returns the ticket that says so. What is read of a run that has
 * none left may be the next one's, but nothing is done with it. */
static uint64_t run_parts(posix_threads *t)
{
    uint64_t ticket = atomic_load(&t->ticket);

    for (;;) {
        const int32_t part = (int32_t)(ticket & MOST_PARTS);
        pte_task *const task = atomic_load_explicit(&t->task, memory_order_relaxed);
        const void *const call = atomic_load_explicit(&t->call, memory_order_relaxed);

        if (part == (int32_t)(ticket >> 16 & MOST_PARTS))
            return ticket;
        if (!atomic_compare_exchange_weak(&t->ticket, &ticket, ticket + 1))
            continue;
        task(call, part);
        end_part(t);
        ticket = atomic_load(&t->ticket);
    }
}

static int is_news(posix_threads *t, uint64_t seen)
{
    return atomic_load(&t->ticket) >> 32 != seen >> 32 || atomic_load(&t->stops);
}

static void wait_for_run(posix_threads *t, uint64_t seen)
{
    for (int i = 0; i < LOOKS; i++) {
        if (is_news(t, seen))
            return;
        relax();
    }
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add(&t->sleepers, 1);
    while (!is_news(t, seen))
        pthread_cond_wait(&t->wake, &t->lock);
    atomic_fetch_sub(&t->sleepers, 1);
    pthread_mutex_unlock(&t->lock);
}

static void *work(void *arg)
{
    posix_threads *const t = arg;

    while (!atomic_load(&t->stops))
        wait_for_run(t, run_parts(t));
    return NULL;
}

static void wake_sleepers(posix_threads *t)
{
    if (atomic_load(&t->sleepers) == 0)
        return;
    pthread_mutex_lock(&t->lock);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
}

static void wait_for_parts(posix_threads *t)
{
    for (int i = 0; i < LOOKS; i++) {
        if (atomic_load(&t->left) == 0)
            return;
        relax();
    }
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->waits, 1);
    while (atomic_load(&t->left) > 0)
        pthread_cond_wait(&t->done, &t->lock);
    atomic_store(&t->waits, 0);
    pthread_mutex_unlock(&t->lock);
}

static void run(pte_threads *threads, pte_task *task, const void *call, int32_t parts)
{
    posix_threads *const t = (posix_threads *)threads;

    if (parts > MOST_PARTS || pthread_mutex_trylock(&t->running) != 0) { /* runs another call */
        for (int32_t part = 0; part < parts; part++)
            task(call, part);
        return;
    }
    atomic_store_explicit(&t->task, task, memory_order_relaxed);
    atomic_store_explicit(&t->call, call, memory_order_relaxed);
    atomic_store(&t->left, parts);
    atomic_store(&t->ticket, ((atomic_load(&t->ticket) >> 32) + 1) << 32 | (uint64_t)parts << 16);
    wake_sleepers(t);
    run_parts(t);
    wait_for_parts(t);
    pthread_mutex_unlock(&t->running);
}

static int start_worker(posix_threads *t, pthread_t *worker)
{
    pthread_attr_t attr;
    size_t stack = 0;

    pthread_attr_init(&attr);
    pthread_attr_getstacksize(&attr, &stack);
    if (stack < LEAST_STACK)
        pthread_attr_setstacksize(&attr, LEAST_STACK);
    const int error = pthread_create(worker, &attr, work, t);
    pthread_attr_destroy(&attr);
    return error;
}

pte_threads *pte_threads_start(int32_t count)
{
    const size_t workers = count > 1 ? (size_t)count - 1 : 0;
    posix_threads *const t = calloc(1, sizeof *t + workers * sizeof t->worker[0]);

    if (!t)
        return NULL;
    t->shared = (pte_threads){.count = (int32_t)workers + 1, .run = run};
    pthread_mutex_init(&t->running, NULL);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    pthread_cond_init(&t->done, NULL);
    for (; t->workers < (int32_t)workers; t->workers++)
        if (start_worker(t, &t->worker[t->workers]) != 0) {
            pte_threads_stop(&t->shared);
            return NULL;
        }
    return &t->shared;
}

void pte_threads_stop(pte_threads *threads)
{
    posix_threads *const t = (posix_threads *)threads;

    if (!t)
        return;
    atomic_store(&t->stops, 1);
    wake_sleepers(t);
    for (int32_t i = 0; i < t->workers; i++)
        pthread_join(t->worker[i], NULL);
    pthread_cond_destroy(&t->done);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    pthread_mutex_destroy(&t->running);
    free(t);
}
