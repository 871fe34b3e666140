/* SPDX-License-Identifier: 0BSD
 * What refused.txt lists: texts that are no graph, or one that check() refuses, with the message of
 * each, and their neighbours that are accepted. Then graphs that no text says, each with one thing
 * broken: check() must name it. */
#define _POSIX_C_SOURCE 200809L
#include "../unit/kernels.h"
#include "base/files.h"
#include "graph/build.h"
#include "graph/check.h"
#include "graph/kernel.h"
#include "graph/parse/parse.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int tests, failures;

/* Returns the graph of a text; lines that start with two blanks are steps of a method. */
static Graph *read_graph(const char *text)
{
    static Program program = {.path = "text"};
    static Options options = {.name = "net", .out_dir = ""};
    if (strncmp(text, "  ", 2) == 0)
        text = fmt_text("method m\n input 0: v0: f32[4]\n input 1: v1: i64\n block0():\n%s"
                        "  return\n output 0: v2\n",
                        text);
    Model *m = NEW(Model, 1);
    *m = (Model){.program = &program, .options = &options};
    return graph_parse(m, "text", text);
}

static void compare(const char *what, const char *want, const char *got)
{
    tests++;
    if (strcmp(want, got) == 0)
        return;
    printf("FAILED: %s\n  want: %s\n  got:  %s\n", what, want, got);
    failures++;
}

/* ---- refused.txt ---- */

static void check_text(void *text)
{
    check(read_graph(text), NULL);
}

/* Tests one text behind another: "== MESSAGE", then the lines of the text. A message that starts
 * with the number of a line is of the reader. */
static void try_texts(const char *at)
{
    while ((at = strstr(at, "\n== "))) {
        at += strlen("\n== ");
        size_t n = strcspn(at, "\n");
        const char *want = fmt_text("%s%.*s", *at >= '0' && *at <= '9' ? "text:" : "", (int)n, at);
        at += n;
        const char *end = strstr(at, "\n== ");
        char *text = fmt_text("%.*s", (int)(end ? end - at : (long)strlen(at)), at);
        const char *got = message_of(check_text, text + (*text == '\n'));
        compare(text, want, got ? got : "accepted");
        if (!end)
            break;
    }
}

/* Tests how deep a text may nest: `line` has one "%s" for n times `open`, and one for as many times
 * `close`. */
static void try_depth(const char *line, const char *open, const char *close, int most,
                      const char *message)
{
    for (int n = most; n <= most + 1; n++) {
        Text opens = {0}, closes = {0};
        for (int i = 0; i < n; i++) {
            text_add(&opens, "%s", open);
            text_add(&closes, "%s", close);
        }
        Text text = {0};
        text_add(&text, "  v2: f32[4] = map(");
        text_add(&text, line, text_string(&opens), text_string(&closes));
        text_add(&text, "  ; 0 op\n");
        const char *got = message_of(check_text, (void *)text_string(&text));
        const char *start =
            got ? fmt_text("%.*s", (int)(n > most ? strlen(message) : strlen(got)), got)
                : "accepted";
        compare(open, n > most ? message : "accepted", start);
    }
}

/* Tests a read across more blocks than a word has bits: 70 of them, of which block `branch` goes to
 * each of the two behind it. Block `made` makes a value that the last one reads. */
static void try_blocks(int branch, int made, const char *want)
{
    enum { BLOCKS = 70 };
    Text t = {0};
    text_add(&t, "method m\n input 0: v0: bool[]\n");
    for (int i = 0; i < BLOCKS; i++) {
        text_add(&t, " block%d():\n", i);
        if (i == made || i == BLOCKS - 1)
            text_add(&t, "  v%d: bool[] = map(v%d) not(in0:bool)  ; 0 op\n", i == made ? 1 : 2,
                     i != made);
        if (i == branch)
            text_add(&t, "  if v0 goto block%d() else block%d()\n", i + 1, i + 2);
        else if (i < BLOCKS - 1)
            text_add(&t, "  goto block%d()\n", i + 1);
    }
    text_add(&t, "  return\n output 0: v2\n");
    const char *got = message_of(check_text, (void *)text_string(&t));
    compare(fmt_text("%d blocks, a branch behind %d", BLOCKS, branch), want,
            got ? got : "accepted");
}

/* ---- graphs that no text says ---- */

static void own_graph(Graph *g)
{
    g->nvalues = 3;
}

static void twice(Graph *g)
{
    g->entry->last->out[0] = g->entry->first->out[0];
}

static void forward(Graph *g)
{
    g->input[0].value->forward = g->input[1].value;
}

static void rank_above(Graph *g)
{
    g->input[0].value->type.rank = MAX_RANK + 1;
}

static void rank_below(Graph *g)
{
    g->input[0].value->type.rank = -1;
}

static void nobody(Graph *g)
{
    g->entry->first->in[1] = value_new(g, F32, 0, NULL);
}

static void extent(Graph *g)
{
    g->entry->last->piece[0].extent[1] = NULL;
}

static void from(Graph *g)
{
    g->entry->last->piece[0].src_stride[1] = NULL;
}

static void to(Graph *g)
{
    g->entry->last->piece[0].dst_stride[1] = NULL;
}

static void deep(Graph *g)
{
    g->entry->last->piece[0].rank = MAX_RANK + 1;
}

static void no_operand(Graph *g)
{
    g->entry->first->in[0] = NULL;
}

static void no_argument(Graph *g)
{
    g->entry->first->expr->arg[1] = NULL;
}

static void one_part(Graph *g)
{
    g->entry->first->parts = 1;
}

static void two_parts(Graph *g)
{
    g->entry->first->parts = 2;
}

static void saves_rows(Graph *g)
{
    g->entry->first->saved_rows = g->input[0].value;
}

static void parts_save_rows(Graph *g)
{
    two_parts(g);
    saves_rows(g);
}

static void parts_by_kernel(Graph *g)
{
    static const Kernel kernel = {0};
    two_parts(g);
    g->entry->first->kernel = &kernel;
}

static void parts_of_kernel(Graph *g)
{
    static const Split split = {0};
    parts_by_kernel(g);
    g->entry->first->split = &split;
}

/* Both steps take turns, and the second one's result replaces an input of the first. */
static void strip_replaces(Graph *g, int operand)
{
    Strip *strip = NEW(Strip, 1);
    *strip = (Strip){.first = g->entry->first, .last = g->entry->last};
    strip->first->strip = strip->last->strip = strip;
    strip->last->out[0]->replaces = g->input[operand].value;
}

static void strip_first(Graph *g)
{
    strip_replaces(g, 0);
}

static void strip_second(Graph *g)
{
    strip_replaces(g, 1);
}

static void another_step(Graph *g)
{
    g->entry->first->out[0]->def = g->entry->last;
}

static void a_view(Graph *g)
{
    g->entry->first->out[0]->view_of = g->input[0].value;
}

static void jump_without(Graph *g)
{
    g->entry->arg[0][0] = NULL;
}

static void jump_without_any(Graph *g)
{
    g->entry->arg[0] = NULL;
}

static void nothing(Graph *g)
{
    (void)g;
}

static const char some[] = "method m\n input 0: v0: f32[2,2]\n input 1: v1: f32[2,2]\n block0():\n"
                           "  v2: f32[2,2] = map(v0, v1) add(in0:f32, in1:f32)  ; 0 op\n"
                           "  v3: f32[2,2] = move(v2)  ; 1 op\n"
                           "    [2,2] from 0 at 0 by 2,1 to 0 by 1,2\n"
                           "  goto block1(v3)\n block1(v4: f32[2,2]):\n  return\n output 0: v4\n";

#define OF_MAP  "method m, step 0 (map of op): "
#define OF_MOVE "method m, step 1 (move of op): "

static const struct {
    void (*damage)(Graph *g);
    const char *name, *message;
} broken[] = {
#define ROW(damage, message)                                                                       \
    {                                                                                              \
        damage, #damage, message                                                                   \
    }
    ROW(nothing, "accepted"),
    ROW(own_graph, "method m, step -1 (- of -): a value of another graph"),
    ROW(twice, OF_MAP "a value is defined twice"),
    ROW(forward, OF_MAP "reads a value that was replaced"),
    ROW(rank_above, OF_MAP "reads a value of impossible rank"),
    ROW(rank_below, OF_MAP "reads a value of impossible rank"),
    ROW(nobody, OF_MAP "reads v5, which nobody defines"),
    ROW(extent, OF_MOVE "a piece of a move lacks an extent or stride"),
    ROW(from, OF_MOVE "a piece of a move lacks an extent or stride"),
    ROW(to, OF_MOVE "a piece of a move lacks an extent or stride"),
    ROW(deep, OF_MOVE "a piece of a move names no operand"),
    ROW(no_operand, OF_MAP "an expression reads an operand that is not there"),
    ROW(no_argument, OF_MAP "an expression lacks an operand"),
    ROW(one_part, OF_MAP "cannot be computed in parts"),
    ROW(two_parts, "accepted"),
    ROW(saves_rows, "accepted"),
    ROW(parts_save_rows, OF_MAP "cannot be computed in parts"),
    ROW(parts_by_kernel, OF_MAP "cannot be computed in parts"),
    ROW(parts_of_kernel, "accepted"),
    ROW(strip_first, OF_MOVE "overwrites what its strip still reads"),
    ROW(strip_second, "accepted"),
    ROW(another_step, OF_MAP "a result does not name its step"),
    ROW(a_view, OF_MAP "a result does not name its step"),
    ROW(jump_without, "method m, step -1 (- of -): a jump lacks an argument"),
    ROW(jump_without_any, "method m, step -1 (- of -): a jump lacks an argument"),
#undef ROW
};

static void check_broken(void *damage)
{
    Graph *g = read_graph(some);
    (*(void (*const *)(Graph *))damage)(g);
    check(g, NULL);
}

/* Behind a pass a broken graph is a fault of ptec itself, which ends with SIGABRT. */
static jmp_buf aborted;

static void leave(int number)
{
    (void)number;
    longjmp(aborted, 1);
}

static void try_fault(void)
{
    static char message[300];
    Graph *g = read_graph(some);
    twice(g);
    keep_fatal(message, sizeof message);
    signal(SIGABRT, leave);
    if (setjmp(aborted) == 0)
        check(g, "fuse");
    signal(SIGABRT, SIG_DFL);
    keep_fatal(NULL, 0);
    compare("behind a pass", "internal error: after fuse: " OF_MAP "a value is defined twice",
            message);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage_error("usage: refused refused.txt");
    Bytes file = file_read(argv[1]);
    try_texts(fmt_text("%.*s", (int)file.size, (const char *)file.data));
    try_depth("v0) %sin0:f32%s", "neg(", ")", 1000,
              "text:5: an expression that is nested too deeply at ");
    try_depth("v0, %s4%s) in0:f32", "max(1, ", ")", 1000,
              "text:5: a size that is nested too deeply at ");
    try_depth("%sv0%s) in0:f32", "view(", ": f32[4])", 101,
              "text:5: a view that is nested too deeply at ");
    const char *early = "method m, step 1 (map of op): reads v1 before it is defined";
    for (int i = 0; i < 67; i++) {
        try_blocks(i, i, "accepted");
        try_blocks(i, i + 1, early);
        try_blocks(i, i + 2, "accepted");
    }
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const char *got = message_of(check_broken, (void *)&broken[i].damage);
        compare(broken[i].name, broken[i].message, got ? got : "accepted");
    }
    try_fault();
    printf("%d tests, %d failures\n", tests, failures);
    return failures > 0;
}
