/* SPDX-License-Identifier: 0BSD
 * Makes the calls of a self-test one by one and writes what came of them: lines `ptec:WORDS*CRC`,
 * numbers in hexadecimal.
 *     start CALLS STACK             bytes of the stack
 *     data AT BYTES                 of the memory behind a call: written outputs, changed guards
 *     counters NAME...              what the processor counts beside ticks, if anything
 *     step ID CRC                   its result, where the emitted code calls pte_selftest_step
 *     ran ID START END              a step, in ticks, where it calls pte_selftest_step_ends
 *     counts N...                   by how much each counter went up in it, if there are any
 *     value BYTES                   of the result of that step
 *     end N STATUS TICKS STACK SENT bytes of the stack that were used; those in `data` and `value`
 *     fault N PC|- ADDRESS|- KIND   instead of `end`
 *     done */
#include "pte_memory.h"

void *memset(void *to, int value, size_t n);

enum { GUARD = 0xC3, GARBAGE = 0x7F, DATA_BYTES = 32 };
#define PAINT 0xDEADBEEFu

typedef struct context { /* NAME_ctx of every model */
    void *arena, *state;
    const void *weights;
    void *threads;
} context;

static volatile int current; /* the call that runs, and whether one has failed */
static volatile int failed;

/* ---- lines ---- */

static uint32_t crc; /* of the line so far, ISO-HDLC */

static uint32_t next_crc(uint32_t sum, unsigned char byte)
{
    sum ^= byte;
    for (int bit = 0; bit < 8; bit++)
        sum = (sum >> 1) ^ (0xEDB88320u & (0u - (sum & 1u)));
    return sum;
}

static void put(char c)
{
    crc = next_crc(crc, (unsigned char)c);
    pte_selftest_putc(c);
}

static void put_text(const char *s)
{
    while (*s)
        put(*s++);
}

static void put_hex(uint64_t n, int digits)
{
    while (digits < 16 && n >> (4 * digits))
        digits++;
    while (digits-- > 0)
        put("0123456789abcdef"[n >> (4 * digits) & 15]);
}

static void put_number(uint64_t n)
{
    put(' ');
    put_hex(n, 1);
}

static void begin_line(const char *word)
{
    for (const char *s = "ptec:"; *s; s++)
        pte_selftest_putc(*s);
    crc = 0xFFFFFFFFu;
    put_text(word);
}

static void end_line(void)
{
    uint32_t sum = ~crc;
    pte_selftest_putc('*');
    put_hex(sum, 8);
    pte_selftest_putc('\n');
}

static void put_bytes(const unsigned char *p, uint32_t bytes)
{
    put(' ');
    for (uint32_t i = 0; i < bytes; i++)
        put_hex(p[i], 2);
}

static uint32_t sent; /* bytes by the call */

static void send(uint32_t at, uint32_t bytes)
{
    sent += bytes;
    for (uint32_t end = at + bytes, n; at < end; at += n) {
        n = end - at < DATA_BYTES ? end - at : DATA_BYTES;
        begin_line("data");
        put_number(at);
        put_bytes(pte_selftest.memory + at, n);
        end_line();
    }
}

typedef uint32_t __attribute__((may_alias)) four_bytes;

/* All but the end that is still as it was filled, since ptec fills its own memory alike: where an
 * extent is known only at run time, that end may be nearly all. */
static void send_written(const pte_selftest_place *p)
{
    const unsigned char *start = pte_selftest.memory + p->at;
    const four_bytes *words = (const void *)start;
    uint32_t bytes = p->bytes;
    while (bytes % 4 && start[bytes - 1] == GARBAGE)
        bytes--;
    while (bytes && bytes % 4 == 0 && words[bytes / 4 - 1] == GARBAGE * 0x01010101u)
        bytes -= 4;
    send(p->at, bytes);
}

void pte_selftest_step(int id, const void *result, unsigned long bytes)
{
    const unsigned char *p = result;
    uint32_t sum = 0xFFFFFFFFu;
    for (; bytes > 0; bytes--)
        sum = next_crc(sum, *p++);
    begin_line("step");
    put_number((uint32_t)id);
    put_number(~sum);
    end_line();
}

/* ---- counters: PTE_SELFTEST_COUNTERS are names, pte_selftest_count(i) is the state of one ---- */

#ifdef PTE_SELFTEST_COUNTERS
static const char *const counters[] = {PTE_SELFTEST_COUNTERS};
enum { COUNTERS = sizeof counters / sizeof *counters };
static uint32_t counted[COUNTERS]; /* when the step began */
static int counts;                 /* whether the processor counts */

static void start_counters(void)
{
    counts = pte_selftest_counters_start();
    for (int i = 0; i < COUNTERS && counts; i++) {
        if (i == 0)
            begin_line("counters");
        put(' ');
        put_text(counters[i]);
    }
    if (counts)
        end_line();
}

static void note_counters(void)
{
    for (int i = 0; i < COUNTERS && counts; i++)
        counted[i] = pte_selftest_count(i);
}

static void count_step(void)
{
    for (int i = 0; i < COUNTERS && counts; i++)
        counted[i] = pte_selftest_count(i) - counted[i];
}

static void put_counts(void)
{
    if (!counts)
        return;
    begin_line("counts");
    for (int i = 0; i < COUNTERS; i++)
        put_number(counted[i]);
    end_line();
}
#else
static void start_counters(void)
{
}
static void note_counters(void)
{
}
static void count_step(void)
{
}
static void put_counts(void)
{
}
#endif

static uint64_t step_start;

void pte_selftest_step_starts(void)
{
    note_counters();
    step_start = pte_selftest_ticks();
}

void pte_selftest_step_ends(int id, const void *result, unsigned long bytes)
{
    const uint64_t end = pte_selftest_ticks();
    const unsigned char *p = result;
    count_step();
    begin_line("ran");
    put_number((uint32_t)id);
    put_number(step_start);
    put_number(end);
    end_line();
    put_counts();
    sent += p ? (uint32_t)bytes : 0;
    for (uint32_t at = 0, n; p && at < bytes; at += n) {
        n = bytes - at < DATA_BYTES ? (uint32_t)bytes - at : DATA_BYTES;
        begin_line("value");
        put_bytes(p + at, n);
        end_line();
    }
}

/* ---- memory ---- */

/* Where the guard in front of place i ends. */
static uint32_t guard_end(const pte_selftest_call *c, int i)
{
    return i < c->places ? c->place[i].at : c->end;
}

static uint32_t place_end(const pte_selftest_place *p)
{
    return p->at + p->bytes;
}

static void fill(const pte_selftest_place *p)
{
    memset(pte_selftest.memory + p->at, GARBAGE, p->bytes);
}

static void prepare_memory(const pte_selftest_call *c)
{
    uint32_t at = 0;
    for (int i = 0; i <= c->places; i++) {
        memset(pte_selftest.memory + at, GUARD, guard_end(c, i) - at);
        if (i == c->places)
            break;
        if (c->place[i].kind != PTE_SELFTEST_KEEP)
            fill(&c->place[i]);
        at = place_end(&c->place[i]);
    }
}

static void send_changed_guards(const pte_selftest_call *c)
{
    uint32_t start = 0;
    for (int i = 0; i <= c->places; i++) {
        uint32_t end = guard_end(c, i), at = start;
        while (at < end && pte_selftest.memory[at] == GUARD)
            at++;
        if (at < end)
            send(start, end - start);
        start = i < c->places ? place_end(&c->place[i]) : end;
    }
}

/* ---- the stack ---- */

/* All below what the caller, into which it is inlined, uses itself. */
__attribute__((always_inline)) static inline void paint_stack(void)
{
    volatile uint32_t *end = pte_selftest_stack_pointer();
    for (volatile uint32_t *p = pte_selftest_stack; p < end; p++)
        *p = PAINT;
}

static uint32_t lowest_used(void)
{
    const volatile uint32_t *p = pte_selftest_stack;
    while (p < pte_selftest_stack_end && *p == PAINT)
        p++;
    return (uint32_t)(uintptr_t)p;
}

/* ---- calls ---- */

/* As at start-up, with rubbish in memory that the model has to set. */
static int reset(const context *ctx, const pte_selftest_call *c)
{
    if (pte_selftest.ready[c->instance] && pte_selftest.destroy)
        pte_selftest.destroy(ctx);
    pte_selftest.ready[c->instance] = 0;
    fill(&c->place[c->instance]);
    if (pte_selftest.reset)
        pte_selftest.reset(ctx);
    int status = pte_selftest.init ? pte_selftest.init(ctx) : 0;
    pte_selftest.ready[c->instance] = status == 0;
    return status;
}

static __attribute__((noinline)) int run(const context *ctx, const pte_selftest_call *c,
                                         uint64_t *ticks, uint32_t *stack)
{
    paint_stack();
    uint64_t start = pte_selftest_ticks();
    int status = c->run(ctx, c->in, c->in_dims, c->out, c->out_dims);
    *ticks = pte_selftest_ticks() - start;
    *stack = (uint32_t)(uintptr_t)pte_selftest_stack_pointer() - lowest_used();
    return status;
}

static void call(const pte_selftest_call *c)
{
    const pte_selftest_place *arena = &c->place[pte_selftest.instances];
    context ctx = {pte_selftest.memory + arena->at, pte_selftest.memory + c->place[c->instance].at,
                   pte_selftest_weights, NULL};
    uint64_t ticks = 0;
    uint32_t stack = 0;
    sent = 0;
    prepare_memory(c);
    int status = pte_selftest.check_weights(pte_selftest_weights, pte_selftest.weights_bytes);
    if (status == 0 && c->reset)
        status = reset(&ctx, c);
    if (status == 0)
        status = run(&ctx, c, &ticks, &stack);
    send_changed_guards(c);
    for (int i = 0; status == 0 && i < c->places; i++)
        if (c->place[i].kind == PTE_SELFTEST_SEND)
            send_written(&c->place[i]);
    begin_line("end");
    put_number((uint32_t)current);
    put_number((uint32_t)status);
    put_number(ticks);
    put_number(stack);
    put_number(sent);
    end_line();
}

static _Noreturn void make_calls(void)
{
    while (current < pte_selftest.calls) {
        call(&pte_selftest.call[current]);
        current++;
    }
    begin_line("done");
    end_line();
    pte_selftest_exit(failed);
}

static _Noreturn void go_on(void)
{
    failed = 1;
    current++;
    make_calls();
}

static void put_address(const uint32_t *address)
{
    if (address)
        put_number(*address);
    else
        put_text(" -");
}

_Noreturn void pte_selftest_fault(const char *kind, const uint32_t *pc, const uint32_t *address)
{
    pte_selftest_putc('\n'); /* whatever was being written */
    begin_line("fault");
    put_number((uint32_t)current);
    put_address(pc);
    put_address(address);
    put(' ');
    put_text(kind);
    end_line();
    pte_selftest_restart(go_on);
}

_Noreturn void pte_selftest_main(void)
{
    begin_line("start");
    put_number((uint32_t)pte_selftest.calls);
    put_number((uint32_t)((uintptr_t)pte_selftest_stack_end - (uintptr_t)pte_selftest_stack));
    end_line();
    start_counters();
    make_calls();
}
