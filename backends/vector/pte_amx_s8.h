/* SPDX-License-Identifier: 0BSD
 * Products of bytes by the tile registers of Intel's AMX (Sapphire Rapids and later): sums of 16
 * rows and 16 columns, to which one instruction adds the products of 64 bytes of each. The bytes
 * and the panels lie as VNNI's instructions take them: unsigned factors, and four bytes of each
 * column side by side. The source is Intel's Instruction Set Extensions Programming Reference
 * (319433), chapter 3.
 *
 * PTE_AMX is 1 where the assembler has the instructions; the processor and the system are asked
 * when the program runs, once, and without them VNNI multiplies. Linux wants to be asked by a
 * system call before the first use, since the registers make signal frames larger. -DPTE_AMX=0
 * leaves all of it out. */
#ifndef PTE_AMX_S8_H
#define PTE_AMX_S8_H

#include "pte_tile_s8.h"

#ifndef PTE_AMX
#if defined(PTE_DPBUSD) && PTE_COPIES_FACTORS && PTE_LANES_S8 == 16 && defined(__x86_64__) &&      \
    defined(__linux__) && (__GNUC__ >= 11 || __clang_major__ >= 12)
#define PTE_AMX 1
#else
#define PTE_AMX 0
#endif
#endif

#if PTE_AMX
#ifndef PTE_AMX_LOAD /* else by a test, in C */
/* The instructions; the compilers' functions for them do not tell gcc that they read memory. */
#define PTE_AMX_CONFIGURE(c) __asm__ volatile("ldtilecfg %0" : : "m"(*(c)))
#define PTE_AMX_RELEASE()    __asm__ volatile("tilerelease")
#define PTE_AMX_ZERO(tile)   __asm__ volatile("{tilezero %%tmm" #tile "|tilezero tmm" #tile "}" : :)
#define PTE_AMX_LOAD(tile, p, row)                                                                 \
    __asm__ volatile("{tileloadd (%0,%1,1), %%tmm" #tile "|tileloadd tmm" #tile ", [%0+%1*1]}"     \
                     :                                                                             \
                     : "r"(p), "r"((ptrdiff_t)(row))                                               \
                     : "memory")
#define PTE_AMX_STORE(tile, p, row)                                                                \
    __asm__ volatile("{tilestored %%tmm" #tile ", (%0,%1,1)|tilestored [%0+%1*1], tmm" #tile "}"   \
                     :                                                                             \
                     : "r"(p), "r"((ptrdiff_t)(row))                                               \
                     : "memory")
#define PTE_AMX_MAC(sum, factors, weights)                                                         \
    __asm__ volatile("{tdpbusd %%tmm" #weights ", %%tmm" #factors ", %%tmm" #sum                   \
                     "|tdpbusd tmm" #sum ", tmm" #factors ", tmm" #weights "}"                     \
                     :                                                                             \
                     :)

/* Has the processor the tiles and their products of bytes, and does the system keep their state?
 * A bundle has <cpuid.h> only where pte_dispatch.c wants it, so that the instruction is named here.
 * The answer is the same to all threads, so that it does not matter which one notes it. */
PTE_NOINLINE static int pte_amx_ask(void)
{
    enum { OSXSAVE = 1 << 27, TILE = 1 << 24, INT8 = 1 << 25, STATE = 1 << 17 | 1 << 18 };
    enum { ARCH_PRCTL = 158, REQUEST = 0x1023, TILE_DATA = 18 };
    uint32_t eax = 0, ebx, ecx = 0, edx;
    long result = ARCH_PRCTL;

    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    if (eax < 7)
        return 0;
    eax = 1, ecx = 0;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    if (!(ecx & OSXSAVE))
        return 0;
    eax = 7, ecx = 0;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    if (!(edx & TILE) || !(edx & INT8))
        return 0;
    __asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    if ((eax & STATE) != STATE)
        return 0;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"((long)REQUEST), "S"((long)TILE_DATA)
                     : "rcx", "r11", "memory");
    return result == 0;
}

PTE_INLINE int pte_amx_may(void)
{
    static int noted; /* 0: not asked yet; 1: no; 2: yes */
    int answer = __atomic_load_n(&noted, __ATOMIC_RELAXED);

    if (answer == 0) {
        answer = 1 + pte_amx_ask();
        __atomic_store_n(&noted, answer, __ATOMIC_RELAXED);
    }
    return answer == 2;
}
#endif

enum {
    PTE_AMX_ROWS = 16,
    PTE_AMX_BYTES = 64, /* of a row of a tile */
    PTE_AMX_LEAST = 64  /* bytes of a sum that are worth the tiles */
};

/* What LDTILECFG reads: bytes of a row and rows of each tile. */
typedef struct pte_amx_config {
    uint8_t palette, start, zero[14];
    uint16_t bytes[16];
    uint8_t rows[16];
} pte_amx_config;

/* Tiles 0 to 2 have the sums of `rows` rows, 3 has their factors, 4 the weights; 5 and 6 are these
 * of the last `rest` bytes, a multiple of 4. */
PTE_NOINLINE static void pte_amx_configure(int32_t rows, int32_t rest)
{
    pte_amx_config c = {.palette = 1};

    for (int i = 0; i < 7; i++) {
        c.bytes[i] = PTE_AMX_BYTES;
        c.rows[i] = (uint8_t)rows;
    }
    c.rows[4] = PTE_AMX_ROWS;
    c.bytes[5] = (uint16_t)(rest ? rest : PTE_AMX_BYTES);
    c.rows[6] = (uint8_t)(rest ? rest / 4 : PTE_AMX_ROWS);
    PTE_AMX_CONFIGURE(&c);
}

#define PTE_AMX_STEP(factors, weights)                                                             \
    do {                                                                                           \
        PTE_AMX_LOAD(factors, a, a_row);                                                           \
        PTE_AMX_LOAD(weights, panel, panel_row);                                                   \
        PTE_AMX_MAC(0, factors, weights);                                                          \
        if (columns > 16) {                                                                        \
            PTE_AMX_LOAD(weights, panel + PTE_AMX_BYTES, panel_row);                               \
            PTE_AMX_MAC(1, factors, weights);                                                      \
        }                                                                                          \
        if (columns > 32) {                                                                        \
            PTE_AMX_LOAD(weights, panel + 2 * PTE_AMX_BYTES, panel_row);                           \
            PTE_AMX_MAC(2, factors, weights);                                                      \
        }                                                                                          \
    } while (0)

/* The sums of as many rows as the tiles are configured for, `a_row` bytes apart, and of a panel's
 * columns: k products each. */
PTE_NOINLINE static void pte_amx_multiply(pte_s32 *sums, const pte_s8 *a, ptrdiff_t a_row,
                                          const pte_s8 *panel, ptrdiff_t panel_row, int32_t k,
                                          int32_t columns)
{
    enum { ROW = PTE_PANEL * sizeof *sums };

    PTE_AMX_ZERO(0);
    PTE_AMX_ZERO(1);
    PTE_AMX_ZERO(2);
    for (; k >= PTE_AMX_BYTES; k -= PTE_AMX_BYTES) {
        PTE_AMX_STEP(3, 4);
        a += PTE_AMX_BYTES;
        panel += PTE_AMX_ROWS * panel_row;
    }
    if (k)
        PTE_AMX_STEP(5, 6);
    PTE_AMX_STORE(0, sums, ROW);
    if (columns > 16)
        PTE_AMX_STORE(1, sums + 16, ROW);
    if (columns > 32)
        PTE_AMX_STORE(2, sums + 32, ROW);
}

/* Are all rows as far apart? */
PTE_INLINE int pte_amx_is_even(const pte_tile_s8 *t, int32_t rows, ptrdiff_t apart)
{
    const pte_s8 *next = *t->a;

    for (int32_t tile = 0; tile < t->tiles; tile++)
        for (int32_t i = 0; i < rows; i++, next += apart)
            if (t->a[tile * t->a_tile + i] != next)
                return 0;
    return 1;
}

/* Are the tiles of t, of `rows` rows each, products for these registers, and are there enough of
 * them? */
PTE_INLINE int pte_amx_takes(const pte_tile_s8 *t, int32_t rows)
{
    return t->tiles * rows >= PTE_AMX_ROWS && rows > 1 && t->taps == 1 && t->k % 4 == 0 &&
           t->k >= PTE_AMX_LEAST && t->panel_row % PTE_AMX_BYTES == 0 && pte_amx_may() &&
           pte_amx_is_even(t, rows, t->a[1] - t->a[0]);
}
#endif

#endif
