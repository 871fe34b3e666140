/* SPDX-License-Identifier: 0BSD
 * Which steps CMSIS-NN takes. */
#ifndef PTEC_BACKENDS_CMSIS_NN_COMPILER_TAKES_H
#define PTEC_BACKENDS_CMSIS_NN_COMPILER_TAKES_H

#include "graph/graph.h"

bool cmsis_takes(const Step *s); /* a convolution; the next five tell of what kind */
bool cmsis_is_1x1(const Step *s);
bool cmsis_has_stride_1(const Step *s);
bool cmsis_is_depthwise(const Step *s);
bool cmsis_is_fast_depthwise(const Step *s);
bool cmsis_is_3x3(const Step *s); /* with padding of at most 1 */
bool cmsis_takes_gemm(const Step *s);
bool cmsis_takes_matmul(const Step *s); /* a product of matrices that are both computed */
bool cmsis_takes_pool(const Step *s);
int64_t cmsis_scratch(const Graph *g, const Step *s); /* bytes that a step that is taken works in */

#endif
