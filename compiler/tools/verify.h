/* SPDX-License-Identifier: 0BSD
 * The verb `verify`: every bundled case through the emitted C, one line of judgement each. */
#ifndef PTEC_TOOLS_VERIFY_H
#define PTEC_TOOLS_VERIFY_H

#include "tools/tools.h"

/* Both return the exit code and print their results on standard output. */
int verify_model(const ExecOptions *o, const Bundle *b, const Emitted *e);

#endif
