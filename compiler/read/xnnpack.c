/* SPDX-License-Identifier: 0BSD
 * An XNNPACK delegate's blob: header XH00, FlatBuffer XN00 or XN01, constants behind it or among
 * the program's named data (backends/xnnpack/serialization/runtime_schema.fbs). */
#include "read/xnnpack.h"
#include "base/words.h"
#include "read/identifier.h"
#include "read/xnn_value.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const Field GRAPH_NODES = {1, "xnodes"};
static const Field GRAPH_VALUES = {2, "xvalues"};
static const Field GRAPH_BUFFERS = {6, "constant_buffer"};
static const Field GRAPH_CONSTANTS = {8, "constant_data"};
static const Field NODE_TYPE = {0, "xnode_union_type"};
static const Field NODE = {1, "xnode_union"};
static const Field NODE_HANDLE = {2, "debug_handle"};
enum { UNSPECIFIED_HANDLE = 65535 }; /* as the exporter has it */
static const Field NODE_RANGE = {3, "output_min_max"};
static const Field RANGE_MIN = {0, "output_min"};
static const Field RANGE_MAX = {1, "output_max"};

static const uint32_t NO_VALUE = UINT32_MAX;

/* Splits the blob into its FlatBuffer and its constants. Without a header all of it is the
 * FlatBuffer, which holds the constants itself. */
static void split_blob(XnnReader *r, Bytes blob)
{
    enum { LENGTH = 30, LEAST = 8 };
    const uint8_t *h = blob.data;
    if (blob.size < LENGTH)
        damaged(&r->fb, "the XNNPACK data has %zu bytes, less than its header", blob.size);
    r->fb.bytes = blob;
    if (memcmp(h + 4, "XH00", 4) != 0)
        return;
    uint64_t at = load_le(h + 10, 4), size = load_le(h + 14, 4);
    uint64_t data = load_le(h + 18, 4), data_size = load_le(h + 22, 8);
    if (size < LEAST || at > blob.size || size > blob.size - at || data < at + size ||
        data > blob.size || data_size > blob.size - data)
        damaged(&r->fb, "the XNNPACK data is cut off: its header speaks of more bytes than it has");
    r->fb.bytes = (Bytes){h + at, (size_t)size};
    r->data = (Bytes){h + data, (size_t)data_size};
    r->has_header = true;
}

static void check_identifier(const XnnReader *r)
{
    const char *id = file_identifier(r->fb.bytes);
    if (strcmp(id, "XN00") != 0 && strcmp(id, "XN01") != 0)
        damaged(&r->fb, "the XNNPACK data has the format version '%s'; ptec reads XN00 and XN01",
                printable(id));
}

static const XnnValue *value_by_id(const XnnReader *r, uint32_t id, const OpArg *arg)
{
    int low = 0, high = r->graph->nvalues;
    while (low < high) {
        int mid = (low + high) / 2;
        if (r->by_id[mid]->id < id)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == r->graph->nvalues || r->by_id[low]->id != id)
        damaged(&r->fb, "'%s' is value %u, which the graph does not have", arg->name, (unsigned)id);
    if (arg->written && (r->by_id[low]->constant || r->by_id[low]->input))
        damaged(&r->fb, "'%s' is value %u, which is %s", arg->name, (unsigned)id,
                r->by_id[low]->constant ? "a constant" : "an input");
    return r->by_id[low];
}

static XnnField read_list(XnnReader *r, const Table *t, Field f)
{
    Vector v = need_vector(t, f, 4);
    XnnField field = {.list = {.count = v.count, .item = NEW(uint32_t, v.count)}};
    if (v.count > XNN_MAX_RANK)
        damaged(&r->fb, "'%s' has %d elements; XNNPACK's tensors have at most %d axes", f.name,
                v.count, XNN_MAX_RANK);
    for (int i = 0; i < v.count; i++)
        field.list.item[i] = (uint32_t)vector_uint(&v, i);
    return field;
}

static XnnField read_field(XnnReader *r, const Table *t, Field f, const OpArg *arg)
{
    if (arg->type == ARG_INT_LIST)
        return read_list(r, t, f);
    uint32_t number = (uint32_t)table_uint(t, f, 4);
    if (arg->type == ARG_INT)
        return (XnnField){.number = number};
    if (arg->type == ARG_FLOAT)
        return (XnnField){.real = table_float(t, f)};
    if (arg->optional && number == NO_VALUE)
        return (XnnField){.value = NULL};
    return (XnnField){.value = value_by_id(r, number, arg)};
}

static void read_node(XnnReader *r, XnnNode *n, const Table *t)
{
    uint64_t kind = table_uint(t, NODE_TYPE, 1);
    n->row = xnn_row(kind);
    if (!n->row)
        damaged(&r->fb, "is of kind %d, which the format does not know", (int)kind);
    Table node = need_child(t, NODE), range = table_child(t, NODE_RANGE);
    n->field = NEW(XnnField, n->row->nargs);
    for (int i = 0; i < n->row->nargs; i++) {
        const OpArg *arg = &n->row->arg[i];
        n->field[i] = read_field(r, &node, (Field){i, arg->name}, arg);
    }
    n->handle = (uint32_t)table_uint(t, NODE_HANDLE, 4);
    n->handle = n->handle == UNSPECIFIED_HANDLE ? 0 : n->handle;
    n->lo = range.at ? table_float(&range, RANGE_MIN) : -INFINITY;
    n->hi = range.at ? table_float(&range, RANGE_MAX) : INFINITY;
    if (!(n->lo <= n->hi))
        damaged(&r->fb, "its output range is from %g to %g", (double)n->lo, (double)n->hi);
}

static void read_nodes(XnnReader *r, const Table *root)
{
    Vector nodes = need_vector(root, GRAPH_NODES, 4);
    r->graph->node = NEW(XnnNode, nodes.count);
    r->graph->nnodes = nodes.count;
    for (int i = 0; i < nodes.count; i++) {
        flat_enter(&r->fb, "node", i);
        Table t = vector_table(&nodes, i);
        read_node(r, &r->graph->node[i], &t);
    }
    flat_enter(&r->fb, NULL, 0);
}

XnnGraph *read_xnnpack(const Flatbuf *fb, const Program *p, Bytes blob)
{
    XnnReader r = {.fb = flat_open(fb->path, blob), .program = p, .graph = NEW(XnnGraph, 1)};
    r.fb.context = fmt_text("%s, %s %lld", fb->context, fb->part, (long long)fb->index);
    split_blob(&r, blob);
    check_identifier(&r);
    Table root = flat_root(&r.fb);
    r.constants = table_vector(&root, GRAPH_CONSTANTS, 4);
    r.buffers = table_vector(&root, GRAPH_BUFFERS, 4);
    Vector values = need_vector(&root, GRAPH_VALUES, 4);
    read_xnn_values(&r, values);
    read_nodes(&r, &root);
    return r.graph;
}

int delegate_slots(const FileMethod *m, int instr)
{
    int slot = m->nvalues + 1;
    for (int i = 0; i < instr; i++) {
        const FileInstr *in = &m->instr[i];
        const XnnGraph *g = in->kind == FI_DELEGATE_CALL ? m->delegate[in->index].xnn : NULL;
        slot += g ? g->nvalues : 0;
    }
    return slot;
}
