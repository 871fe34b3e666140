/* SPDX-License-Identifier: 0BSD
 * Parameters of the portable kernels, which other libraries' kernels share. */
#include "kernels/params.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "graph/pieces.h"
#include "kernels/fields.h"

static void add_field(Params *p, const char *name, Size *size)
{
    Param f = {.field = name, .size = size};
    if (!size_is_const(size) || size_value(size) != 0)
        PUSH(p->param, p->count, f);
}

static void add_list(Params *p, const char *name, int n, Size *const *size)
{
    for (int i = 0; i < n; i++)
        add_field(p, fmt_text("%s[%d]", name, i), size[i]);
}

void move_params(const Step *s, int piece, Params *p)
{
    Walk w;
    if (!piece_in_memory(s, &s->piece[piece], &w))
        bug("a move that does not fit its layouts was selected");
    add_field(p, "rank", size_const(w.rank));
    add_list(p, "extent", w.rank, w.extent);
    add_field(p, "dst_offset", w.dst.offset);
    add_list(p, "dst_stride", w.rank, w.dst.stride);
    if (w.fill)
        return;
    add_field(p, "src_offset", w.src.offset);
    add_list(p, "src_stride", w.rank, w.src.stride);
}

static Size *stride4(const Value *v, int i)
{
    if (v->type.rank == 4)
        return v->layout.stride[i];
    return i == 2 ? size_const(0) : v->layout.stride[i == 3 ? 2 : i];
}

static void strides4_fields(Params *p, const char *const name[4], const Value *v)
{
    for (int i = 0; i < 4; i++)
        field(p, name[i], stride4(v, i));
}

static Size *area(const Value *v)
{
    return size_op(S_MUL, extent4(v, 2), extent4(v, 3));
}

static void plane_fields(const Step *s, Params *p)
{
    const Value *in = s->in[0], *out = s->out[0];
    bool flat = s->split && s->split->flat;
    Size *one = size_const(1);
    static const char *const is[] = {"is.n", "is.c", "is.h", "is.w"};
    static const char *const os[] = {"os.n", "os.c", "os.h", "os.w"};
    static const char *const dims[] = {"n", "c"};
    for (int i = 0; i < 2; i++)
        field(p, dims[i], extent4(in, i));
    field(p, "h", flat ? one : extent4(in, 2));
    field(p, "w", flat ? area(in) : extent4(in, 3));
    field(p, "oh", flat ? one : extent4(out, 2));
    field(p, "ow", flat ? area(out) : extent4(out, 3));
    strides4_fields(p, is, in);
    strides4_fields(p, os, out);
}

static void set_conv2d(const Step *s, Params *p)
{
    static const char *const ws[] = {"ws.n", "ws.c", "ws.h", "ws.w"};
    static const char *const transposed[] = {"ws.c", "ws.n", "ws.h", "ws.w"};
    plane_fields(s, p);
    field(p, "oc", extent4(s->out[0], 1));
    window_fields(p, &s->win);
    field_int(p, "groups", kernel_groups(s));
    if (s->in[CONV_WEIGHT]->layout.kind == L_STRIDED)
        strides4_fields(p, s->transposed ? transposed : ws, s->in[CONV_WEIGHT]);
    if (s->transposed) {
        const Value *weight = s->in[CONV_WEIGHT];
        Size *channels = size_op(S_FDIV, weight->type.dim[0], size_const(s->groups));
        field(p, "wg", size_op(S_MUL, channels, weight->layout.stride[0]));
    }
    clamp_fields(s, p);
    if (s->gate.slope != 0) {
        field_float(p, "gate.slope", (double)s->gate.slope);
        field_float(p, "gate.offset", (double)s->gate.offset);
        field_float(p, "gate.lo", (double)s->gate.lo);
        field_float(p, "gate.hi", (double)s->gate.hi);
    }
}

const ParamType params_conv2d = {
    .name = "pte_conv2d",
    .set = set_conv2d,
    .rows = {.variable = "p", .member = "conv", .function = "pte_rows_conv2d"}};

static void set_pool2d(const Step *s, Params *p)
{
    plane_fields(s, p);
    window_fields(p, &s->win);
    field_int(p, "count_pad", s->count_pad);
    field_int(p, "divisor", s->divisor);
    clamp_fields(s, p);
}

const ParamType params_pool2d = {
    .name = "pte_pool2d",
    .set = set_pool2d,
    .rows = {.variable = "q", .member = "pool", .function = "pte_rows_pool2d"}};

/* Sets the strides of a [B,R,C] operand, broadcast where it lacks an axis or has only one element.
 */
static void strides3(Params *p, const char *const name[3], const Value *v, Size *const want[3])
{
    for (int i = 0; i < 3; i++) {
        int axis = v->type.rank - 3 + i;
        if (axis >= 0 && (v->type.dim[axis] == want[i] || v->type.dim[axis] != size_const(1)))
            field(p, name[i], v->layout.stride[axis]);
    }
}

static void set_gemm(const Step *s, Params *p)
{
    static const char *const as[] = {"as.b", "as.r", "as.c"},
                             *const bs[] = {"bs.b", "bs.r", "bs.c"},
                             *const cs[] = {"cs.b", "cs.r", "cs.c"},
                             *const os[] = {"os.b", "os.r", "os.c"};
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    Size *batch = a->type.rank == 3 ? a->type.dim[0] : size_const(1);
    Size *m = a->type.dim[a->type.rank - 2], *k = a->type.dim[a->type.rank - 1];
    bool packed = b->layout.kind == L_PANELS; /* which no longer knows its shape */
    Size *n =
        packed ? s->out[0]->type.dim[s->out[0]->type.rank - 1] : b->type.dim[b->type.rank - 1];
    field(p, "batch", batch);
    field(p, "m", m);
    field(p, "n", n);
    field(p, "k", k);
    strides3(p, as, a, (Size *[]){batch, m, k});
    if (!packed)
        strides3(p, bs, b, (Size *[]){batch, k, n});
    if (s->in[GEMM_C] && s->in[GEMM_C]->layout.kind == L_STRIDED)
        strides3(p, cs, s->in[GEMM_C], (Size *[]){batch, m, n});
    if (a->type.rank == 2 && s->out[0]->type.rank != 2) { /* leading axes are rows */
        field(p, "os.r", n);
        field_int(p, "os.c", 1);
    } else {
        strides3(p, os, s->out[0], (Size *[]){batch, m, n});
    }
    if (s->requant == RQ_ROWS && s->in[GEMM_MULT]->type.rank == 2)
        field(p, "block", size_op(S_FDIV, k, s->in[GEMM_MULT]->type.dim[1]));
    field_float(p, "alpha", (double)s->alpha);
    field_float(p, "beta", (double)s->beta);
    clamp_fields(s, p);
}

const ParamType params_gemm = {.name = "pte_gemm", .set = set_gemm};

static void set_softmax(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    int axis = 0;
    while (axis < in->type.rank - 1 && !(s->axes >> axis & 1))
        axis++;
    field(p, "outer", product(in, 0, axis));
    field(p, "n", in->type.rank ? in->type.dim[axis] : size_const(1));
    field(p, "inner", product(in, axis + 1, in->type.rank));
    field_int(p, "log", s->fn == FN_LOG_SOFTMAX);
}

const ParamType params_softmax = {.name = "pte_softmax", .set = set_softmax};

static void set_attention(const Step *s, Params *p)
{
    static const char *const name[][3] = {{"qs.n", "qs.c", "qs.h"},
                                          {"ks.n", "ks.c", "ks.h"},
                                          {"vs.n", "vs.c", "vs.h"},
                                          {"os.n", "os.c", "os.h"}};
    const Value *q = s->in[ATTEND_QUERY], *k = s->in[ATTEND_KEY], *mask = s->in[ATTEND_MASK];
    const Value *side[] = {q, k, s->in[ATTEND_VALUE], s->out[0]};
    field(p, "batch", q->type.dim[0]);
    field(p, "heads", q->type.dim[1]);
    field(p, "shared", size_op(S_FDIV, q->type.dim[1], k->type.dim[1]));
    field(p, "rows", q->type.dim[2]);
    field(p, "keys", k->type.dim[2]);
    field(p, "depth", q->type.dim[3]);
    for (int v = 0; v < 4; v++)
        for (int i = 0; i < 3; i++)
            field(p, name[v][i], side[v]->layout.stride[i]);
    if (mask)
        field(p, "ms", mask->layout.stride[0]);
    field_int(p, "causal", s->causal);
    field_float(p, "scale", (double)s->alpha);
}

const ParamType params_attention = {.name = "pte_attention", .set = set_attention};

static void set_gather(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    field(p, "outer", product(in, 0, s->axis));
    field(p, "rows", in->type.dim[s->axis]);
    field(p, "count", value_numel(s->in[1]));
    field(p, "inner", product(in, s->axis + 1, in->type.rank));
    field_int(p, "from_start", s->from_start);
}

const ParamType params_gather = {.name = "pte_gather", .set = set_gather};

static void set_compact(const Step *s, Params *p)
{
    const Value *mask = s->in[0], *in = s->in[1];
    field(p, "rows", value_numel(mask));
    field(p, "inner", product(in, mask->type.rank, in->type.rank));
}

const ParamType params_compact = {.name = "pte_compact", .set = set_compact};

static void set_nonzero(const Step *s, Params *p)
{
    const Value *mask = s->in[0];
    field(p, "count", value_numel(mask));
    field_int(p, "rank", mask->type.rank);
    field(p, "next", s->out[0]->layout.stride[0]);
    field(p, "across", s->out[0]->layout.stride[1]);
    for (int i = 0; i < mask->type.rank; i++)
        field(p, fmt_text("extent[%d]", i), mask->type.dim[i]);
}

const ParamType params_nonzero = {.name = "pte_nonzero", .set = set_nonzero};

static void set_random(const Step *s, Params *p)
{
    field(p, "count", value_numel(s->out[0]));
    field_int(p, "bits", s->bits);
}

const ParamType params_random = {.name = "pte_random", .set = set_random};

static void set_layer_norm(const Step *s, Params *p)
{
    const Value *in = s->in[0], *mean = s->out[1];
    Size *n = size_const(1);
    for (int i = 0; i < in->type.rank; i++)
        n = mean->type.dim[i] == in->type.dim[i] ? n : size_op(S_MUL, n, in->type.dim[i]);
    field(p, "outer", value_numel(mean));
    field(p, "n", n);
    field_float(p, "eps", (double)s->alpha);
}

const ParamType params_layer_norm = {.name = "pte_layer_norm", .set = set_layer_norm};

static void set_topk(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    int rank = in->type.rank;
    field(p, "outer", product(in, 0, s->axis));
    field(p, "n", rank ? in->type.dim[s->axis] : size_const(1));
    field(p, "inner", product(in, s->axis + 1, rank));
    field(p, "k", rank ? s->out[0]->type.dim[s->axis] : size_const(1));
    field_int(p, "smallest", !s->largest);
}

const ParamType params_topk = {.name = "pte_topk", .set = set_topk};

static void set_grid_sampler2d(const Step *s, Params *p)
{
    static const char *const gs[] = {"gs.n", "gs.h", "gs.w", "gs.c"};
    plane_fields(s, p);
    strides4_fields(p, gs, s->in[1]);
    field_int(p, "mode", s->mode);
    field_int(p, "padding", s->padding);
    field_int(p, "corners", s->corners);
}

const ParamType params_grid_sampler2d = {.name = "pte_grid_sampler2d", .set = set_grid_sampler2d};

static void set_embedding_bag(const Step *s, Params *p)
{
    const Value *weight = s->in[0];
    field(p, "rows", weight->type.dim[0]);
    field(p, "width", weight->type.dim[1]);
    field(p, "count", s->in[1]->type.dim[0]);
    field(p, "bags", s->out[0]->type.dim[0]);
    field(p, "offsets", s->in[2]->type.dim[0]);
    field_int(p, "mode", s->mode);
    field_int(p, "padding", s->padding);
}

const ParamType params_embedding_bag = {.name = "pte_embedding_bag", .set = set_embedding_bag};

static void set_expert_linear(const Step *s, Params *p)
{
    const Value *index = s->in[1], *weight = s->in[2], *scale = s->in[3];
    Size *k = s->in[0]->type.dim[1];
    field(p, "rows", value_numel(index));
    field(p, "repeat", index->type.dim[1]);
    field(p, "n", weight->type.dim[1]);
    field(p, "k", k);
    field(p, "block", size_op(S_FDIV, k, scale->type.dim[2]));
}

const ParamType params_expert_linear = {.name = "pte_expert_linear", .set = set_expert_linear};

/* Sets the parameters of a gated delta rule. A state has [batch, heads, k, v]; queries have `group`
 * times the heads. */
static void set_gated_delta_rule(const Step *s, Params *p)
{
    const Value *query = s->in[0], *decay = s->in[3], *state = s->out[1];
    Size *heads = product(state, 0, 2), *some = size_op(S_MAX, heads, size_const(1));
    field(p, "heads", heads);
    field(p, "group", size_op(S_FDIV, product(query, 0, 2), some));
    field(p, "tokens", query->type.dim[2]);
    field(p, "k", state->type.dim[2]);
    field(p, "v", state->type.dim[3]);
    field(p, "decays", decay->type.rank == 4 ? decay->type.dim[3] : size_const(1));
}

const ParamType params_gated_delta_rule = {.name = "pte_gated_delta_rule",
                                           .set = set_gated_delta_rule};

/* Sets the parameters of a Fourier transform. An operand or result that is complex has one axis
 * more than the other. */
static void set_fft(const Step *s, Params *p)
{
    const Value *in = s->in[0], *out = s->out[0];
    int more = in->type.rank - out->type.rank;
    int last = in->type.rank - (more < 0 ? 1 : 2);
    field(p, "outer", product(in, 0, last));
    field(p, "n", s->in[1]->type.dim[0]);
    field(p, "given", in->type.dim[last]);
    field(p, "kept", out->type.dim[last]);
    field_int(p, "real_in", more < 0);
    field_int(p, "real_out", more > 0);
    field_int(p, "inverse", s->fn == FN_IFFT);
    field_int(p, "norm", s->mode);
}

const ParamType params_fft = {.name = "pte_fft", .set = set_fft};

static void set_hadamard(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    field(p, "outer", product(in, 0, in->type.rank - 1));
    field(p, "n", in->type.dim[in->type.rank - 1]);
}

const ParamType params_hadamard = {.name = "pte_hadamard", .set = set_hadamard};

static void set_svd(const Step *s, Params *p)
{
    const Value *in = s->in[0], *u = s->out[0], *vh = s->out[2];
    int last = in->type.rank - 1;
    field(p, "count", product(in, 0, last - 1));
    field(p, "m", in->type.dim[last - 1]);
    field(p, "n", in->type.dim[last]);
    field(p, "left", u->type.dim[last]);
    field(p, "right", vh->type.dim[last - 1]);
}

const ParamType params_svd = {.name = "pte_svd", .set = set_svd};

static void set_table(const Step *s, Params *p)
{
    field(p, "n", value_numel(s->out[0]));
}

const ParamType params_table = {.name = "pte_table", .set = set_table};

/* This is never called: a move has one struct for each piece, from move_params(). */
static void set_move(const Step *s, Params *p)
{
    (void)s, (void)p;
    bug("the parameters of a move were asked for as one");
}

const ParamType params_move = {.name = "pte_move", .set = set_move};
