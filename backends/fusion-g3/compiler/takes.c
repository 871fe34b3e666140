/* SPDX-License-Identifier: 0BSD
 * Which steps nnlib for Fusion G3 takes that the one for HiFi does not, or in another way. */
#include "backends/fusion-g3/compiler/takes.h"
#include "kernels/elementwise.h"

/* Does nnlib take the normalisation? Its function has weights, biases and a number to add. */
bool g3_takes_norm(const Step *s)
{
    for (int i = 0; i < 3; i++)
        if (!s->in[i] || !is_whole(s->in[i], F32))
            return false;
    return is_whole(s->out[0], F32) && s->alpha > 0;
}

/* Does nnlib take the mean? Only over axes that follow one another, which are one to its function.
 */
bool g3_takes_mean(const Step *s)
{
    uint32_t axes = s->axes;
    while (axes && axes % 2 == 0)
        axes /= 2;
    return s->nin == 1 && s->reduce == R_MEAN && axes && (axes & (axes + 1)) == 0 &&
           s->expr->op == E_IN && !s->post && is_whole(s->in[0], F32) && is_whole(s->out[0], F32);
}

bool g3_takes_binary(const Step *s, ExprOp op)
{
    return s->expr->op == op && map_is_binary(s, op);
}
