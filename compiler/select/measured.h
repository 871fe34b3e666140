/* SPDX-License-Identifier: 0BSD
 * --kernels auto: which steps XNNPACK computes faster than ptec's own kernels, by measurement. */
#ifndef PTEC_SELECT_MEASURED_H
#define PTEC_SELECT_MEASURED_H

#include "graph/graph.h"

/* measured.c: --kernels auto */
const char *measured_backends(void); /* "xnnpack,vector,portable" */
/* "pte_xnn_conv2d_f32 point 20": steps that a kernel computes in times that are alike. */
const char *measured_class(const Kernel *k, const Step *s);
const char *measured_refusal(const Kernel *k, const Step *s); /* NULL: it is faster than ours */

#endif
