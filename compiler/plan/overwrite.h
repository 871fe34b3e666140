/* SPDX-License-Identifier: 0BSD
 * When a result may take its operand's bytes. */
#ifndef PTEC_PLAN_OVERWRITE_H
#define PTEC_PLAN_OVERWRITE_H

#include "graph/graph.h"

bool can_overwrite(const Step *s, const Value *v);

bool step_reads(const Step *s, const Value *v);

#endif
