/* SPDX-License-Identifier: 0BSD
 * Parameters of the portable kernels, which other libraries' kernels share. */
#ifndef PTEC_BACKENDS_PORTABLE_COMPILER_PARAMS_H
#define PTEC_BACKENDS_PORTABLE_COMPILER_PARAMS_H

#include "graph/kernel.h"

void params_conv2d(const Step *s, Params *p);
void params_pool2d(const Step *s, Params *p);
void params_gemm(const Step *s, Params *p);
void params_softmax(const Step *s, Params *p);
void params_attention(const Step *s, Params *p);
void params_gather(const Step *s, Params *p);
void params_compact(const Step *s, Params *p);
void params_nonzero(const Step *s, Params *p);
void params_random(const Step *s, Params *p);
void params_layer_norm(const Step *s, Params *p);
void params_topk(const Step *s, Params *p);
void params_table(const Step *s, Params *p);
void params_grid_sampler2d(const Step *s, Params *p);
void params_embedding_bag(const Step *s, Params *p);
void params_expert_linear(const Step *s, Params *p);
void params_gated_delta_rule(const Step *s, Params *p);
void params_fft(const Step *s, Params *p);
void params_hadamard(const Step *s, Params *p);
void params_svd(const Step *s, Params *p);
void params_move(const Step *s, Params *p);
void move_params(const Step *s, int piece, Params *p); /* sets those of one piece of a move */

void add_field(Params *p, const char *name, Size *size);

void strides4_fields(Params *p, const char *const name[4], const Value *v);

#endif
