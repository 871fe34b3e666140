/* SPDX-License-Identifier: 0BSD
 * Which steps Cadence's nnlib takes. */
#ifndef NNLIB_H
#define NNLIB_H

#include "graph/graph.h"

/* -- takes_nnlib.c -- */
bool nnlib_takes_gemm(const Step *s); /* of floats */

#endif
