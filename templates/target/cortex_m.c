/* SPDX-License-Identifier: 0BSD
 * Start-up of a self-test image on Arm Cortex-M3 and later: vectors, memory protection, SysTick,
 * faults. The calls run in thread mode on the process stack, so that faults of theirs have another.
 */
#include "pte_memory.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYST_CSR          REGISTER(0xE000E010)
#define SYST_RVR          REGISTER(0xE000E014)
#define SYST_CVR          REGISTER(0xE000E018)
#define ICSR              REGISTER(0xE000ED04)
#define VTOR              REGISTER(0xE000ED08)
#define CCR               REGISTER(0xE000ED14)
#define SHCSR             REGISTER(0xE000ED24)
#define CFSR              REGISTER(0xE000ED28)
#define HFSR              REGISTER(0xE000ED2C)
#define MMFAR             REGISTER(0xE000ED34)
#define BFAR              REGISTER(0xE000ED38)
#define CPACR             REGISTER(0xE000ED88)
#define MPU_CTRL          REGISTER(0xE000ED94)
#define MPU_RNR           REGISTER(0xE000ED98)
#define MPU_RBAR          REGISTER(0xE000ED9C)
#define MPU_RASR          REGISTER(0xE000EDA0)
#define MPU_RLAR          REGISTER(0xE000EDA0) /* the same place on Armv8-M */
#define MPU_MAIR0         REGISTER(0xE000EDC0)
#define FPCCR             REGISTER(0xE000EF34)

enum { TICKS_PER_TURN = 0x1000000 };

_Noreturn void pte_selftest_start(void);
_Noreturn void start_on_stack(void);
void on_fault(void);
void on_tick(void);
_Noreturn void report_fault(const uint32_t *frame, uint32_t exc_return);

typedef void (*handler)(void);

static const struct {
    uint32_t *stack;
    handler start, faults[6], reserved[3], others[2], reserved_too, pending, tick;
} vectors __attribute__((section(".selftest.boot"), used)) = {
    pte_selftest_fault_stack_end,
    pte_selftest_start,
    /* NMI, HardFault, MemManage, BusFault, UsageFault, SecureFault */
    {on_fault, on_fault, on_fault, on_fault, on_fault, on_fault},
    {0},
    {on_fault, on_fault}, /* SVCall, DebugMonitor */
    0,
    on_fault, /* PendSV */
    on_tick,
};

/* ---- ticks ---- */

static volatile uint32_t turns;

void on_tick(void)
{
    turns++;
}

uint64_t pte_selftest_ticks(void)
{
    uint32_t high, low;
    do {
        high = turns;
        low = TICKS_PER_TURN - 1 - SYST_CVR;
    } while (high != turns);
    return (uint64_t)high * TICKS_PER_TURN + low;
}

/* ---- counters: of the PMU of Armv8.1-M, or the cycles of the DWT ---- */

#ifndef PTE_SELFTEST_COUNTERS
#define DEMCR      REGISTER(0xE000EDFC)
#define DWT_CTRL   REGISTER(0xE0001000)
#define DWT_CYCCNT REGISTER(0xE0001004)
#if __ARM_ARCH >= 8 && __ARM_FEATURE_LOB /* Armv8.1-M */
#define PMU_EVCNTR(i)  REGISTER(0xE0003000 + 4 * (i))
#define PMU_EVTYPER(i) REGISTER(0xE0003400 + 4 * (i))
#define PMU_CNTENSET   REGISTER(0xE0003C00)
#define PMU_TYPE       REGISTER(0xE0003E00)
#define PMU_CTRL       REGISTER(0xE0003E04)
#define PTE_SELFTEST_COUNTERS                                                                      \
    "cycles", "instructions", "helium_instructions", "l1d_refills", "backend_stalls"
/* Event counters have 16 bits: each odd one counts how often the one before it turns over. */
enum { CHAIN = 0x1E, EVENTS = 4, EVENT_COUNTERS = 2 * EVENTS };

static int pte_selftest_start_events(void)
{
    static const uint16_t event[EVENTS] = {0x08, 0x200, 0x03, 0x24};
    if ((PMU_TYPE & 0xFF) < EVENT_COUNTERS)
        return 0;
    for (int i = 0; i < EVENTS; i++) {
        PMU_EVTYPER(2 * i) = event[i];
        PMU_EVTYPER(2 * i + 1) = CHAIN;
    }
    PMU_CTRL = 7; /* all counters from 0 on */
    PMU_CNTENSET = (1u << EVENT_COUNTERS) - 1;
    return 1;
}

static uint32_t pte_selftest_event(int i)
{
    uint32_t high, low;
    do {
        high = PMU_EVCNTR(2 * i + 1);
        low = PMU_EVCNTR(2 * i);
    } while (high != PMU_EVCNTR(2 * i + 1));
    return high << 16 | (low & 0xFFFF);
}
#elif __ARM_ARCH >= 7
#define PTE_SELFTEST_COUNTERS       "cycles"
#define pte_selftest_start_events() 1
#define pte_selftest_event(i)       0
#endif
#ifdef PTE_SELFTEST_COUNTERS
/* Do cycles pass? Emulators and some processors have no counter, though its register can be
 * read. */
static int pte_selftest_counters_start(void)
{
    DEMCR |= 1u << 24;
    DWT_CTRL |= 1;
    const uint32_t before = DWT_CYCCNT;
    for (volatile int i = 0; i < 10; i++) {
    }
    return DWT_CYCCNT != before && pte_selftest_start_events();
}

static uint32_t pte_selftest_count(int i)
{
    return i == 0 ? DWT_CYCCNT : pte_selftest_event(i - 1);
}
#endif
#endif

/* ---- memory protection: nothing but flash to read and RAM to write, no code in RAM ---- */

#if __ARM_ARCH >= 8
enum { READ_ONLY = 2 << 1, READ_WRITE = 0, NO_CODE = 1 };

static void protect(uint32_t region, const unsigned char *start, const unsigned char *end,
                    uint32_t rights)
{
    MPU_RNR = region;
    MPU_RBAR = (uint32_t)start | rights;
    MPU_RLAR = ((uint32_t)end - 32) | 1;
}
#else
enum { READ_ONLY = 6 << 24, READ_WRITE = 3 << 24, NO_CODE = 1 << 28, NORMAL = 1 << 19 };

/* Sizes are powers of two, and starts multiples of them. */
static void protect(uint32_t region, const unsigned char *start, const unsigned char *end,
                    uint32_t rights)
{
    uint32_t log2 = 31 - (uint32_t)__builtin_clz((uint32_t)(end - start));
    MPU_RNR = region;
    MPU_RBAR = (uint32_t)start;
    MPU_RASR = rights | NORMAL | (log2 - 1) << 1 | 1;
}
#endif

static void protect_memory(void)
{
#if __ARM_ARCH >= 8
    MPU_MAIR0 = 0x44; /* normal memory */
#endif
    protect(0, pte_selftest_flash, pte_selftest_flash_end, READ_ONLY);
    protect(1, pte_selftest_ram, pte_selftest_ram_end, READ_WRITE | NO_CODE);
    MPU_CTRL = 1;
    __asm__ volatile("dsb\nisb" ::: "memory");
}

/* ---- start-up ---- */

/* Saves no registers of the FPU on exceptions: handlers use none, and stacks keep their size. */
static void enable_fpu(void)
{
    CPACR |= 0xFu << 20;
    __asm__ volatile("dsb\nisb" ::: "memory");
#ifdef __ARM_FP
    FPCCR &= ~(3u << 30);
#endif
}

_Noreturn __attribute__((used)) void start_on_stack(void)
{
    VTOR = (uint32_t)&vectors;
    enable_fpu();
    pte_selftest_set_memory();
    SHCSR |= 0xFu << 16; /* faults by their kinds */
    CCR |= 1u << 4;      /* division by 0 too */
#if __ARM_ARCH == 6
    CCR |= 1u << 3; /* unaligned accesses too, which a Cortex-M0+ does not know */
#endif
    protect_memory();
    SYST_RVR = TICKS_PER_TURN - 1;
    SYST_CVR = 0;
    SYST_CSR = 7;
    for (volatile int i = 0; SYST_CVR == 0 && i < 1000; i++)
        continue; /* it counts from the next tick on, in a processor that has it */
    pte_selftest_main();
}

__attribute__((naked)) void pte_selftest_start(void)
{
    __asm__ volatile("ldr r0, =pte_selftest_stack_end\n"
                     "msr psp, r0\n"
                     "movs r0, #2\n"
                     "msr control, r0\n"
                     "isb\n"
                     "b start_on_stack\n"
                     ".ltorg");
}

/* ---- faults ---- */

static const char *kind_of(uint32_t number)
{
    static const char *const names[] = {"NMI",      "HardFault",  "MemManage fault",
                                        "BusFault", "UsageFault", "SecureFault"};
    return number >= 2 && number < 8 ? names[number - 2] : "exception that nobody handles";
}

static const char *usage_fault(uint32_t cfsr)
{
    static const char *const names[] = {"undefined instruction",
                                        "UsageFault: not in Thumb state",
                                        "UsageFault: invalid return from an exception",
                                        "UsageFault: no such coprocessor",
                                        "stack overflow",
                                        "UsageFault",
                                        "UsageFault",
                                        "UsageFault",
                                        "unaligned access",
                                        "division by zero"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cfsr >> (16 + i) & 1)
            return names[i];
    return NULL;
}

static uint32_t exception_return; /* the value by which the handler was entered */

/* `frame`: what the processor kept on the process stack, if it could. */
_Noreturn __attribute__((used)) void report_fault(const uint32_t *frame, uint32_t exc_return)
{
    uint32_t cfsr = CFSR, number = ICSR & 0x1FF;
    int stacked =
        frame >= pte_selftest_stack && frame + 8 <= pte_selftest_stack_end && !(cfsr & 0x1010);
    static uint32_t address;
    const int has_address = stacked && (cfsr & 0x8080) != 0;
    const char *kind = usage_fault(cfsr);
    address = cfsr & 0x80 ? MMFAR : BFAR;
    CFSR = cfsr; /* clears what is set */
    HFSR = HFSR;
    exception_return = exc_return;
    pte_selftest_fault(kind       ? kind
                       : !stacked ? "stack overflow"
                                  : kind_of(number),
                       stacked ? &frame[6] : NULL, has_address ? &address : NULL);
}

__attribute__((naked)) void on_fault(void)
{
    __asm__ volatile("mrs r0, psp\n"
                     "mov r1, lr\n"
                     "ldr r2, =pte_selftest_fault_stack_end\n"
                     "mov sp, r2\n"
                     "b report_fault\n"
                     ".ltorg");
}

/* Leaves the handler by a frame as if `next` had been interrupted before its first instruction. */
_Noreturn void pte_selftest_restart(void (*next)(void))
{
    uint32_t *frame = (uint32_t *)((uint32_t)pte_selftest_stack_end - 8 * sizeof *frame);
    for (int i = 0; i < 8; i++)
        frame[i] = 0;
    frame[6] = (uint32_t)next & ~1u;
    frame[7] = 1u << 24;
    __asm__ volatile("msr psp, %0\n"
                     "bx %1"
                     :
                     : "r"(frame), "r"(exception_return | 0x10u)
                     : "memory");
    __builtin_unreachable();
}
