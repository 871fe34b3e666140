/* SPDX-License-Identifier: 0BSD
 * The weights and the inputs of a self-test, as they are in their files. */
__asm__(".section .rodata.selftest, \"a\"\n"
        ".balign 64\n"
        ".globl selftest_weights\n"
        "selftest_weights:\n"
        "    .incbin \"weights.bin\"\n"
        ".balign 64\n"
        ".globl selftest_inputs\n"
        "selftest_inputs:\n"
        "    .incbin \"inputs.bin\"\n"
        ".text\n");
