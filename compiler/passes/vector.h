/* SPDX-License-Identifier: 0BSD
 * What the passes share that prepare steps for the vector kernels. */
#ifndef VECTOR_H
#define VECTOR_H

#include "fuse.h"

/* -- takes_vector.c -- */
bool channels_last(const Value *v); /* of rank 3 or 4: its memory, whatever the axes are called */
bool columns_first(const Value *v); /* of rank 2 or 3: matrices, a column behind the other */
/* Does a vector kernel take the convolution, once layouts are right? */
bool vector_takes(const Step *s);
bool vector_takes_gemm(const Step *s);
bool vector_takes_matmul(const Step *s);
bool vector_takes_pool(const Step *s, DType type);
bool is_depthwise(const Step *s);
int64_t taps_of(const Step *s);     /* of its window */
bool saves_products(const Step *s); /* by Winograd: 3x3, of enough channels, filters and pixels */
bool reads_planes(const Step *s);   /* dense: goes along the rows of one channel after the other */

/* -- pack.c, pack_s8.c -- */
enum { PANEL = 48 };               /* PTE_PANEL of pte_tile.h */
int64_t panel_width(int64_t left); /* pte_panel_width(), pte_packed_columns() */
int64_t columns_of(int64_t columns);
Value *packed(Graph *g, const Value *of, DType type, int64_t n, const void *data);
/* [filters][channels][taps], elements of so many bytes, as [filters][taps][channels] */
void *with_taps_first(const void *data, size_t bytes, int64_t filters, int64_t channels,
                      int64_t taps);
void *with_columns_first(const Value *b); /* of a constant matrix */
/* A float for every column, zero where there is none. */
Value *packed_columns(Graph *g, const Value *v, int64_t groups, int64_t filters, int64_t columns);
/* Kernel.pack */
void pack_conv(Graph *g, Step *s);
void pack_winograd(Graph *g, Step *s);
void pack_depthwise(Graph *g, Step *s);
void pack_gemm(Graph *g, Step *s);
void pack_conv_s8(Graph *g, Step *s);
void pack_depthwise_s8(Graph *g, Step *s);
void pack_gemm_s8(Graph *g, Step *s);

#endif
