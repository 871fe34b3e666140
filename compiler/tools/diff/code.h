/* SPDX-License-Identifier: 0BSD
 * `ptec diff --code`: what two outputs differ in, as C by steps. */
#ifndef PTEC_TOOLS_DIFF_CODE_H
#define PTEC_TOOLS_DIFF_CODE_H

#include "base/util.h"

typedef enum CodeForm { CODE_TEXT, CODE_COLOURS, CODE_MARKDOWN } CodeForm;

/* Compares NAME.c of two outputs of one name, whose steps have the same names. */
void report_code(Text *t, const Text *was, const Text *is, CodeForm form);

#endif
