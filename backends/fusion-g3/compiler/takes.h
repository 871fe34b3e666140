/* SPDX-License-Identifier: 0BSD
 * Which steps nnlib for Fusion G3 takes that the one for HiFi does not, or in another way. */
#ifndef PTEC_BACKENDS_FUSION_G3_COMPILER_TAKES_H
#define PTEC_BACKENDS_FUSION_G3_COMPILER_TAKES_H

#include "graph/graph.h"

bool g3_takes_norm(const Step *s);
bool g3_takes_mean(const Step *s);
bool g3_takes_binary(const Step *s, ExprOp op);

#endif
