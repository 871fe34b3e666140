/* SPDX-License-Identifier: 0BSD
 * Limits on what is measured of the emitted C: an error says by how much they are exceeded. */
#include "tools/budgets.h"
#include "base/words.h"
#include "compile.h"
#include "graph/build.h"

bool exceeds_flash(const Model *m, const Measured *size)
{
    const int64_t most = m->options->max_flash;
    return most && flash_bytes(m, size) > most;
}

static void check_whole_flash(const Model *m, const Measured *size)
{
    if (exceeds_flash(m, size))
        fatal(m->program->path,
              "weights %s, code %s, tables %s and .data %s need %s bytes of flash, more than "
              "--max-flash %s%s",
              grouped((uint64_t)m->weights_bytes), grouped((uint64_t)size->code),
              grouped((uint64_t)size->tables), grouped((uint64_t)size->data),
              grouped((uint64_t)flash_bytes(m, size)), grouped((uint64_t)m->options->max_flash),
              name_largest_weights(m));
}

/* Lists what the calls of each method take, for a message. */
static const char *stack_of_methods(const Model *m, CallGraph *calls)
{
    Text t = {0};
    for (int i = 0; i < m->ngraphs; i++)
        if (!is_constant_method(m->graph[i]))
            text_add(&t, "%s %s %s", t.size ? "," : "", m->graph[i]->name,
                     grouped((uint64_t)stack_of_method(m->graph[i], calls).bytes));
    return text_string(&t);
}

static void check_stack(const Model *m, const Measured *size, int64_t most)
{
    if (!size->calls)
        fatal(m->program->path,
              "--max-stack: %s writes no call graph; gcc does, from version 10 on", size->compiler);
    const StackBound deepest = stack_of_any(size->calls);
    if (deepest.unbounded)
        fatal(m->program->path, "--max-stack %s: the stack is unbounded: %s",
              grouped((uint64_t)most), plain_name(m, deepest.unbounded));
    if (deepest.bytes > most)
        fatal(m->program->path, "the stack needs %s bytes, more than --max-stack %s; methods:%s",
              grouped((uint64_t)deepest.bytes), grouped((uint64_t)most),
              stack_of_methods(m, size->calls));
}

void check_budgets(const Model *m, const Measured *size, int64_t max_stack)
{
    check_whole_flash(m, size);
    if (max_stack)
        check_stack(m, size, max_stack);
}
