/* SPDX-License-Identifier: 0BSD
 * Start-up of a self-test image on RV32 in machine mode: memory protection, cycle counter, traps.
 */
#include "pte_memory.h"

_Noreturn void start_on_stack(void);
_Noreturn void report_trap(uint32_t cause, uint32_t pc, uint32_t value, const uint32_t *stack);
void on_trap(void);

/* Stacks: the calls' own, and one for traps, since theirs may be what overflowed. */
__asm__(".option push\n"
        ".option arch, +zicsr\n"
        ".section .selftest.boot, \"ax\"\n"
        ".globl pte_selftest_start\n"
        "pte_selftest_start:\n"
        "    la sp, pte_selftest_stack_end\n"
        "    la t0, on_trap\n"
        "    csrw mtvec, t0\n"
        "    tail start_on_stack\n"
        ".section .text.on_trap, \"ax\"\n"
        ".balign 4\n"
        "on_trap:\n"
        "    csrr a0, mcause\n"
        "    csrr a1, mepc\n"
        "    csrr a2, mtval\n"
        "    mv a3, sp\n"
        "    la sp, pte_selftest_fault_stack_end\n"
        "    tail report_trap\n"
        ".option pop\n"
        ".text\n");

#define READ_CSR(name, result)                                                                     \
    __asm__ volatile(".option push\n.option arch, +zicsr\ncsrr %0, " name "\n.option pop"          \
                     : "=r"(result))
#define WRITE_CSR(name, value)                                                                     \
    __asm__ volatile(".option push\n.option arch, +zicsr\ncsrw " name ", %0\n.option pop"          \
                     :                                                                             \
                     : "r"(value)                                                                  \
                     : "memory")

uint64_t pte_selftest_ticks(void)
{
    uint32_t high, low, again;
    do {
        READ_CSR("mcycleh", high);
        READ_CSR("mcycle", low);
        READ_CSR("mcycleh", again);
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

/* ---- memory protection: nothing but flash to read and RAM to write, no code in RAM ---- */

enum { READ = 1, WRITE = 2, CODE = 4, NAPOT = 3 << 3, LOCKED = 1 << 7 }; /* machine mode too */

/* Sizes are powers of two, and starts multiples of them. */
static uint32_t napot(const unsigned char *start, const unsigned char *end)
{
    return (uint32_t)start >> 2 | ((uint32_t)(end - start) / 8 - 1);
}

static void protect_memory(void)
{
    const uint32_t flash = LOCKED | NAPOT | READ | CODE, ram = LOCKED | NAPOT | READ | WRITE;
    const uint32_t rest = LOCKED | NAPOT;
    WRITE_CSR("pmpaddr0", napot(pte_selftest_flash, pte_selftest_flash_end));
    WRITE_CSR("pmpaddr1", napot(pte_selftest_ram, pte_selftest_ram_end));
    WRITE_CSR("pmpaddr2", 0xFFFFFFFFu);
    WRITE_CSR("pmpcfg0", flash | ram << 8 | rest << 16);
}

/* ---- start-up and traps ---- */

_Noreturn __attribute__((used)) void start_on_stack(void)
{
    pte_selftest_set_memory();
    protect_memory();
    pte_selftest_main();
}

_Noreturn __attribute__((used)) void report_trap(uint32_t cause, uint32_t pc, uint32_t value,
                                                 const uint32_t *stack)
{
    static const char *const names[] = {"misaligned instruction", "instruction access fault",
                                        "illegal instruction",    "breakpoint",
                                        "misaligned load",        "load access fault",
                                        "misaligned store",       "store access fault"};
    static uint32_t at, address;
    const char *kind = cause < sizeof names / sizeof *names ? names[cause] : "trap";
    at = pc;
    address = value;
    if (stack < pte_selftest_stack || stack > pte_selftest_stack_end)
        pte_selftest_fault("stack overflow", &at, NULL);
    pte_selftest_fault(kind, &at, cause >= 4 && cause <= 7 ? &address : NULL);
}

_Noreturn void pte_selftest_restart(void (*next)(void))
{
    __asm__ volatile("la sp, pte_selftest_stack_end\n"
                     "jr %0"
                     :
                     : "r"(next)
                     : "memory");
    __builtin_unreachable();
}
