/* SPDX-License-Identifier: 0BSD
 * Parameters of the portable kernels, which other libraries' kernels share. */
#ifndef PTEC_KERNELS_PARAMS_H
#define PTEC_KERNELS_PARAMS_H

#include "graph/kernel.h"

extern const ParamType params_conv2d;
extern const ParamType params_pool2d;
extern const ParamType params_gemm;
extern const ParamType params_softmax;
extern const ParamType params_attention;
extern const ParamType params_gather;
extern const ParamType params_compact;
extern const ParamType params_nonzero;
extern const ParamType params_random;
extern const ParamType params_layer_norm;
extern const ParamType params_topk;
extern const ParamType params_table;
extern const ParamType params_grid_sampler2d;
extern const ParamType params_embedding_bag;
extern const ParamType params_expert_linear;
extern const ParamType params_gated_delta_rule;
extern const ParamType params_fft;
extern const ParamType params_hadamard;
extern const ParamType params_svd;
extern const ParamType params_move;

/* Sets the parameters of one piece of a move. */
void move_params(const Step *s, int piece, Params *p);

#endif
