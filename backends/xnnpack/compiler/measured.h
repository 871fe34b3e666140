/* SPDX-License-Identifier: 0BSD
 * --kernels auto: which steps XNNPACK computes faster than ptec's own kernels, by measurement. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_MEASURED_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_MEASURED_H

#include "graph/graph.h"

/* Returns a name for the steps that a kernel computes in times that are alike: "pte_xnn_conv2d_f32
 * point 20". */
const char *measured_class(const Kernel *k, const Step *s);
/* Returns why the kernel is not worth it, or NULL: it is faster than ptec's own. */
const char *measured_refusal(const Kernel *k, const Step *s);

#endif
