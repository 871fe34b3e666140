/* SPDX-License-Identifier: 0BSD
 * `verify --steps-crc`: which step is the first whose result on a target is not the one that it
 * has on this machine. */
#ifndef PTEC_TOOLS_STEPS_H
#define PTEC_TOOLS_STEPS_H

#include "tools/tools.h"

/* tools/steps.c: --steps-crc */
Emitted with_crcs_by_target(const Emitted *e);
Exec *open_crcs_by_host(const ExecOptions *o, const Emitted *e, int instances);
/* Makes the call that the target has made; "12 steps as on this machine". */
const char *compare_crcs(Exec *here, const Graph *g, int instance, const CaseValue *input,
                         const ExecResult *there);

#endif
