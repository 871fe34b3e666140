/* SPDX-License-Identifier: 0BSD
 * The weights and the inputs of a self-test, as they are in their files. */
    .section .rodata.selftest, "a"
    .balign 64
    .globl pte_selftest_weights
pte_selftest_weights:
    .incbin "weights.bin"
    .balign 64
    .globl pte_selftest_inputs
pte_selftest_inputs:
    .incbin "inputs.bin"
