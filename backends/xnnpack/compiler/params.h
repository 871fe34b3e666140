/* SPDX-License-Identifier: 0BSD
 * From a step to the parameter struct of its XNNPACK operator. */
#ifndef PTEC_BACKENDS_XNNPACK_COMPILER_PARAMS_H
#define PTEC_BACKENDS_XNNPACK_COMPILER_PARAMS_H

#include "graph/kernel.h"

void params_xnn_conv2d(const Step *s, Params *p);
void params_xnn_product(const Step *s, Params *p);
void params_xnn_matmul(const Step *s, Params *p);
void params_xnn_pool2d(const Step *s, Params *p);
void params_xnn_unary(const Step *s, Params *p);
void params_xnn_binary(const Step *s, Params *p);
void params_xnn_softmax(const Step *s, Params *p);
void params_xnn_prelu(const Step *s, Params *p);
void params_xnn_reduce(const Step *s, Params *p);
void params_xnn_resize(const Step *s, Params *p);

#endif
