/* SPDX-License-Identifier: 0BSD
 * aten::relu as a function that goes wrong the second time that it is called. */
#include "model.h"

#if defined(READS_NOWHERE)
#define GO_WRONG() (void)*(const volatile int *)0xF0000000u
#elif defined(WRITES_NOWHERE)
#define GO_WRONG() (void)(*(volatile int *)0xF0000000u = 1)
#elif defined(WRITES_ITS_INPUT)
#define GO_WRONG() (void)(*(volatile float *)(uintptr_t)x = 1)
#elif defined(IS_NO_INSTRUCTION)
#define GO_WRONG() __builtin_trap()
#elif defined(JUMPS_INTO_DATA)
#define GO_WRONG() ((void (*)(void))(uintptr_t)y)()
#elif defined(DIVIDES_BY_ZERO)
#define GO_WRONG() second = calls / (calls - second)
#elif defined(READS_UNALIGNED)
#define GO_WRONG() (void)*(const volatile int *)((uintptr_t)x + 1)
#elif defined(JUMPS_TO_ARM_CODE) /* at an even address, which no function of Thumb code has */
#define GO_WRONG() ((void (*)(void))((uintptr_t)aten_relu_out & ~(uintptr_t)1))()
#elif defined(ASKS_A_COPROCESSOR)
#define GO_WRONG() __asm__ volatile("mcr p1, 0, r0, c0, c0, 0")
#elif defined(CALLS_A_SUPERVISOR) && defined(__riscv)
#define GO_WRONG() __asm__ volatile("ecall")
#elif defined(CALLS_A_SUPERVISOR)
#define GO_WRONG() __asm__ volatile("svc 0")
#elif defined(IS_ILLEGAL)
#define GO_WRONG() __asm__ volatile(".word 0xFFFFFFFF")
#elif defined(INTERRUPTS_ITSELF) /* by the NMI, in ICSR */
#define GO_WRONG()                                                                                 \
    do {                                                                                           \
        *(volatile uint32_t *)0xE000ED04u = 1u << 31;                                              \
        __asm__ volatile("dsb\nisb");                                                              \
    } while (0)
#elif defined(RECURS)
#define GO_WRONG() (void)recur(1)
#elif defined(WRITES_BEHIND)
#define GO_WRONG() (void)(y[count + 1] = 1)
#elif defined(WRITES_BEFORE)
#define GO_WRONG() (void)(y[-1] = 1)
#elif defined(IS_OUT_OF_MEMORY)
#define GO_WRONG() return PTE_OUT_OF_RESOURCES
#elif defined(USES_STACK)
#define GO_WRONG() use_stack()
#elif defined(WORKS)
#define GO_WRONG() work()
#elif defined(CHANGES_A_NUMBER)
#define GO_WRONG() y[3] += 1
#else
#define GO_WRONG() (void)0
#endif

#ifndef NEEDS_RAM
#define NEEDS_RAM 1
#endif
#ifndef NEEDS_FLASH
#define NEEDS_FLASH 1
#endif
static volatile char in_ram[NEEDS_RAM];
static const char in_flash[NEEDS_FLASH] = {1}; /* volatile, it would be in RAM as well */

#ifdef USES_STACK /* 10,000 bytes */
static __attribute__((noinline)) void use_stack(void)
{
    volatile char room[10000];
    room[0] = 1;
    room[sizeof room - 1] = room[0];
}
#endif

#ifdef WORKS /* a million instructions and more, ten million at most */
static void work(void)
{
    for (volatile int i = 0; i < 500000; i++) {
    }
}
#endif

#ifdef RECURS
static int recur(volatile int n)
{
    volatile char room[1000];
    room[0] = (char)n;
    return n > 0 ? recur(n + 1) + room[0] : 0;
}
#endif

pte_status aten_relu_out(const pte_in *arg0, const pte_out *out)
{
    static volatile int calls, second = 2;
    const float *x = arg0->data;
    float *y = out->data;
    const int32_t count = out->dims[0] * out->dims[1];

    for (int32_t i = 0; i < count; i++)
        y[i] = x[i] < 0 ? 0 : x[i];
    y[0] += (float)(in_ram[0] + *(const volatile char *)in_flash) * 0;
    if (++calls == second)
        GO_WRONG();
    return PTE_OK;
}
