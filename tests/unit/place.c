/* SPDX-License-Identifier: 0BSD
 * Offsets of few buffers with random lives, sizes and overlaps, against all offsets that there are:
 * what is said to be the least is, and no lower bound is above it. A buffer keeps the offset that
 * an earlier output gave it where it fits, and only there. */
#include "plan/place.h"
#include "model.h"
#include "plan/find.h"
#include "plan/search.h"
#include "unit.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>

enum { PLANS = 5000, MOST = 7, STEPS = 6 };

static bool at_random(int one_in)
{
    return unit_between(1, one_in) == 1;
}

static int64_t units(int64_t bytes)
{
    return (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN;
}

/* Of two that live together and start `shift` apart. */
static int64_t hull(const Buffer *out, int64_t shift)
{
    int64_t from = shift < 0 ? shift : 0, end = shift + units(out->bound) * ARENA_ALIGN;
    int64_t operand = units(out->over->bound) * ARENA_ALIGN;
    return (end > operand ? end : operand) - from;
}

/* A result may lie over what dies where it starts, if that saves bytes; one at each step. */
static void allow_over(Buffer *out, Buffer *operand)
{
    int64_t apart = (units(out->bound) + units(operand->bound)) * ARENA_ALIGN;
    out->over = operand;
    out->over_before = -ARENA_ALIGN * unit_between(0, 3);
    out->over_exact = at_random(4);
    out->over_behind = at_random(2) ? ARENA_ALIGN * unit_between(1, 4) : NOWHERE;
    bool saves = hull(out, out->over_before) < apart ||
                 (out->over_behind < apart && hull(out, out->over_behind) < apart);
    if (!saves)
        out->over = NULL;
}

static void allow_some(Graph *g)
{
    for (int step = 1; step < g->nsteps; step++) {
        Buffer *out = NULL, *operand = NULL;
        for (int i = 0; i < g->nbuffers; i++) {
            Buffer *b = g->buffer[i];
            if (b->first == step)
                out = b;
            else if (b->last == step)
                operand = b;
        }
        if (out && operand)
            allow_over(out, operand);
    }
}

static Graph *random_plan(void)
{
    Graph *g = NEW(Graph, 1);
    g->model = NEW(Model, 1);
    g->model->options = NEW(Options, 1);
    g->name = "random";
    g->nsteps = STEPS;
    g->nbuffers = unit_between(MOST - 2, MOST);
    g->buffer = NEW(Buffer *, g->nbuffers);
    int largest = unit_between(2, 5) * ARENA_ALIGN;
    for (int i = 0; i < g->nbuffers; i++) {
        int first = unit_between(0, STEPS - 1), most = unit_between(1, 3);
        int last = first + unit_between(1, most);
        g->buffer[i] = NEW(Buffer, 1);
        *g->buffer[i] = (Buffer){.kind = B_ARENA,
                                 .id = i,
                                 .name = fmt_text("b%d", i),
                                 .bound = at_random(20) ? 0 : unit_between(1, largest),
                                 .first = first,
                                 .last = last < STEPS ? last : STEPS};
    }
    allow_some(g);
    return g;
}

/* -- all offsets -- */

static bool may_share(const Buffer *a, const Buffer *b)
{
    const Buffer *out = a->over == b ? a : b->over == a ? b : NULL;
    if (!out)
        return false;
    int64_t shift = out->offset - out->over->offset;
    bool before = out->over_exact ? shift == out->over_before : shift <= out->over_before;
    return before || shift >= out->over_behind;
}

static bool together(const Buffer *a, const Buffer *b)
{
    return a->first <= b->last && b->first <= a->last;
}

static bool collide(const Buffer *a, const Buffer *b)
{
    bool in_space = a->offset < b->offset + b->bound && b->offset < a->offset + a->bound;
    return together(a, b) && in_space && !may_share(a, b);
}

static bool can_place(Graph *g, int i, int64_t limit)
{
    if (i == g->nbuffers)
        return true;
    Buffer *b = g->buffer[i];
    for (b->offset = 0; b->offset + b->bound <= limit; b->offset += ARENA_ALIGN) {
        bool free = true;
        for (int k = 0; k < i && free; k++)
            free = !collide(b, g->buffer[k]);
        if (free && can_place(g, i + 1, limit))
            return true;
    }
    return false;
}

static int64_t least_of_all(Graph *g)
{
    int64_t bytes = 0;
    while (!can_place(g, 0, bytes))
        bytes += ARENA_ALIGN;
    return bytes;
}

/* -- what the planner says -- */

static void check_plan(Graph *g, int64_t least, bool exact, const char *how, int plan)
{
    g->in_memory[0] = g->arena_bytes;
    check_offsets(g); /* aborts */
    CHECK(g->live_bytes <= least, "%s, plan %d: %d live at once, %d are enough", how, plan,
          (int)g->live_bytes, (int)least);
    CHECK(g->least_bytes <= least, "%s, plan %d: needs %d, %d are enough", how, plan,
          (int)g->least_bytes, (int)least);
    CHECK(g->arena_bytes >= least, "%s, plan %d: %d bytes, no less than %d", how, plan,
          (int)g->arena_bytes, (int)least);
    CHECK(exact || g->arena_bytes == g->least_bytes, "%s, plan %d: %d bytes, not %d", how, plan,
          (int)g->arena_bytes, (int)g->least_bytes);
}

static void stack_all(Graph *g)
{
    g->arena_bytes = 0;
    g->least_bytes = g->live_bytes;
    for (int i = 0; i < g->nbuffers; i++) {
        g->buffer[i]->offset = g->arena_bytes;
        g->arena_bytes += round_up(g->buffer[i]->bound, ARENA_ALIGN);
    }
}

/* Of the plan that lies there one buffer in `forgets` is new; what fits below `limit` may stay. */
static void check_kept(Graph *g, int forgets, int64_t limit, int plan)
{
    int64_t before = g->arena_bytes;
    bool all = true;
    for (int i = 0; i < g->nbuffers; i++) {
        Buffer *b = g->buffer[i];
        b->kept = b->offset;
        b->has_kept = !at_random(forgets);
        all &= b->has_kept;
    }
    place_as_before(g, limit);
    g->in_memory[0] = g->arena_bytes;
    check_offsets(g); /* aborts */
    for (int i = 0; i < g->nbuffers; i++) {
        const Buffer *b = g->buffer[i];
        bool fits = b->has_kept && b->kept + b->bound <= limit;
        CHECK(!b->held || (fits && b->offset == b->kept), "plan %d: %s is kept at %d", plan,
              b->name, (int)b->offset);
        CHECK(b->held || !all || before > limit, "plan %d: %s moved from %d to %d", plan, b->name,
              (int)b->kept, (int)b->offset);
        for (int k = 0; k < g->nbuffers && !b->held && b->offset + b->bound > limit; k++)
            CHECK(!g->buffer[k]->held || !together(b, g->buffer[k]), "plan %d: %s keeps %s out",
                  plan, g->buffer[k]->name, b->name);
    }
}

/* -- what is said of offsets that nobody planned -- */

static jmp_buf aborted;

static void leave(int number)
{
    (void)number;
    longjmp(aborted, 1);
}

static bool is_refused(const Graph *g, const char *why)
{
    static char message[200];
    volatile bool refused = true;
    message[0] = '\0';
    keep_fatal(message, sizeof message);
    signal(SIGABRT, leave);
    if (setjmp(aborted) == 0) {
        check_offsets(g);
        refused = false;
    }
    signal(SIGABRT, SIG_DFL);
    keep_fatal(NULL, 0);
    return refused && strstr(message, why);
}

/* Offsets at random: refused are those where two that live at once share bytes, or one leaves the
 * arena. */
static void check_verdicts(int plan)
{
    Graph *g = random_plan();
    int64_t bytes = 12 * ARENA_ALIGN;
    g->in_memory[0] = bytes;
    bool shared = false, inside = true;
    for (int i = 0; i < g->nbuffers; i++)
        g->buffer[i]->offset = unit_between(0, 9) * ARENA_ALIGN;
    for (int i = 0; i < g->nbuffers; i++) {
        const Buffer *b = g->buffer[i];
        inside &= b->offset + b->bound <= bytes;
        for (int k = 0; k < i; k++)
            shared |= collide(b, g->buffer[k]);
    }
    CHECK(is_refused(g, "") == (shared || !inside), "plan %d: %d", plan, shared);
    CHECK(shared || is_refused(g, "leaves the arena") == !inside, "plan %d", plan);
    CHECK(!inside || is_refused(g, "two live buffers") == shared, "plan %d", plan);
}

static void check_places(void)
{
    Graph *g = random_plan();
    stack_all(g);
    g->in_memory[0] = g->arena_bytes;
    Buffer *b = g->buffer[g->nbuffers - 1];
    CHECK(!is_refused(g, ""), "all are apart");
    b->bound = ARENA_ALIGN;
    g->in_memory[0] = b->offset + b->bound;
    CHECK(!is_refused(g, ""), "the last ends where the arena does");
    g->in_memory[0]--;
    CHECK(is_refused(g, "leaves the arena"), "the last leaves it by one byte");
    g->in_memory[0]++;
    g->buffer[0]->offset = -1;
    CHECK(is_refused(g, "leaves the arena"), "the first begins before it");
    g->buffer[0]->offset = 0;
    b->memory = 1;
    CHECK(is_refused(g, "lies in no memory"), "there is one memory");
    b->memory = -1;
    CHECK(is_refused(g, "lies in no memory"), "none is before it");
}

int main(void)
{
    int above = 0, proven = 0;
    for (int plan = 0; plan < PLANS; plan++) {
        Graph *g = random_plan();
        int64_t least = least_of_all(g);
        bool exact = false; /* overlaps, of which the search does not know all */
        for (int i = 0; i < g->nbuffers; i++)
            exact |= g->buffer[i]->over && g->buffer[i]->over_exact;
        place_arena(g);
        check_plan(g, least, exact, "place_arena", plan);
        check_kept(g, unit_between(2, 100), g->arena_bytes, plan);
        stack_all(g);
        check_kept(g, unit_between(2, 4), least, plan);
        stack_all(g);
        search_offsets(g);
        check_plan(g, least, exact, "search_offsets", plan);
        above += least > g->live_bytes;
        proven += g->arena_bytes == g->least_bytes;
    }
    for (int plan = 0; plan < PLANS; plan++)
        check_verdicts(plan);
    check_places();
    printf("%d of %d are proven, %d need more than lives at once\n", proven, PLANS, above);
    CHECK(above >= 20, "%d plans that need more than lives at once are too few", above);
    return unit_result("place");
}
