/* SPDX-License-Identifier: 0BSD
 * Fourier transforms. Complex numbers are two parts along a last axis of their own. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>

/* Describes a transform of n numbers along one axis. */
typedef struct Transform {
    int axis;
    int64_t n, kept; /* how many of the results are wanted, the first ones */
    bool real_in, real_out, inverse;
    int norm; /* results times n to the power of 0, -1/2, -1 */
} Transform;

/* Returns a constant with exp(-2 pi i k / n) for each k, [n, 2]. */
static Value *roots_of_unity(Call *c, int64_t n, DType type)
{
    const double turn = 6.283185307179586476925;
    double *root = NEW(double, 2 * n);
    for (int64_t k = 0; k < n; k++) {
        root[2 * k] = cos(turn * (double)k / (double)n);
        root[2 * k + 1] = -sin(turn * (double)k / (double)n);
    }
    Value *v = weight_numbers(c, type, 2, (int64_t[]){n, 2}, root);
    v->role = "roots";
    return v;
}

/* Views `v` with its axis number `axis` behind its others, but before the parts; or, with `back`,
 * where it was. The parts do not count in `naxes`. */
static Value *axis_last(Call *c, Value *v, int axis, int naxes, bool back)
{
    int order[MAX_RANK], rank = v->type.rank;
    for (int i = 0; i < rank; i++)
        order[i] = i;
    for (int i = axis; i < naxes; i++)
        order[i] = back ? (i == axis ? naxes - 1 : i - 1) : (i == naxes - 1 ? axis : i + 1);
    return view_axes(c, v, rank, order);
}

static Value *transform(Call *c, Value *in, const Transform *t)
{
    int naxes = in->type.rank - !t->real_in, rank = naxes + !t->real_out;
    Value *moved = row_major(c, axis_last(c, in, t->axis, naxes, false));
    Size *dim[MAX_RANK], *scratch[] = {size_const(2), size_const(t->n), size_const(2)};
    for (int i = 0; i < naxes - 1; i++)
        dim[i] = moved->type.dim[i];
    dim[naxes - 1] = size_const(t->kept);
    if (!t->real_out)
        dim[naxes] = size_const(2);
    if (t->n < 1)
        refuse(c, "a transform of %lld numbers", (long long)t->n);
    Step *s = emit_step(c, K_OPAQUE, 2, 2);
    s->fn = t->inverse ? FN_IFFT : FN_FFT;
    s->in[0] = moved;
    s->in[1] = roots_of_unity(c, t->n, moved->type.dtype);
    s->out[0] = value_new(c->g, moved->type.dtype, rank, dim);
    s->out[1] = value_new(c->g, moved->type.dtype, 3, scratch);
    s->out[1]->scratch = true;
    s->mode = t->norm;
    step_append(c->block, s);
    return axis_last(c, s->out[0], t->axis, naxes, true);
}

/* Reads the axes "dim" of a tensor of `rank`, no two alike, and tests "normalization"; returns the
 * number of axes. */
static int arg_transform(Call *c, int rank, int64_t *axis)
{
    int n = arg_ints(c, "dim", axis, MAX_RANK);
    uint32_t seen = 0;
    if (rank == 0)
        refuse(c, "a number has no axis to transform");
    for (int i = 0; i < n; i++) {
        axis[i] = wrap_axis(c, axis[i], rank);
        if (seen >> axis[i] & 1)
            refuse(c, "axis %lld occurs twice", (long long)axis[i]);
        seen |= 1u << axis[i];
    }
    int64_t norm = arg_int(c, "normalization");
    if (n == 0 || norm < 0 || norm > 2)
        refuse(c, "a transform along %d axes, normalised as %lld", n, (long long)norm);
    return n;
}

static Value *arg_signal(Call *c, bool complex)
{
    Value *in = arg_tensor(c, "self");
    if (arg_is_complex(c, "self") != complex || (in->type.dtype != F32 && in->type.dtype != F64))
        refuse(c, "'self' must be %s numbers of 32 or 64 bits", complex ? "complex" : "real");
    return in;
}

/* Transforms along the last of the axes first: its results are complex, and if "onesided" only the
 * half of them that symmetry leaves. */
void lower_fft_r2c(Call *c)
{
    Value *v = arg_signal(c, false);
    int64_t axis[MAX_RANK];
    int rank = v->type.rank, n = arg_transform(c, rank, axis);
    bool half = arg_bool(c, "onesided");
    if (rank == MAX_RANK)
        refuse(c, "complex numbers have at most %d axes here", MAX_RANK - 1);
    for (int i = n; i-- > 0;) {
        int64_t count = known_size(c, v->type.dim[axis[i]]);
        Transform t = {.axis = (int)axis[i],
                       .n = count,
                       .kept = half && i == n - 1 ? count / 2 + 1 : count,
                       .real_in = i == n - 1,
                       .norm = (int)arg_int(c, "normalization")};
        v = transform(c, v, &t);
    }
    copy_to(c, v, arg_out(c, "out", v->type.rank, v->type.dim));
}

/* Transforms along the last of the axes last; of it the file has the half that symmetry leaves. */
void lower_fft_c2r(Call *c)
{
    Value *v = arg_signal(c, true);
    int64_t axis[MAX_RANK], last = arg_int(c, "last_dim_size");
    int rank = v->type.rank - 1, n = arg_transform(c, rank, axis);
    if (last < 1 || known_size(c, v->type.dim[axis[n - 1]]) < last / 2 + 1)
        refuse(c, "%lld results of too few numbers", (long long)last);
    for (int i = 0; i < n; i++) {
        int64_t count = i == n - 1 ? last : known_size(c, v->type.dim[axis[i]]);
        Transform t = {.axis = (int)axis[i],
                       .n = count,
                       .kept = count,
                       .real_out = i == n - 1,
                       .inverse = true,
                       .norm = (int)arg_int(c, "normalization")};
        v = transform(c, v, &t);
    }
    copy_to(c, v, arg_out(c, "out", v->type.rank, v->type.dim));
}
