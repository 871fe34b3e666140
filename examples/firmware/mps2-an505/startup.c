/* SPDX-License-Identifier: 0BSD
 * Vectors, and what comes before main. */
#include "board.h"

#define SCB_AIRCR (*(volatile uint32_t *)0xE000ED0C)
#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88)

extern uint32_t stack_top[], data_start[], data_end[], bss_start[], bss_end[];
extern const uint32_t data_source[];

_Noreturn void reset_handler(void);
_Noreturn void fault_handler(void);
int main(void);

/* The interrupt of the watchdog is an NMI: it was not kicked for a period. */
static const struct {
    uint32_t *stack;
    void (*handler[15])(void);
} vectors __attribute__((section(".vectors"), used)) = {
    stack_top,
    {reset_handler, fault_handler, fault_handler, fault_handler, fault_handler, fault_handler,
     fault_handler},
};

static _Noreturn void reset(void)
{
    SCB_AIRCR = 0x05FA0004;
    for (;;)
        __asm__ volatile("wfi");
}

void fault_handler(void)
{
    board_print("reset: a fault, or the watchdog was not kicked\n");
    reset();
}

/* The registers of the FPU may only be used once it is on. */
void reset_handler(void)
{
    SCB_CPACR |= 0xFu << 20;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    const uint32_t *from = data_source;
    for (uint32_t *to = data_start; to < data_end; to++)
        *to = *from++;
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    main();
    reset();
}
