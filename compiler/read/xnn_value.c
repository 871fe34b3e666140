/* SPDX-License-Identifier: 0BSD
 * Values of an XNNPACK delegate's graph: shapes, constants, quantisation. */
#include "read/xnn_value.h"
#include "read/derived.h"
#include "read/shape.h"
#include "read/xnn_blob.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Field VALUE_TYPE = {0, "xvalue_union_type"};
static const Field VALUE = {1, "xvalue_union"};
static const Field QUANTISED_TENSOR = {0, "tensor_value"};
static const Field QUANT_TYPE = {1, "quant_params_type"};
static const Field QUANT = {2, "quant_params"};
static const Field TENSOR_TYPE = {0, "datatype"};
static const Field TENSOR_DIMS = {2, "dims"};
static const Field TENSOR_CONSTANT = {3, "constant_buffer_idx"};
static const Field TENSOR_EXTERNAL = {4, "external_id"};
static const Field TENSOR_FLAGS = {5, "flags"};
static const Field TENSOR_ID = {6, "id_out"};
static const Field TENSOR_DYNAMIC = {7, "dq_datatype"};
static const Field SCALE = {0, "scale"};
static const Field ZERO = {1, "zero_point"};
static const Field CHANNEL_DIM = {1, "channel_dim"};
static const Field CHANNEL_SCALES = {2, "scale_buffer_idx"};
static const Field GROUP_SIZE = {2, "group_size"};
static const Field GROUP_SCALES = {4, "scale_buffer_idx"};
static const Field INNER_DIMS = {0, "num_nonbatch_dims"};

static size_t element_bytes(XnnType type)
{
    switch (type) {
    case XNN_FP32:
    case XNN_QINT32:
    case XNN_QCINT32:
    case XNN_INT32:
        return 4;
    case XNN_FP16:
    case XNN_BF16:
        return 2;
    default:
        return 1;
    }
}

static XnnType read_type(XnnReader *r, const Table *t, Field f)
{
    uint64_t type = table_uint(t, f, 2);
    if (type < XNN_FP32 || type > XNN_BF16)
        damaged(&r->fb, "%s is %d, which the format does not know", f.name, (int)type);
    if (type == XNN_QPINT8 || type == XNN_PFP32)
        damaged(&r->fb, "%s is %d, a packed type, which no program can hold", f.name, (int)type);
    return (XnnType)type;
}

static bool is_nibbles(XnnType type)
{
    return type == XNN_QCINT4 || type == XNN_QBINT4;
}

static void read_dims(XnnReader *r, XnnValue *v, const Table *t)
{
    Vector dims = table_vector(t, TENSOR_DIMS, 4);
    if (dims.count > XNN_MAX_RANK)
        damaged(&r->fb, "has %d axes; XNNPACK's tensors have at most %d", dims.count, XNN_MAX_RANK);
    v->rank = dims.count;
    for (int i = 0; i < v->rank; i++)
        v->dim[i] = (int64_t)vector_uint(&dims, i);
    shape_bytes(&r->fb, F32, v->rank, v->dim); /* refuses sizes that overflow */
}

static uint64_t value_bytes(const XnnValue *v)
{
    uint64_t n = 1;
    for (int i = 0; i < v->rank; i++)
        n *= i == v->rank - 1 && is_nibbles(v->type) ? (uint64_t)(v->dim[i] + 1) / 2
                                                     : (uint64_t)v->dim[i];
    return n * element_bytes(v->type);
}

static void read_tensor_value(XnnReader *r, XnnValue *v, const Table *t)
{
    enum { INPUT = 1, OUTPUT = 2 };
    v->type = read_type(r, t, TENSOR_TYPE);
    read_dims(r, v, t);
    uint64_t flags = table_uint(t, TENSOR_FLAGS, 4), dynamic = table_uint(t, TENSOR_DYNAMIC, 2);
    uint64_t constant = table_uint(t, TENSOR_CONSTANT, 4);
    v->id = (uint32_t)table_uint(t, TENSOR_ID, 4);
    v->external = (uint32_t)table_uint(t, TENSOR_EXTERNAL, 4);
    v->input = flags & INPUT;
    v->output = flags & OUTPUT;
    v->constant = constant != 0;
    v->quantise_rows = dynamic != 0;
    if (flags & ~(uint64_t)(INPUT | OUTPUT))
        damaged(&r->fb, "has the flags %llu, which ptec does not know", (unsigned long long)flags);
    if (v->input + v->output + v->constant > 1)
        damaged(&r->fb, "is more than one of an input, an output and a constant");
    if (dynamic && (dynamic != XNN_QINT8 || v->type != XNN_FP32 || !v->input))
        damaged(&r->fb, "only an input of floats can be quantised on entry, to 8 bits");
    if (v->constant)
        v->data = xnn_constant(r, constant, value_bytes(v), element_bytes(v->type), "elements");
}

static void need_scale(XnnReader *r, float scale)
{
    if (!(scale > 0) || isinf(scale))
        damaged(&r->fb, "its scale is %g", (double)scale);
}

static void read_per_tensor(XnnReader *r, XnnValue *v, const Table *t)
{
    v->quant = Q_TENSOR;
    v->scale = table_float(t, SCALE);
    v->zero = (int32_t)table_int(t, ZERO, 4);
    need_scale(r, v->scale);
    int lo = v->type == XNN_QINT8 ? -128 : 0, hi = v->type == XNN_QINT8 ? 127 : 0;
    hi = v->type == XNN_QUINT8 ? 255 : hi;
    if (v->type != XNN_QINT8 && v->type != XNN_QUINT8 && v->type != XNN_QINT32)
        damaged(&r->fb, "its type takes no scale for the whole tensor");
    if (v->zero < lo || v->zero > hi)
        damaged(&r->fb, "its zero point is %d", (int)v->zero);
}

static float bf16_value(const uint8_t *p)
{
    uint32_t bits = (uint32_t)load_le(p, 2) << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Rounds a scale of a block to bf16 as the reference does where scales are given as floats: it cuts
 * off the lower bits of a product. */
static float rounded_to_bf16(float f)
{
    float scaled = f * 1.00389105f;
    uint32_t bits;
    memcpy(&bits, &scaled, sizeof bits);
    bits &= 0xFFFF0000u;
    memcpy(&scaled, &bits, sizeof scaled);
    return scaled;
}

/* Returns the `n` scales that lie in a constant, in bf16 for blocks. */
static const float *constant_scales(XnnReader *r, uint64_t index, bool blocks, uint64_t n)
{
    size_t size = blocks ? 2 : 4;
    const uint8_t *data = xnn_constant(r, index, n * size, size, "scales").data;
    const void **at = derived_bytes(r->program, blocks ? "bf16" : "f32", data, n * sizeof(float));
    if (!at)
        damaged(&r->fb, "its scales use bytes that too many others use");
    if (*at)
        return *at;
    float *scales = NEW(float, n);
    for (uint64_t i = 0; i < n; i++) {
        scales[i] = blocks ? bf16_value(data + 2 * i) : float_at(data + 4 * i);
        need_scale(r, scales[i]);
    }
    return *at = scales;
}

/* Returns the `n` scales that the table itself has, of whose bytes each counts once. */
static const float *own_scales(XnnReader *r, const Table *t, bool blocks, uint64_t n)
{
    Vector list = need_vector(t, SCALE, 4);
    if ((uint64_t)list.count < n)
        damaged(&r->fb, "has %d scales instead of %llu", list.count, (unsigned long long)n);
    float *scales = NEW(float, n);
    for (uint64_t i = 0; i < n; i++) {
        scales[i] = vector_float(&list, (int)i);
        scales[i] = blocks ? rounded_to_bf16(scales[i]) : scales[i];
        need_scale(r, scales[i]);
    }
    return scales;
}

/* Reads `n` scales, which are in a constant of their own or in the table itself. */
static void read_scales(XnnReader *r, XnnValue *v, const Table *t, Field constant, uint64_t n)
{
    uint64_t index = table_uint(t, constant, 4);
    bool blocks = v->quant == Q_GROUP;
    v->scales = index ? constant_scales(r, index, blocks, n) : own_scales(r, t, blocks, n);
}

static void read_per_channel(XnnReader *r, XnnValue *v, const Table *t)
{
    int64_t axis = table_int(t, CHANNEL_DIM, 4);
    v->quant = Q_CHANNEL;
    if (v->type != XNN_QCINT8 && v->type != XNN_QCINT4 && v->type != XNN_QCINT32)
        damaged(&r->fb, "its type takes no scale for each channel");
    if (axis < 0 || axis >= v->rank)
        damaged(&r->fb, "its channels are axis %lld of %d", (long long)axis, v->rank);
    v->axis = (int)axis;
    read_scales(r, v, t, CHANNEL_SCALES, (uint64_t)v->dim[v->axis]);
}

static void read_per_block(XnnReader *r, XnnValue *v, const Table *t)
{
    int64_t size = table_int(t, GROUP_SIZE, 4);
    v->quant = Q_GROUP;
    if (v->type != XNN_QBINT4 || v->rank != 2)
        damaged(&r->fb, "only matrices of 4 bits have a scale for each block");
    if (table_int(t, CHANNEL_DIM, 4) != 0)
        damaged(&r->fb, "its channels are axis %d instead of 0, and each has blocks",
                (int)table_int(t, CHANNEL_DIM, 4));
    if (size < 1 || v->dim[1] % size)
        damaged(&r->fb, "blocks of %lld do not divide %lld elements", (long long)size,
                (long long)v->dim[1]);
    v->block = (int)size;
    read_scales(r, v, t, GROUP_SCALES, (uint64_t)(v->dim[0] * (v->dim[1] / size)));
}

static void read_per_token(XnnReader *r, XnnValue *v, const Table *t)
{
    int64_t inner = table_int(t, INNER_DIMS, 4);
    v->quant = Q_TOKEN;
    if (v->type != XNN_QDINT8 || v->constant || v->input || v->output)
        damaged(&r->fb, "only 8 bits that the graph itself computes are quantised by rows");
    if (inner < 1 || inner > v->rank)
        damaged(&r->fb, "%lld axes of %d share a scale", (long long)inner, v->rank);
    v->inner = (int)inner;
}

static void read_quant(XnnReader *r, XnnValue *v, const Table *t)
{
    enum { CHANNEL = 1, TENSOR, TOKEN, BLOCK };
    uint64_t kind = table_uint(t, QUANT_TYPE, 1);
    Table params = need_child(t, QUANT);
    if (kind == CHANNEL)
        read_per_channel(r, v, &params);
    else if (kind == TENSOR)
        read_per_tensor(r, v, &params);
    else if (kind == TOKEN)
        read_per_token(r, v, &params);
    else if (kind == BLOCK)
        read_per_block(r, v, &params);
    else
        damaged(&r->fb, "its quantisation is of kind %d, which the format does not know",
                (int)kind);
}

static bool needs_scale(XnnType type)
{
    return type != XNN_FP32 && type != XNN_FP16 && type != XNN_BF16 && type != XNN_INT32;
}

static void read_value(XnnReader *r, XnnValue *v, const Table *t)
{
    enum { TENSOR = 1, QUANTISED };
    uint64_t kind = table_uint(t, VALUE_TYPE, 1);
    if (kind != TENSOR && kind != QUANTISED)
        damaged(&r->fb, "is of kind %d, which the format does not know", (int)kind);
    Table value = need_child(t, VALUE);
    Table tensor = kind == TENSOR ? value : need_child(&value, QUANTISED_TENSOR);
    read_tensor_value(r, v, &tensor);
    if (kind == QUANTISED)
        read_quant(r, v, &value);
    if (needs_scale(v->type) != (v->quant != Q_NONE))
        damaged(&r->fb, "its type and its quantisation do not go together");
    if (v->quantise_rows) {
        v->quant = Q_TOKEN;
        v->inner = 1;
    }
}

static int by_id(const void *a, const void *b)
{
    const XnnValue *const *x = a, *const *y = b;
    return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

void read_xnn_values(XnnReader *r, Vector values)
{
    XnnGraph *g = r->graph;
    g->nvalues = values.count;
    g->value = NEW(XnnValue, values.count);
    r->by_id = NEW(const XnnValue *, values.count);
    for (int i = 0; i < values.count; i++) {
        flat_enter(&r->fb, "value", i);
        Table t = vector_table(&values, i);
        read_value(r, &g->value[i], &t);
        r->by_id[i] = &g->value[i];
    }
    flat_enter(&r->fb, NULL, 0);
    qsort(r->by_id, (size_t)g->nvalues, sizeof *r->by_id, by_id);
    for (int i = 1; i < g->nvalues; i++)
        if (r->by_id[i]->id == r->by_id[i - 1]->id)
            damaged(&r->fb, "two values have the number %u", (unsigned)r->by_id[i]->id);
}
