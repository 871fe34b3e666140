/* SPDX-License-Identifier: 0BSD
 * The section that says what the page's words mean, and links to it. */
#include "tools/report/words.h"
#include "graph/dump.h"

/* Explains words that the page uses in a sense of its own; those with an id are linked to. */
static const struct {
    const char *id, *word, *meaning;
} words[] = {
    {NULL, "step", "one operation of the compiled program; several operators can become one"},
    {NULL, "a loop", "a step that is written out in the generated C, where no kernel computes it"},
    {"turns", "turns, takes turns",
     "steps that run together, a few rows each: a step computes rows as the one before it has made "
     "those that it reads, so that results between them are never whole in memory"},
    {"refused", "refused",
     "a library that --kernels names before the one that computes the step does not take it; the "
     "step, opened, says why"},
    {NULL, "arena", "the memory for results of steps, which later results use again"},
    {"live", "live, most RAM",
     "bytes of the arena that hold what this step or a later one needs; the step with most RAM is "
     "the one at which most bytes are live"},
    {"state", "state",
     "memory that keeps its contents from one call to the next, beside the arena"},
    {"planned", "planned memory",
     "what the memory plan has room for; in ExecuTorch's this can be inputs, outputs and state, "
     "too"},
    {"floats", "on floats, floats in between",
     "of a quantised network: a step that reads or makes a float tensor; a loop on bytes that "
     "dequantises, computes and quantises for each element"},
    {"moved", "not moved",
     "an operand that lies in the result already, where a step that joins tensors would move it"},
    {"macs", "multiply-adds", "of convolutions and products only; other steps have none"},
    {NULL, "<code>_s8 _f32 _b4</code>",
     "the end of a kernel's name: signed bytes, floats, elements of 4 bytes of any type"},
    {NULL, "<code>_rne _fbias _twice</code>",
     "kernels of bytes that scale their sums by floats: with one factor, with a float added "
     "before it is rounded, with two factors; without these <code>_s8</code> uses integers, "
     "but for averages"},
    {NULL, "<code>_rows _batch</code>", "with a scale for each row, or each image"},
    {NULL, "<code>_kept _scratch</code>",
     "the end of a buffer's name: rows of a result that a later turn reads again; what a kernel "
     "needs while it runs"}};

static const char *const kinds[KIND_COUNT] = {
    [K_MAP] = "computes each element from those at the same place of its operands",
    [K_REDUCE] = "makes one element of all along some axes: a sum, a mean, a maximum",
    [K_SCAN] = "sums or multiplies along an axis and keeps each result on the way",
    [K_GEMM] = "a product of matrices, or a fully connected layer",
    [K_CONV] = "a convolution",
    [K_POOL] = "a maximum or an average over windows",
    [K_NORM] = "a layer or group normalisation",
    [K_SOFTMAX] = "a softmax, or its logarithm",
    [K_ATTENTION] = "scaled dot products of queries, keys and values",
    [K_LOOKUP] = "computes each element from those at places that it computes first",
    [K_MOVE] = "copies or fills: slices, joins, permutes, pads",
    [K_GATHER] = "picks rows by numbers that are known in the call",
    [K_SCATTER] = "writes rows at places that are known in the call",
    [K_SORT] = "a sort, the k largest, or a median",
    [K_COMPACT] = "keeps the rows where a mask holds",
    [K_RANDOM] = "random numbers",
    [K_SCALAR] = "makes a size of a number that the program computes",
    [K_CHECK] = "a test that ends the call with a status if it fails",
    [K_OPAQUE] = "an operator that is a function of the runtime of its own",
    [K_FOREIGN] = "a function of yours, or another vendor's delegate",
    [K_GROUP] = "several operations in one loop nest"};

const char *word_link(const char *word, const char *text)
{
    return fmt_text("<a class=\"word\" href=\"#word-%s\">%s</a>", word, text);
}

const char *kind_link(Kind kind)
{
    return word_link(fmt_text("kind-%s", step_kind(kind)), step_kind(kind));
}

static void add_word(Text *t, const char *id, const char *word, const char *meaning)
{
    text_add(t, "<div%s><dt>%s</dt><dd>%s</dd></div>\n", id ? fmt_text(" id=\"word-%s\"", id) : "",
             word, meaning);
}

void add_words(Text *t, const Facts *f)
{
    bool used[KIND_COUNT] = {false};
    for (int i = 0; i < f->nmethods; i++)
        for (int k = 0; k < f->method[i].g->nsteps; k++)
            used[f->method[i].step[k].step->kind] = true;
    text_add(t, "<section id=\"words\"><h2>Words</h2>\n<dl class=\"answers\">\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_word(t, words[i].id, words[i].word, words[i].meaning);
    text_add(t, "</dl>\n<h3>Kinds of steps</h3>\n<dl class=\"answers\">\n");
    for (int i = 0; i < KIND_COUNT; i++)
        if (used[i])
            add_word(t, fmt_text("kind-%s", step_kind((Kind)i)), step_kind((Kind)i), kinds[i]);
    text_add(t, "</dl></section>\n");
}
