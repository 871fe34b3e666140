/* SPDX-License-Identifier: 0BSD
 * The first call of a model in this process, after some of what it needs has been made ready, and
 * the median of later ones. SIDE_CALL works with `place`.
 * usage: first READY INPUTS NIN OUTPUTS NOUT     READY has letters: w, a, h, c (see main) */
#define _GNU_SOURCE
#include "net.h"
static net_ctx place;
#include "ptec.c"
#include "tensors.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

enum { LATER = 41, PAGE = 4096, HUGE_PAGE = 2 << 20, CACHE_LINE = 64 };

/* A stretch of the program: processor time, and pages that the system had to bring. */
typedef struct Stretch {
    double ms;
    long faults;
} Stretch;

static Stretch now(void)
{
    struct timespec t;
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (Stretch){1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec, usage.ru_minflt};
}

static Stretch since(Stretch start)
{
    const Stretch end = now();

    return (Stretch){end.ms - start.ms, end.faults - start.faults};
}

/* Memory of whole huge pages, none of which is there yet. */
static void *reserve(size_t bytes, int advice)
{
    unsigned char *const p = mmap(NULL, bytes + 2 * HUGE_PAGE, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        stop("mmap");
    unsigned char *const at = p + HUGE_PAGE - (uintptr_t)p % HUGE_PAGE;
    if (madvise(at, (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, advice) != 0)
        stop("madvise");
    return at;
}

static Stretch touch_arena(void)
{
    const Stretch start = now();

    for (size_t i = 0; i < NET_ARENA_BYTES; i += PAGE)
        ((volatile unsigned char *)place.arena)[i] = 0;
    return since(start);
}

static Stretch touch_weights(void)
{
    const Stretch start = now();

    side_open(NULL);
    return since(start);
}

static void empty_caches_of(const void *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += CACHE_LINE)
        __builtin_ia32_clflush((const unsigned char *)p + i);
}

static Stretch call(void *const *in, void *const *out)
{
    const Stretch start = now();

    if (side_run(in, out) != 0)
        stop("a call fails");
    return since(start);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static unsigned char state[NET_STATE_BYTES + 1] __attribute__((aligned(64)));
    void *in[MOST], *out[MOST];
    size_t size[2][MOST];
    double later[LATER];
    Stretch weights = {0}, arena = {0};

    if (argc != 6)
        return 2;
    const char *const ready = argv[1];
    for (int i = 0; i < atoi(argv[3]); i++)
        in[i] = read_tensor(argv[2], "in", i, &size[0][i]);
    for (int i = 0; i < atoi(argv[5]); i++)
        out[i] = read_tensor(argv[4], "out", i, &size[1][i]);
    /* h: the system may give huge pages */
    place =
        (net_ctx){reserve(NET_ARENA_BYTES, strchr(ready, 'h') ? MADV_HUGEPAGE : MADV_NOHUGEPAGE),
                  state, net_weights};
    if (strchr(ready, 'w')) /* the pages of the weights are there */
        weights = touch_weights();
    if (strchr(ready, 'a')) /* those of the arena, too */
        arena = touch_arena();
    if (strchr(ready, 'c')) { /* all pages are there, and no cache has any of the data */
        call(in, out);
        empty_caches_of(net_weights, NET_WEIGHTS_BYTES);
        empty_caches_of(place.arena, NET_ARENA_BYTES);
        for (int i = 0; i < atoi(argv[3]); i++)
            empty_caches_of(in[i], size[0][i]);
    }
    const Stretch first = call(in, out);
    for (int i = 0; i < LATER; i++)
        later[i] = call(in, out).ms;
    qsort(later, LATER, sizeof *later, compare);
    printf("%f %ld %f %f %ld %f %ld\n", first.ms, first.faults, later[LATER / 2], weights.ms,
           weights.faults, arena.ms, arena.faults);
    return 0;
}
