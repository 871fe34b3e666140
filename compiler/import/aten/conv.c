/* SPDX-License-Identifier: 0BSD
 * Operators with a sliding window: convolutions and pooling, float and quantised. */
#include "import/build/conv.h"
#include "import/build/pool.h"
#include "import/call/arguments.h"
#include "import/call/call.h"

void lower_convolution(Call *c)
{
    convolution_by(c, arg_tensor(c, "weight"),
                   has_arg(c, "transposed") && arg_bool(c, "transposed"));
}

void lower_avg_pool2d(Call *c)
{
    Step *s = pool_step(c, "self", POOL_AVG, 1);
    s->count_pad = arg_bool(c, "count_include_pad");
    s->divisor = arg_divisor(c);
}

void lower_max_pool2d(Call *c)
{
    /* bytes have a clamp that lives in the weights, here none */
    int nin = arg_tensor(c, "self")->type.dtype == I8 ? 2 : 1;
    pool_step(c, "self", POOL_MAX, nin);
}
