/* SPDX-License-Identifier: 0BSD
 * `verify --steps-crc`: which step is the first whose result on a target is not the one that it
 * has on this machine. */
#ifndef PTEC_TOOLS_STEPS_H
#define PTEC_TOOLS_STEPS_H

#include "tools/exec/tools.h"

/* These serve --steps-crc (tools/steps.c): the source with a PTE_STEP that computes CRCs, for the
 * target and for this machine. */
Emitted with_crcs_by_target(const Emitted *e);
Exec *open_crcs_by_host(const ExecOptions *o, const Emitted *e, int instances);
/* Makes the call on this machine that the target has made, and says how the steps compare: "12
 * steps as on this machine". */
const char *compare_crcs(Exec *here, const Graph *g, int instance, const CaseValue *input,
                         const ExecResult *there);

#endif
