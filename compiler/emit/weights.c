/* SPDX-License-Identifier: 0BSD
 * The weights apart from the code: their struct, their bytes, and the two ways to link them. */
#include "emit/weights.h"
#include "base/digest.h"
#include "emit/text/cexpr.h"
#include "emit/text/labels.h"
#include "emit/text/match.h"
#include "emit/text/text.h"
#include "model.h"

#include <inttypes.h>
#include <string.h>

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

void add_weights_bytes(Text *t, const Emit *e)
{
    size_t total = (size_t)e->m->weights_bytes;
    uint8_t *all = NEW(uint8_t, total);
    for (int i = 0; i < e->m->nweights; i++) {
        const Buffer *b = e->m->weight[i];
        memcpy(all + b->offset, b->data, (size_t)b->bound);
        if (e->m->options->big_endian)
            swap_elements(all + b->offset, (size_t)b->bound, (int)b->of->type.dtype);
    }
    memcpy(all, "ptec-w1", 8);
    put_le(all + 8, e->layout, 8);
    put_le(all + 16, total, 8);
    put_le(all + 24, crc32_of(0, all + WEIGHTS_HEADER_BYTES, total - WEIGHTS_HEADER_BYTES), 4);
    text_bytes(t, all, total);
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

static void add_weights_array(Text *t, const Emit *e, const Text *bytes)
{
    const char *name = weights_name(e->m);
    text_add(t,
             "extern const unsigned char %s_weights[%zu];\n"
             "PTE_PLACE_WEIGHTS PTE_ALIGN(64) const unsigned char %s_weights[%zu] = {",
             name, bytes->size, name, bytes->size);
    for (size_t i = 0; i < bytes->size; i++) {
        char digits[8];
        int n = snprintf(digits, sizeof digits, "%u,", (unsigned)(uint8_t)bytes->data[i]);
        if (i % 24 == 0)
            text_bytes(t, "\n    ", 5);
        text_bytes(t, digits, (size_t)n);
    }
    text_add(t, "\n};\n");
}

void add_linked_weights(Text *t, const Emit *e, const Text *array)
{
    if (array)
        add_weights_array(t, e, array);
    else
        add_weights_incbin(t, e);
}

void add_weights_unit(Text *t, const Emit *e, const Text *array)
{
    add_unit_head(t, e, array ? "The weights." : "Links the bytes of the file beside it.");
    add_linked_weights(t, e, array);
}
