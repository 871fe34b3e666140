/* SPDX-License-Identifier: 0BSD
 * What the emitted code tests, unless it was told not to: sizes of inputs and those that are
 * computed, the latter where neither their ranges nor earlier tests make that unnecessary. */
#ifndef PTEC_EMIT_CHECKS_H
#define PTEC_EMIT_CHECKS_H

#include "emit/text/csize.h"

bool has_checks(const Graph *g);                  /* without --checks off */
bool gives_status(const Graph *g, const Step *s); /* its kernel may end the call */
/* Tests what sizes must be, as soon as they are known: when `last` is computed, or at entry if it
 * is NULL. */
void add_forced_checks(Text *t, const Graph *g, const Size *last);
/* Tests, before a step writes, what is not known when it is compiled: results fit the memory
 * planned for them, and `sizes` fit int32_t. */
void add_size_checks(Text *t, const Graph *g, const Step *s, SizeList sizes);

#endif
