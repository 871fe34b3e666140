/* SPDX-License-Identifier: 0BSD
 * Limits on what is measured of the emitted C: an error says by how much they are exceeded. */
#ifndef PTEC_TOOLS_BUDGETS_H
#define PTEC_TOOLS_BUDGETS_H

#include "tools/size.h"

/* Does it take more flash than --max-flash allows, which may be without limit? */
bool exceeds_flash(const Model *m, const Measured *size);
/* Checks --max-flash, and --max-stack, which is 0 if there is no limit. */
void check_budgets(const Model *m, const Measured *size, int64_t max_stack);

#endif
