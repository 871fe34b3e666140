/* SPDX-License-Identifier: 0BSD
 * On a Cortex-M that qemu runs: repeats the calls in the file `calls`, which the host recorded. The
 * operands of each end and begin where its MPU allows nothing, which ends the test. */
#include "beside.h"

enum { SYS_OPEN = 1, SYS_WRITE0 = 4, SYS_READ = 6, SYS_EXIT = 0x18 };

static int32_t semihost(int32_t operation, const void *argument)
{
    register int32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void finish(const char *message, int32_t reason)
{
    semihost(SYS_WRITE0, message);
    for (;;)
        semihost(SYS_EXIT, (const void *)(uintptr_t)reason);
}

/* The address at which an instruction of two bytes is to fault, until it has. */
static volatile int8_t *outside;

/* What a processor stacks: r0 to r3, r12, lr, the program counter. */
__attribute__((used)) static void judge_fault(uint32_t *stacked)
{
    if (!outside)
        finish("FAILED: a fault\n", 0x20023);
    outside = NULL;
    stacked[6] += 2;
}

__attribute__((naked)) static void fault(void)
{
    __asm__("mov r0, sp\n\tldr r1, =judge_fault\n\tbx r1\n\t.ltorg");
}

static int faults_at(int8_t *address)
{
    uint32_t byte;

    outside = address;
    __asm__ volatile("ldrb %0, [%1]" : "=l"(byte) : "l"(address) : "memory");
    return !outside;
}

static void test_rooms(void)
{
    for (int i = 0; i < ROOMS; i++)
        if (!faults_at(room(i) - 1) || !faults_at(room(i) + ROOM))
            finish("FAILED: a room has no walls\n", 0x20023);
}

static int32_t file;

/* Were there so many bytes? */
static int get(void *to, int32_t n)
{
    const int32_t argument[] = {file, (int32_t)(uintptr_t)to, n};

    return semihost(SYS_READ, argument) == 0;
}

static void test_adds(void)
{
    static const pte_mcu_add adds[] = {
        {0, 4222432, 2154318, -50748278, 21, -128, 127},
        {0, 8388607, 8388607, -1, 22, -100, 101},
        {0, -8388607, 3400787, 300000000, 22, 3, 127},
        {0, 1, -2, 0, 19, -128, -1},
    };

    for (size_t i = 0; i < sizeof adds / sizeof *adds; i++)
        if (adds_wrongly(adds[i]))
            finish("FAILED: an addition\n", 0x20023);
}

/* Windows inside of the picture and over its edges, by the portable kernel and by lanes. */
static void test_pools(void)
{
    enum { C = 8, H = 5, W = 6, MOST = C * H * W };
    static const pte_f32 q[][2] = {{-128, 0.0371f}, {13, 1.7f}, {127, 3e-4f}, {-5, 0x1p-96f}};
    static int8_t in[MOST], want[MOST];
    uint32_t seed = 7;

    for (int32_t i = 0; i < MOST; i++)
        in[i] = (int8_t)random_bits(&seed);
    for (int32_t k = 0; k < 4; k++)
        for (int32_t i = 0; i < 4; i++) {
            pte_pool2d p = {.n = 1, .c = i % 2 ? C : 4, .h = H, .w = W, .sh = 1, .sw = 2};

            p.kh = i < 2 ? H : 3;
            p.kw = i < 2 ? W : 2;
            p.dh = 1;
            p.dw = i == 2 ? 2 : 1;
            p.ph = p.pw = i / 2;
            p.count_pad = i == 3;
            p.oh = (H + 2 * p.ph - p.kh) / p.sh + 1;
            p.ow = (W + 2 * p.pw - p.dw * (p.kw - 1) - 1) / p.sw + 1;
            p.is = (pte_strides4){H * W * C, 1, W * C, C};
            p.os = (pte_strides4){p.oh * p.ow * p.c, 1, p.ow * p.c, p.c};
            pte_avg_pool2d_s8(want, in, q[k], &p);
            for (int end = 0; end < 2; end++) {
                const int32_t ins = MOST - C + p.c, outs = p.oh * p.ow * p.c;
                const int8_t *const placed = memcpy(place(IN, ins, 1, end), in, (size_t)ins);
                int8_t *const out = place(OUT, outs, 1, end);

                pte_mcu_avg_pool2d_s8(out, placed, q[k], &p);
                if (memcmp(out, want, (size_t)outs) != 0)
                    finish("FAILED: an average\n", 0x20023);
            }
        }
}

/* Averages of values next to a middle and of others, of the first rows and of whole pictures. */
static void test_means(void)
{
    enum { C = 12, N = 2, MOST = N * C * (PTE_MCU_MEAN + 1) };
    static const int32_t sides[][3] = {{1, 1, 1}, {3, 3, 3},   {5, 25, 24},
                                       {7, 7, 7}, {5, 25, 25}, {1, PTE_MCU_MEAN + 1, PTE_MCU_MEAN}};
    static const pte_f32 q[][2] = {{-128, 0.0371f}, {13, 1.7f}, {127, 3e-4f}};
    static int8_t in[MOST], want[N * C];
    uint32_t seed = 5;

    for (int32_t i = 0; i < 6 * 8; i++) {
        const int32_t w = sides[i % 6][0], h = sides[i % 6][1], kh = sides[i % 6][2];
        const pte_mcu_mean mean = {N, kh * w, C, h * w * C};
        const pte_strides4 is = {h * w * C, 1, w * C, C}, os = {C, 1, C, C};
        const pte_pool2d p = {.n = N,
                              .c = C,
                              .h = h,
                              .w = w,
                              .oh = 1,
                              .ow = 1,
                              .kh = kh,
                              .kw = w,
                              .sh = 1,
                              .sw = 1,
                              .dh = 1,
                              .dw = 1,
                              .is = is,
                              .os = os};

        for (int32_t j = 0; j < N * C * h * w; j++)
            in[j] =
                (int8_t)(i < 24 ? (int32_t)random_bits(&seed) : (j / C < kh * w / 2) - 100 + i / 6);
        pte_avg_pool2d_s8(want, in, q[i % 3], &p);
        for (int32_t t = 0; t < (mean.positions % 2 ? 4 : 2); t++) {
            const int32_t ins = mean.image + mean.positions * C;
            const int8_t *const placed = memcpy(place(IN, ins, 1, t % 2), in, (size_t)ins);
            int8_t *const out = place(OUT, N * C, 1, t % 2);

            (t < 2 ? pte_mcu_mean_s8 : pte_mcu_mean_odd_s8)(out, placed, q[i % 3], &mean);
            if (memcmp(out, want, N * C) != 0)
                finish(t < 2 ? "FAILED: an average of a picture\n"
                             : "FAILED: an average of an odd number\n",
                       0x20023);
        }
    }
}

static void test(void)
{
    enum { MOST = 40000 }; /* bytes.c records no more */
    static int8_t in[MOST], weight[MOST], want[MOST];
    const char *name = "calls";
    const int32_t argument[] = {(int32_t)(uintptr_t)name, 1, 5};
    Call c;
    int calls = 0;

    test_adds();
    if (converts_wrongly())
        finish("FAILED: bytes of floats, or floats of bytes\n", 0x20023);
    if (differs_from_portable())
        finish("FAILED: 16-bit integers, or weights of 4 bits row by row\n", 0x20023);
    test_pools();
    test_means();
    file = semihost(SYS_OPEN, argument);
    for (; get(&c, sizeof c); calls++) {
        if (!get(in, c.in_bytes) || !get(weight, c.weight_bytes) || !get(want, c.out_bytes) ||
            c.scratch_bytes > ROOM)
            finish("FAILED: the file\n", 0x20023);
        if (fails(&c, in, weight, want))
            finish("FAILED: a kernel\n", 0x20023);
    }
    finish(calls > 100 ? "passed\n" : "FAILED: no calls\n", calls > 100 ? 0x20026 : 0x20023);
}

static void start(void)
{
    *(volatile uint32_t *)0xE000ED88 |= 0xF << 20; /* CPACR: floats and vectors */
    close_rooms();
    test_rooms();
    test();
}

extern uint32_t stack_end[];
typedef void (*handler)(void);
static const struct {
    uint32_t *stack;
    handler start, faults[5];
} vectors __attribute__((section(".vectors"), used)) = {
    stack_end, start, {fault, fault, fault, fault, fault}};
