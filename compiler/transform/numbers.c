/* SPDX-License-Identifier: 0BSD
 * The numbers that a loop reads from constants of one element lie together in one constant for each
 * type: its function has one argument for them. */
#include "transform/numbers.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/nest.h"

#include <string.h>

static int next_number(const Nest *n, int lane, DType type)
{
    for (; lane < n->nlanes; lane++)
        if (lane_is_number(n, lane) && n->lane[lane].v->type.dtype == type)
            break;
    return lane;
}

static const char *role_of(const Step *s, int operand)
{
    const char *role = value_root(s->in[operand])->role;
    return role ? role : fmt_text("k%d", operand);
}

static void join(Graph *g, const Step *s, const Nest *n, DType type)
{
    int64_t size = (int64_t)dtype_bytes((int)type), count = 0;
    Text parts = {0}, data = {0};
    for (int k = next_number(n, 1, type); k < n->nlanes; k = next_number(n, k + 1, type), count++) {
        text_bytes(&data, const_data(n->lane[k].v), (size_t)size);
        text_add(&parts, "%s%s", count ? ", " : "", role_of(s, k - 1));
    }
    if (count < 2)
        return;
    Value *all = value_const(g, type, 1, &count, data.data);
    made_of(all, n->lane[next_number(n, 1, type)].v);
    all->role = dtype_is_float((int)type) ? "floats" : "integers";
    all->parts = parts.data;
    int64_t at = 0;
    for (int k = next_number(n, 1, type); k < n->nlanes; k = next_number(n, k + 1, type)) {
        const Value *v = s->in[k - 1];
        s->in[k - 1] = value_view(g, all, &v->type, &v->layout, size_const(at++));
    }
}

void join_numbers(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!is_loop(s) || s->nin < 2)
                continue;
            Nest n = make_nest(s);
            for (int type = U8; type <= U64; type++)
                join(g, s, &n, (DType)type);
        }
}
