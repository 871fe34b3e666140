/* SPDX-License-Identifier: 0BSD
 * The weights apart from the code: their struct, their bytes, and the two ways to link them. */
#include "emit/weights.h"
#include "base/digest.h"
#include "base/progress.h"
#include "emit/bundle.h"
#include "emit/text/cexpr.h"
#include "emit/text/labels.h"
#include "emit/text/match.h"
#include "emit/text/text.h"
#include "model.h"
#include "pte_model.h"

#include <inttypes.h>
#include <string.h>

_Static_assert(sizeof(pte_weights_header) == WEIGHTS_HEADER_BYTES, "the bytes before all weights");

/* Writes the gap, if any, between the first `weights` weights and byte `end`. Gaps are members too,
 * each named after what is before it, so that the struct has no holes that only a compiler sees. */
static void add_gap(Text *t, const Model *m, int weights, int64_t end)
{
    const Buffer *b = weights ? m->weight[weights - 1] : NULL;
    int64_t from = b ? b->offset + b->bound : WEIGHTS_HEADER_BYTES;
    if (end > from)
        text_add(t, "    pte_u8 gap_%s[%" PRId64 "];\n",
                 weights == m->nsmall_weights ? "small" : b->name, end - from);
}

static void add_member(Text *t, const Buffer *b)
{
    DType type = b->of->type.dtype;
    int64_t n = b->bound / (int64_t)dtype_bytes((int)type);
    text_add(t, "    pte_%s %s[%" PRId64 "];", c_suffix(type), b->name, n);
}

static uint64_t first_64_bits(const char *hex)
{
    uint64_t n = 0;
    for (int i = 0; i < 16; i++)
        n = n << 4 | (uint64_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    return n;
}

/* Lists, for a constant that was made of several, which they were. */
static void add_parts(Text *t, const Value *v)
{
    enum { WIDTH = 96 };
    size_t column = 0;
    for (const char *part = v->parts; part && *part;) {
        size_t n = strcspn(part, " ");
        bool wraps = column && column + n >= WIDTH;
        text_add(t, column == 0 ? "    /* " : wraps ? "\n     * " : " ");
        text_bytes(t, part, n);
        column = (column == 0 || wraps ? 7 : column + 1) + n;
        part += n + (part[n] == ' ');
    }
    text_add(t, column ? " */\n" : "");
}

/* Writes the struct with one line for each weight: if its values change, only the digest in the
 * comment does. */
void add_weights_struct(Text *t, Emit *e)
{
    Text members = {0}; /* names, types, places: what the layout id stands for, beside e->rests */
    char hex[65];
    text_add(t, "typedef struct %s_weights_t {\n    pte_weights_header header;\n", e->name);
    for (int i = 0; i < e->m->nweights; i++) {
        Buffer *b = e->m->weight[i];
        add_gap(&members, e->m, i, b->offset);
        add_member(&members, b);
        Text member = {0};
        add_gap(t, e->m, i, b->offset);
        add_member(&member, b);
        add_parts(t, b->of);
        add_commented(t, member.data,
                      fmt_text("/* %s  %s */", shape_text(b->of), buffer_digest(b)));
    }
    add_gap(t, e->m, e->m->nweights, e->m->weights_bytes);
    text_add(t, "} PTE_ALIAS %s_weights_t;\n", e->name);
    text_add(t,
             "_Static_assert(sizeof(%s_weights_t) == %s_WEIGHTS_BYTES,\n"
             "               \"this compiler pads the weights: leave alignment and packing to the "
             "ABI\");\n",
             e->name, e->upper);
    text_add(&members, "%s%s", e->rests.size ? e->rests.data : "",
             e->m->options->big_endian ? "big-endian" : "");
    sha256_hex(members.data ? members.data : "", members.size, hex);
    e->layout = first_64_bits(hex);
}

static void put_le(uint8_t *at, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(n >> 8 * i);
}

/* Is what NAME_weights.bin consists of: the header, and the weights at their places. */
typedef struct WeightsFile {
    const Model *model;
    uint8_t header[WEIGHTS_HEADER_BYTES];
} WeightsFile;

static void give_zeros(Sink *to, int64_t bytes)
{
    static const uint8_t zeros[256];
    for (; bytes > 0; bytes -= (int64_t)sizeof zeros)
        to->take(to, zeros, (size_t)min64(bytes, sizeof zeros));
}

/* Gives the buffer's bytes, each element's in the other order. */
static void give_swapped(const Buffer *b, Sink *to)
{
    uint8_t part[1 << 14];
    for (int64_t at = 0; at < b->bound; at += (int64_t)sizeof part) {
        size_t size = (size_t)min64(b->bound - at, sizeof part);
        memcpy(part, (const uint8_t *)b->data + at, size);
        swap_elements(part, size, (int)b->of->type.dtype);
        to->take(to, part, size);
    }
}

static void give_behind_header(const void *of, Sink *to)
{
    const Model *m = ((const WeightsFile *)of)->model;
    int64_t at = WEIGHTS_HEADER_BYTES;
    for (int i = 0; i < m->nweights; i++) {
        const Buffer *b = m->weight[i];
        progress_bytes("weights", (uint64_t)at, (uint64_t)m->weights_bytes);
        give_zeros(to, b->offset - at);
        if (m->options->big_endian)
            give_swapped(b, to);
        else
            to->take(to, b->data, (size_t)b->bound);
        at = b->offset + b->bound;
    }
    give_zeros(to, m->weights_bytes - at);
}

static void give_weights(const void *of, Sink *to)
{
    const WeightsFile *w = of;
    to->take(to, w->header, sizeof w->header);
    give_behind_header(of, to);
}

Content weights_bytes(const Emit *e)
{
    WeightsFile *w = NEW(WeightsFile, 1);
    w->model = e->m;
    memcpy(w->header, "ptec-w1", 8);
    put_le(w->header + 8, e->layout, 8);
    put_le(w->header + 16, (uint64_t)e->m->weights_bytes, 8);
    put_le(w->header + 28, e->m->options->weights_version, 4);
    put_le(w->header + 24, crc32_content((Content){give_behind_header, w}), 4);
    return (Content){give_weights, w};
}

static void add_unit_head(Text *t, const Emit *e, const char *what)
{
    const Model *m = e->m;
    text_add(t, "/* SPDX-License-Identifier: 0BSD */\n/* %s_weights.c: made by ptec",
             weights_name(m));
    if (!m->options->shared)
        text_add(t, " from sha256 %.16s", e->digest);
    text_add(t, ". %s */\n#include \"pte_rt.h\"\n", what);
}

static void add_weights_incbin(Text *t, const Emit *e)
{
    const char *name = weights_name(e->m);
    text_add(t,
             "__asm__(\".section \" PTE_SECTION_WEIGHTS \",\\\"a\\\"\\n.balign 64\\n\"\n"
             "        \".globl %s_weights\\n%s_weights:\\n\"\n"
             "        \".incbin \\\"%s_weights.bin\\\"\\n.balign 4\\n.previous\\n\");\n",
             name, name, name);
}

/* Is text that lists bytes, each as a number with a comma. */
typedef struct Lister {
    Sink sink, *to;
    int column;
} Lister;

static void list(Sink *to, const void *data, size_t size)
{
    Lister *l = (Lister *)to;
    const uint8_t *byte = data;
    for (size_t i = 0; i < size; i++) {
        char digits[16];
        const char *line = l->column == 0 ? "\n    " : "";
        int n = snprintf(digits, sizeof digits, "%s%u,", line, (unsigned)byte[i]);
        l->to->take(l->to, digits, (size_t)n);
        l->column = (l->column + 1) % 24;
    }
}

static void give_list(const void *of, Sink *to)
{
    content_give(*(const Content *)of, &(Lister){{list}, to, 0}.sink);
}

static Content weights_array(const Emit *e, Content array)
{
    const char *name = weights_name(e->m);
    Text *head = NEW(Text, 1);
    Content *bytes = NEW(Content, 1);
    *bytes = array;
    text_add(head,
             "PTE_PLACE_WEIGHTS PTE_ALIGN(64) const unsigned char %s_weights[%" PRId64 "] = {",
             name, e->m->weights_bytes);
    return content_both(content_both(content_text(head), (Content){give_list, bytes}),
                        content_bytes("\n};\n", 4));
}

Content linked_weights(const Emit *e, const Content *array)
{
    Text *t = NEW(Text, 1);
    if (array)
        return weights_array(e, *array);
    add_weights_incbin(t, e);
    return content_text(t);
}

Content weights_unit(const Emit *e, const Content *array)
{
    Text *head = NEW(Text, 1);
    add_unit_head(head, e, array ? "The weights." : "Links the bytes of the file beside it.");
    if (array)
        text_add(head, "extern const unsigned char %s_weights[%" PRId64 "];\n", weights_name(e->m),
                 e->m->weights_bytes);
    if (e->m->options->bundle)
        *head = pasted(head);
    return content_both(content_text(head), linked_weights(e, array));
}
