/* SPDX-License-Identifier: 0BSD
 * Values as arguments of calls. */
#ifndef PTEC_EMIT_VALUE_H
#define PTEC_EMIT_VALUE_H

#include "emit/text/emit.h"

void add_value(Text *t, const Graph *g, const Value *v); /* pointer expression */
void use_kernel(Emit *e, const char *symbol);
/* Returns how many operands may be the kernel's arguments, from the first on; is_passed() says
 * which of them are. */
int passed_operands(const Step *s);
bool is_passed(const Step *s, int operand);
bool is_of_strip(const Step *s, const Value *v); /* does a step of its strip compute v? */
int64_t row_step(const Step *s, const Value *v);

bool keeps_together(const Step *s);

#endif
