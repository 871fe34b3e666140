/* SPDX-License-Identifier: 0BSD
 * From a step to the parameter struct of its XNNPACK operator. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_PARAMS_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_PARAMS_H

#include "graph/kernel.h"

extern const ParamType params_xnn_conv2d;
extern const ParamType params_xnn_product;
extern const ParamType params_xnn_matmul;
extern const ParamType params_xnn_pool2d;
extern const ParamType params_xnn_unary;
extern const ParamType params_xnn_binary;
extern const ParamType params_xnn_softmax;
extern const ParamType params_xnn_prelu;
extern const ParamType params_xnn_reduce;
extern const ParamType params_xnn_resize;

#endif
