/* SPDX-License-Identifier: 0BSD
 * The verb `verify`: every bundled case through the emitted C, one line of judgement each. */
#ifndef PTEC_TOOLS_VERIFY_H
#define PTEC_TOOLS_VERIFY_H

#include "base/json.h"
#include "tools/exec/tools.h"

/* Makes the program twice more, by source operators and in whole steps, if its steps have to be
 * judged one by one. */
typedef struct StepsMaker {
    void (*make)(const void *context, Emitted *reference, Emitted *whole);
    const void *context;
} StepsMaker;

/* Returns the exit code and prints the results on standard output, or adds them to `json` unless it
 * is NULL. Without a maker outputs alone are judged. */
int verify_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const StepsMaker *maker,
                 Json *json);

#endif
