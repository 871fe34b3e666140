/* SPDX-License-Identifier: 0BSD
 * `verify --json`. */
#ifndef PTEC_TOOLS_VERIFY_JSON_H
#define PTEC_TOOLS_VERIFY_JSON_H

#include "base/json.h"
#include "tools/each.h"
#include "tools/verdict.h"

/* Is a call, and what the lines for people say of it. */
typedef struct VerifiedCall {
    const char *method;
    int test;
    bool ok;
    const char *says;
} VerifiedCall;

/* Adds a call; `instructions` are 0 if they are not known. */
void json_verdict(Json *j, const VerifiedCall *call, const Verdict *v, uint64_t instructions);
/* Adds what the steps say of calls whose outputs are not within the tolerance. */
void json_steps(Json *j, const StepsVerdict *v, bool floats_agree);

#endif
