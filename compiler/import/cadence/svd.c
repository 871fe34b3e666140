/* SPDX-License-Identifier: 0BSD
 * Singular value decompositions. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/steps.h"

#include <string.h>

/* Returns the result of this name, which the kernel writes from its first element to its last. */
static Value *part_out(Call *c, const char *name, int rank, Size *const *dim)
{
    Value *v = arg_out(c, name, rank, dim);
    if (v->type.dtype != F32 || !layout_is_row_major(v))
        refuse(c, "'%s' must be floats in row-major order", name);
    return v;
}

void lower_svd(Call *c)
{
    Value *in = row_major(c, arg_tensor(c, "A"));
    int rank = in->type.rank;
    if (rank < 2)
        refuse(c, "'A' is no matrix");
    if (!arg_bool(c, "compute_uv"))
        refuse(c, "singular values alone, which the reference does not give either");
    Size *dim[MAX_RANK] = {0}, *m = in->type.dim[rank - 2], *n = in->type.dim[rank - 1];
    Size *fewer = size_op(S_MIN, m, n);
    bool full = arg_bool(c, "full_matrices");
    memcpy(dim, in->type.dim, sizeof dim);
    Step *s = emit_step(c, K_OPAQUE, 1, 3);
    s->fn = FN_SVD;
    s->in[0] = in;
    dim[rank - 1] = full ? m : fewer;
    s->out[0] = part_out(c, "U", rank, dim);
    dim[rank - 2] = fewer;
    s->out[1] = part_out(c, "S", rank - 1, dim);
    dim[rank - 2] = full ? n : fewer;
    dim[rank - 1] = n;
    s->out[2] = part_out(c, "Vh", rank, dim);
    step_append(c->block, s);
}
