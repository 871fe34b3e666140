/* SPDX-License-Identifier: 0BSD
 * A refusal says what ought to be otherwise; a drawn program is made so, and is tried again. */
#ifndef MEND_H
#define MEND_H

#include "program.h"

/* Changes the last call as the message asks. False: it does not say what to change. */
bool mend_call(DrawnProgram *p, const char *message);

#endif
