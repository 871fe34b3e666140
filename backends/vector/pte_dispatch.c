/* SPDX-License-Identifier: 0BSD
 * Which level the machine has. */
#include "pte_dispatch.h"

#if PTE_LEVELS && !defined(PTE_VARIANT)
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__linux__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif

#ifdef __x86_64__
/* What the processor says of itself, and whose registers the operating system saves: XCR0. */
typedef struct pte_machine {
    uint32_t ecx1, ebx7, ecx7, ecx80000001, saved;
} pte_machine;

/* All that compilers use by the flags of each level, beyond the one before. */
static const pte_machine machine_needs[] = {
    [3] = {.ecx1 = bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C,
           .ebx7 = bit_BMI | bit_AVX2 | bit_BMI2,
           .ecx80000001 = bit_LZCNT,
           .saved = 0x06}, /* xmm, ymm */
    [4] = {.ebx7 = bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL,
           .saved = 0xe0}, /* masks, zmm */
    [5] = {.ecx7 = bit_AVX512VBMI | bit_AVX512VNNI},
};

static int machine_has(const pte_machine *m, const pte_machine *needs)
{
    return !(needs->ecx1 & ~m->ecx1) && !(needs->ebx7 & ~m->ebx7) && !(needs->ecx7 & ~m->ecx7) &&
           !(needs->ecx80000001 & ~m->ecx80000001) && !(needs->saved & ~m->saved);
}

static pte_machine machine_here(void)
{
    pte_machine m = {0};
    uint32_t eax, ebx, ecx, edx;

    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        m.ecx1 = ecx;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        m.ebx7 = ebx, m.ecx7 = ecx;
    if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx))
        m.ecx80000001 = ecx;
    if (m.ecx1 & bit_OSXSAVE)
        __asm__ volatile("xgetbv" : "=a"(m.saved), "=d"(edx) : "c"(0));
    return m;
}
#elif defined(__riscv)
typedef struct pte_machine {
    uint64_t vector_bytes; /* of a register; 0: it has no vectors of version 1.0 */
} pte_machine;

static const pte_machine machine_needs[] = {[2] = {16}, [3] = {32}};

static int machine_has(const pte_machine *m, const pte_machine *needs)
{
    return m->vector_bytes >= needs->vector_bytes;
}

#ifdef __linux__
/* Systems whose vectors are older than version 1.0 may say V too. There vsetvli has no tail to
 * leave alone, and sets the sign of vtype. The compiler need not know V here, so names are numbers.
 */
static pte_machine machine_here(void)
{
    uint64_t lanes;
    int64_t vtype;

    if (!(getauxval(AT_HWCAP) >> ('V' - 'A') & 1))
        return (pte_machine){0};
    __asm__ volatile(".insn i 0x57, 7, %0, x0, 0xc0\n\t" /* vsetvli %0, x0, e8, m1, ta, ma */
                     "csrr %1, 0xc21"                    /* vtype */
                     : "=&r"(lanes), "=r"(vtype));
    return (pte_machine){vtype < 0 ? 0 : lanes};
}
#else
/* Nobody can be asked: PTE_DISPATCH_MOST decides. */
static pte_machine machine_here(void)
{
    return (pte_machine){UINT64_MAX};
}
#endif
#else
/* What Linux says of the processor: the low words of AT_HWCAP and AT_HWCAP2. */
typedef struct pte_machine {
    uint32_t hwcap, hwcap2;
} pte_machine;

enum {
    MACHINE_CRC32 = 1 << 7,
    MACHINE_ATOMICS = 1 << 8,
    MACHINE_RDM = 1 << 12,
    MACHINE_DOTPROD = 1 << 20,
    MACHINE_2_I8MM = 1 << 13 /* of the second word */
};

/* All that compilers use by the flags of each level, beyond the one before. */
static const pte_machine machine_needs[] = {
    [2] = {.hwcap = MACHINE_CRC32 | MACHINE_ATOMICS | MACHINE_RDM | MACHINE_DOTPROD},
    [3] = {.hwcap2 = MACHINE_2_I8MM},
};

static int machine_has(const pte_machine *m, const pte_machine *needs)
{
    return !(needs->hwcap & ~m->hwcap) && !(needs->hwcap2 & ~m->hwcap2);
}

#if defined(__linux__)
static pte_machine machine_here(void)
{
    return (pte_machine){(uint32_t)getauxval(AT_HWCAP), (uint32_t)getauxval(AT_HWCAP2)};
}
#elif defined(__APPLE__)
static uint32_t machine_bit(const char *name, uint32_t bit)
{
    int32_t has = 0;
    size_t size = sizeof has;

    return sysctlbyname(name, &has, &size, NULL, 0) == 0 && has ? bit : 0;
}

static pte_machine machine_here(void)
{
    return (pte_machine){machine_bit("hw.optional.armv8_crc32", MACHINE_CRC32) |
                             machine_bit("hw.optional.arm.FEAT_LSE", MACHINE_ATOMICS) |
                             machine_bit("hw.optional.arm.FEAT_RDM", MACHINE_RDM) |
                             machine_bit("hw.optional.arm.FEAT_DotProd", MACHINE_DOTPROD),
                         machine_bit("hw.optional.arm.FEAT_I8MM", MACHINE_2_I8MM)};
}
#else
/* Nobody can be asked: PTE_DISPATCH_MOST decides. */
static pte_machine machine_here(void)
{
    return (pte_machine){UINT32_MAX, UINT32_MAX};
}
#endif
#endif

static int machine_level(const pte_machine *m)
{
    int level = PTE_LEVEL_LEAST;

    while (level < PTE_LEVEL_BEST && machine_has(m, &machine_needs[level + 1]))
        level++;
    return level;
}

/* Threads that ask at once all find the same. */
int pte_dispatch_level(void)
{
    static int found;
    int level = __atomic_load_n(&found, __ATOMIC_RELAXED);

    if (level == 0) {
        const pte_machine m = machine_here();

        level = machine_level(&m);
        if (level > PTE_DISPATCH_MOST)
            level = PTE_DISPATCH_MOST;
        __atomic_store_n(&found, level, __ATOMIC_RELAXED);
    }
    return level;
}
#endif
