/* SPDX-License-Identifier: 0BSD
 * The numbers of a program's fields (ExecuTorch's schema/program.fbs). */
#ifndef FIELDS_H
#define FIELDS_H

enum { PROGRAM_PLANS = 1, PROGRAM_CONSTANTS, PROGRAM_BLOBS };
enum {
    PLAN_NAME,
    PLAN_VALUES = 2,
    PLAN_INPUTS,
    PLAN_OUTPUTS,
    PLAN_CHAINS,
    PLAN_OPERATORS,
    PLAN_DELEGATES,
    PLAN_ARENAS
};
enum {
    TENSOR_DTYPE,
    TENSOR_SIZES = 2,
    TENSOR_ORDER,
    TENSOR_DATA = 5,
    TENSOR_ALLOCATION,
    TENSOR_DYNAMISM = 8
};
enum { CHAIN_INSTRUCTIONS = 2 };

#endif
