/* SPDX-License-Identifier: 0BSD
 * The arguments that describe the windows of convolutions and pools. */
#include "import/build/window.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

/* Reads a list of window arguments, which may have one element for all axes; an empty list means
 * `absent`. Refuses elements below `lowest`. */
void window_list(Call *c, const char *name, int rank, int64_t lowest, int64_t *out, int64_t absent)
{
    int n = has_arg(c, name) ? arg_ints(c, name, out, 3) : 0;
    if (n != 0 && n != 1 && n != rank)
        refuse(c, "'%s' has %d elements, the window %d axes", name, n, rank);
    for (int i = n ? n : 0; i < rank; i++)
        out[i] = n ? out[0] : absent;
    for (int i = 0; i < rank; i++)
        if (out[i] < lowest || out[i] > INT16_MAX)
            refuse(c, "%s %lld makes no sense", name, (long long)out[i]);
}

Size *need_positions(Call *c, Size *count)
{
    if (count->hi <= 0)
        refuse(c, "the window is larger than the padded input");
    return count;
}

Size *window_size(Call *c, Size *in, const Window *w, int i, bool ceil_mode)
{
    int64_t reach = w->dilation[i] * (w->kernel[i] - 1) + 1, pad = 2 * w->pad[i];
    Size *span = size_op(S_ADD, in, size_const(pad - reach));
    if (!ceil_mode)
        return need_positions(
            c, size_op(S_ADD, size_op(S_FDIV, span, size_const(w->stride[i])), size_const(1)));
    Size *n = size_op(S_ADD,
                      size_op(S_FDIV, size_op(S_ADD, span, size_const(w->stride[i] - 1)),
                              size_const(w->stride[i])),
                      size_const(1));
    /* the last window must start inside the input or its left padding */
    Size *last =
        size_op(S_FDIV, size_op(S_ADD, in, size_const(w->pad[i] - 1)), size_const(w->stride[i]));
    return need_positions(c, size_op(S_MIN, n, size_op(S_ADD, last, size_const(1))));
}

void conv_window(Call *c, Window *w, int rank)
{
    w->rank = rank;
    window_list(c, "stride", rank, 1, w->stride, 1);
    window_list(c, "padding", rank, 0, w->pad, 0);
    window_list(c, "dilation", rank, 1, w->dilation, 1);
}

void kernel_extents(Call *c, Window *w, const Value *weight)
{
    for (int i = 0; i < w->rank; i++) {
        w->kernel[i] = known_size(c, weight->type.dim[2 + i]);
        if (w->kernel[i] == 0)
            refuse(c, "the kernel has no elements");
    }
}
