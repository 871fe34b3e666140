/* SPDX-License-Identifier: 0BSD
 * What any Cortex-M needs before main, the counter, and lines by semihosting. Registers and their
 * bits are those of the Armv6-M, Armv7-M and Armv8-M Architecture Reference Manuals. */
#include "bench.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define DWT_CTRL          REGISTER(0xE0001000)
#define DWT_CYCCNT        REGISTER(0xE0001004)
#define DWT_LAR           REGISTER(0xE0001FB0)
#define SYST_CSR          REGISTER(0xE000E010)
#define SYST_RVR          REGISTER(0xE000E014)
#define SYST_CVR          REGISTER(0xE000E018)
#define VTOR              REGISTER(0xE000ED08)
#define CCR               REGISTER(0xE000ED14)
#define CLIDR             REGISTER(0xE000ED78)
#define CPACR             REGISTER(0xE000ED88)
#define DEMCR             REGISTER(0xE000EDFC)
#define ICIALLU           REGISTER(0xE000EF50)

enum { TICKS_OF_A_TURN = 0x1000000 };

extern uint32_t stack_top[], data_start[], data_end[], bss_start[], bss_end[];
extern const uint32_t data_source[];

_Noreturn void reset_handler(void);
_Noreturn void fault_handler(void);
void tick_handler(void);
int main(void);

static const struct {
    uint32_t *stack;
    void (*handler[15])(void);
} vectors __attribute__((section(".vectors"), used, aligned(128))) = {
    stack_top,
    {reset_handler, fault_handler, fault_handler, fault_handler, fault_handler, fault_handler,
     fault_handler, 0, 0, 0, fault_handler, fault_handler, 0, fault_handler, tick_handler},
};

/* ---- semihosting, which a debugger or qemu answers ---- */

static uint32_t semihosting(uint32_t operation, const volatile void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const volatile void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

__attribute__((weak)) void bench_start(void)
{
}

__attribute__((weak)) void bench_putc(char c)
{
    enum { SYS_WRITEC = 3 };
    semihosting(SYS_WRITEC, &c);
}

static _Noreturn void end(int failed)
{
    enum { SYS_EXIT = 0x18, APPLICATION_EXIT = 0x20026, RUN_TIME_ERROR = 0x20023 };
    semihosting(SYS_EXIT, (const void *)(uintptr_t)(failed ? RUN_TIME_ERROR : APPLICATION_EXIT));
    for (;;)
        continue;
}

/* ---- the counter ---- */

static volatile uint32_t turns;
static bool has_cycles;

void tick_handler(void)
{
    turns++;
}

/* The counter of cycles of the DWT, where there is one that counts; else SysTick by the processor's
 * clock. */
static void start_counter(void)
{
#if __ARM_ARCH >= 7
    DEMCR |= 1u << 24;
    DWT_LAR = 0xC5ACCE55; /* a Cortex-M7 locks its registers */
    DWT_CYCCNT = 0;
    DWT_CTRL |= 1;
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop");
    has_cycles = DWT_CYCCNT != 0;
#endif
    SYST_RVR = TICKS_OF_A_TURN - 1;
    SYST_CVR = 0;
    SYST_CSR = has_cycles ? 0 : 7;
    while (!has_cycles && SYST_CVR == 0)
        continue; /* it counts from the next tick on */
}

uint32_t bench_ticks(void)
{
    uint32_t high, low;
    if (has_cycles)
        return DWT_CYCCNT;
    do {
        high = turns;
        low = TICKS_OF_A_TURN - 1 - SYST_CVR;
    } while (high != turns);
    return high * TICKS_OF_A_TURN + low;
}

bool bench_has_cycles(void)
{
    return has_cycles;
}

/* ---- start-up ---- */

void fault_handler(void)
{
    bench_print("a fault\n");
    end(1);
}

/* Turns on the FPU and the cache of instructions. The cache of data stays off: before it is turned
 * on its lines have to be invalidated one by one, which bench_start() may do by the vendor's
 * function. */
static void enable_parts(void)
{
#ifdef __ARM_FP
    CPACR |= 0xFu << 20;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
#endif
#if __ARM_ARCH >= 7
    if (CLIDR & 1) {
        ICIALLU = 0;
        __asm__ volatile("dsb\n\tisb" ::: "memory");
        CCR |= 1u << 17;
        __asm__ volatile("dsb\n\tisb" ::: "memory");
    }
#endif
}

void reset_handler(void)
{
    const uint32_t *from = data_source;
    enable_parts();
    VTOR = (uint32_t)&vectors;
    for (uint32_t *to = data_start; to < data_end; to++)
        *to = *from++;
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    bench_start();
    start_counter();
    end(main());
}
