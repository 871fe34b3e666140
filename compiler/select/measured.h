/* SPDX-License-Identifier: 0BSD
 * --kernels auto: which steps XNNPACK computes faster than ptec's own kernels, by measurement. */
#ifndef PTEC_SELECT_MEASURED_H
#define PTEC_SELECT_MEASURED_H

#include "graph/graph.h"

/* Returns the libraries of --kernels auto, in order of preference: "xnnpack,vector,portable". */
const char *measured_backends(void);
/* Returns a name for the steps that a kernel computes in times that are alike: "pte_xnn_conv2d_f32
 * point 20". */
const char *measured_class(const Kernel *k, const Step *s);
const char *measured_refusal(const Kernel *k,
                             const Step *s); /* NULL: the kernel is faster than ours */

#endif
