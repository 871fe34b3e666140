/* SPDX-License-Identifier: 0BSD
 * torchao's operators on weights of 1 to 8 bits, which are unpacked here: as i8 for integer
 * products, in bytes of 1, 2, 4 or 8 bits where rows of them are looked up, as floats where a table
 * holds any numbers. */
#include "import/torchao/torchao.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/build/gemm.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/quantized/quantized.h"
#include "import/torchao/packed.h"

#include <string.h>

enum { MOST = 1 << 24 };

Value *arg_packed(Call *c, const char *name, int rank)
{
    Value *packed = arg_tensor(c, name);
    need_rank(c, name, packed, rank);
    DType type = packed->type.dtype;
    if (!value_is_known(packed) || (type != U8 && type != I8))
        refuse(c,
               "'%s' must be constant bytes, for ptec unpacks them when it compiles: pack weights "
               "before the export",
               name);
    return packed;
}

static Bytes bytes_of(Call *c, const Value *packed)
{
    return (Bytes){const_in_row_order(packed), (size_t)known_size(c, value_numel(packed))};
}

/* Reads the sizes of a matrix; the bits are those in the operator's name:
 * "_linear_8bit_act_4bit_weight". */
static Torchao arg_matrix(Call *c, const char *rows, const char *columns)
{
    Torchao w = {.n = arg_count(c, rows, MOST), .k = arg_count(c, columns, MOST)};
    for (const char *at = c->row->name; (at = strstr(at, "bit")); at++)
        w.bits = at[-1] - '0';
    return w;
}

static void need_sound(Call *c, const char *name, const char *wrong)
{
    if (wrong)
        refuse(c, "'%s' %s", name, wrong);
}

static void need_float_rows(Call *c, const Value *in)
{
    need_rank(c, "activations", in, 2);
    if (in->type.dtype != F32)
        refuse(c, "'activations' must be floats");
}

/* Returns a constant made of packed bytes; there is one for all calls that make the same of
 * them. */
static Value *unpacked(Call *c, const Value *packed, DType dtype, int rank, const int64_t *dim,
                       const void *data, const char *role)
{
    const void *origin = value_root((Value *)packed)->buffer->origin;
    Value *v = value_const(c->g, dtype, rank, dim, data);
    for (int i = 0; i < c->g->nconstants - 1; i++) {
        Value *old = c->g->constant[i];
        bool same = old->buffer->origin == origin && old->type.dtype == dtype &&
                    old->type.rank == rank && old->buffer->bound == v->buffer->bound;
        for (int k = 0; same && k < rank; k++)
            same = old->type.dim[k] == v->type.dim[k];
        if (same && memcmp(old->buffer->data, data, (size_t)v->buffer->bound) == 0) {
            c->g->nconstants--;
            return old;
        }
    }
    made_of(v, packed);
    v->role = role;
    return v;
}

static Value *unpacked_vector(Call *c, const Value *packed, const float *data, int64_t n,
                              const char *role)
{
    return data ? unpacked(c, packed, F32, 1, &n, data, role) : NULL;
}

/* Holds each row's numbers as i8, with 0 among them: x = scale * (number - zero). */
typedef struct Rows {
    Value *number, *scale, *zero;
} Rows;

static Rows quantise_rows(Call *c, Value *in)
{
    Size *dim[] = {in->type.dim[0], size_const(1)};
    Value *low = extreme_or_zero(c, R_MIN, in, 1u << 1, 2, dim);
    Value *high = extreme_or_zero(c, R_MAX, in, 1u << 1, 2, dim);
    Value *scale = value_new(c->g, F32, 2, dim), *factor = value_new(c->g, F32, 2, dim);
    Rows rows = {value_new(c->g, I8, 2, in->type.dim), scale, value_new(c->g, I32, 2, dim)};
    Named n[] = {{.name = "low", .value = low},
                 {.name = "high", .value = high},
                 {.name = "scale", .value = scale},
                 {0}};
    map_over(c, scale, n, "(high - low) / 255");
    /* A row of zeros has the scale 0; a half is rounded away from 0. */
    map_over(c, rows.zero, n, "scale == 0 ? out(-128) : out(-128 - trunc(f64(low / scale) - 0.5))");
    map_over(c, factor, n, "f32(1 / (f64(scale) + 1e-16))");
    map_over(c, rows.number,
             (Named[]){{.name = "x", .value = in},
                       {.name = "factor", .value = factor},
                       {.name = "zero", .value = rows.zero},
                       {0}},
             "out(min(max(rint(x * factor + f32(zero)), -128), 127))");
    return rows;
}

/* Returns the number of i8 summands, 1 to 3, that represent integer - zero: with 8 bits it spans
 * -255 to 255. */
static int parts_of(const Torchao *w)
{
    int64_t parts = 1;
    for (int64_t i = 0; w->zero && i < w->n * w->k; i++) {
        int64_t n = w->integer[i] - w->zero[i / w->group];
        parts = max64(parts, n < 0 ? (127 - n) / 128 : (n + 126) / 127);
    }
    return (int)parts;
}

/* Returns integer - zero, the parts of each group behind each other: [n, k / group, parts,
 * group]. */
static int8_t *without_zeros(const Torchao *w, int parts)
{
    if (!w->zero)
        return w->integer;
    int8_t *to = NEW(int8_t, w->n * w->k * parts), *at = to;
    for (int64_t i = 0; i < w->n * w->k; i += w->group)
        for (int part = 0; part < parts; part++)
            for (int64_t j = i; j < i + w->group; j++) {
                int64_t n = w->integer[j] - w->zero[j / w->group];
                int64_t rest = n - part * (n < 0 ? -128 : 127);
                bool done = n < 0 ? rest > 0 : rest < 0;
                *at++ = (int8_t)(done ? 0 : max64(min64(rest, 127), -128));
            }
    return to;
}

/* Repeats each group as often as the weights have parts. */
static Value *repeated(Call *c, Value *number, const Torchao *w, int parts)
{
    if (parts == 1)
        return number;
    Size *rows = number->type.dim[0], *group = size_const(w->group), *one = size_const(1);
    Size *groups = size_const(w->k / w->group), *times = size_const(parts);
    Value *once = reshaped(c, number, 4, (Size *[]){rows, groups, one, group});
    Value *all = value_new(c->g, I8, 4, (Size *[]){rows, groups, times, group});
    map_over(c, all, (Named[]){{.name = "x", .value = once}, {0}}, "x");
    return reshaped(c, all, 2, (Size *[]){rows, size_const(parts * w->k)});
}

void lower_torchao_linear(Call *c)
{
    const char *name = "packed_weights";
    Value *in = arg_tensor(c, "activations"), *packed = arg_packed(c, name, 1);
    need_float_rows(c, in);
    Torchao w = arg_matrix(c, "n", "k");
    w.group = arg_count(c, "group_size", MOST);
    need_equal(c, "columns", in->type.dim[1], size_const(w.k));
    need_sound(c, name, read_torchao_linear(bytes_of(c, packed), true, &w));
    int parts = parts_of(&w);
    int64_t dim[] = {w.n, parts * w.k}, scales[] = {w.n, w.k / w.group};
    Value *weight = unpacked(c, packed, I8, 2, dim, without_zeros(&w, parts), "weight");
    Value *bias = unpacked_vector(c, packed, w.bias, w.n, "bias");
    Value *out = arg_out(c, "out", 2, (Size *[]){in->type.dim[0], size_const(w.n)});
    Rows rows = quantise_rows(c, row_major(c, in));
    Step *s = gemm_step(c, repeated(c, rows.number, &w, parts),
                        view_axes(c, weight, 2, (int[]){1, 0}), bias, out);
    s->in[GEMM_MULT] = unpacked(c, packed, F32, 2, scales, w.scale, "scale");
    s->in[GEMM_SHIFT] = rows.scale;
    s->in[GEMM_QUANT] = rows.zero;
    s->requant = RQ_ROWS;
}

/* Returns the integers with `bits` of each, the first lowest in its byte; of 4 bits highest. */
static Value *narrow_table(Call *c, const Value *packed, const Torchao *w, int bits)
{
    int64_t per = 8 / bits, dim[] = {w->n, w->k / per};
    uint8_t *to = NEW(uint8_t, w->n * dim[1]);
    for (int64_t i = 0; i < w->n * w->k; i++) {
        int64_t at = bits == 4 ? 1 - i % 2 : i % per;
        int number = w->integer[i] + (bits < 8 ? 1 << (bits - 1) : 0);
        to[i / per] |= (uint8_t)((number & 255) << at * bits);
    }
    return unpacked(c, packed, bits == 8 ? I8 : U8, 2, dim, to, "weight");
}

static Value *arg_of_groups(Call *c, const char *name, const Torchao *w, DType type)
{
    Value *v = arg_tensor(c, name);
    need_rank(c, name, v, 2);
    need_equal(c, "rows of weights", v->type.dim[0], size_const(w->n));
    if (v->type.dtype != type)
        refuse(c, "'%s' must be of %s", name, dtype_name((int)type));
    return v;
}

void lower_torchao_embedding(Call *c)
{
    const char *name = "packed_weight_qvals";
    Value *packed = arg_packed(c, name, 1);
    Torchao w = arg_matrix(c, "num_embeddings", "embedding_dim");
    need_sound(c, name, read_torchao_embedding(bytes_of(c, packed), &w));
    Value *scales = arg_of_groups(c, "weight_scales", &w, F32);
    Value *zeros = arg_of_groups(c, "weight_zeros", &w, I8);
    need_equal(c, "groups", zeros->type.dim[1], scales->type.dim[1]);
    need_rank(c, "indices", arg_tensor(c, "indices"), 1);
    int kept = w.bits <= 2 ? (int)w.bits : w.bits <= 4 ? 4 : 8;
    embed(c, narrow_table(c, packed, &w, kept), kept, scales, zeros);
}

/* Looks up rows of the weights of a product, which are there already if the program has that
 * too. */
void lower_torchao_shared_embedding(Call *c)
{
    const char *name = "packed_weights";
    Value *packed = arg_packed(c, name, 1), *zeros = NULL;
    Torchao w = arg_matrix(c, "n", "k");
    w.group = arg_count(c, "group_size", MOST);
    need_sound(c, name, read_torchao_linear(bytes_of(c, packed), false, &w));
    need_rank(c, "indices", arg_tensor(c, "indices"), 1);
    bool fit = parts_of(&w) == 1;
    int64_t dim[] = {w.n, w.k}, groups[] = {w.n, w.k / w.group};
    if (!fit)
        zeros = unpacked(c, packed, I32, 2, groups, w.zero, "zero");
    Value *weight =
        unpacked(c, packed, I8, 2, dim, fit ? without_zeros(&w, 1) : w.integer, "weight");
    embed(c, weight, 8, unpacked(c, packed, F32, 2, groups, w.scale, "scale"), zeros);
}

static const float *looked_up(const Torchao *w)
{
    float *to = NEW(float, w->n * w->k);
    for (int64_t i = 0; i < w->n * w->k; i++) {
        float number = w->table[(i / w->k << w->bits) + w->integer[i]];
        to[i] = w->scale ? number * w->scale[i / w->group] : number;
    }
    return to;
}

void lower_torchao_groupwise(Call *c)
{
    const char *name = "packed_weights";
    Value *in = arg_tensor(c, "activations"), *packed = arg_packed(c, name, 1);
    need_float_rows(c, in);
    Torchao w = arg_matrix(c, "n", "k");
    w.group = arg_count(c, "scale_group_size", MOST);
    int64_t table_group = arg_count(c, "lut_group_size", INT32_MAX);
    need_equal(c, "columns", in->type.dim[1], size_const(w.k));
    need_sound(c, name, read_torchao_groupwise(bytes_of(c, packed), table_group, &w));
    int64_t dim[] = {w.n, w.k};
    Value *weight = unpacked(c, packed, F32, 2, dim, looked_up(&w), "weight");
    Value *bias = unpacked_vector(c, packed, w.bias, w.n, "bias");
    gemm_step(c, in, view_axes(c, weight, 2, (int[]){1, 0}), bias,
              arg_out(c, "out", 2, (Size *[]){in->type.dim[0], size_const(w.n)}));
}
