/* SPDX-License-Identifier: 0BSD
 * NAME.hpp: the calls of NAME.h for C++. */
#include "emit/beside/cpp_header.h"
#include "base/identifier.h"
#include "emit/text/arguments.h"
#include "emit/text/template.h"
#include "emit/text/text.h"
#include "graph/build.h"
#include "model.h"

/* Returns the type of a parameter: a tensor of fixed or of changing extents, or a number. */
static const char *parameter_type(const Emit *e, const Graph *g, const Arg *a, bool output)
{
    const char *element = fmt_text("%s%s", output ? "" : "const ", c_type_of_arg(a));
    if (arg_is_number(a))
        return fmt_text("%s &", element);
    if (arg_is_dynamic(a))
        return fmt_text("%sdynamic_tensor<%s, %d> &", output ? "" : "const ", element, arg_rank(a));
    const char *extents =
        fmt_text("%s_%s_%s_EXTENTS", e->upper, upper_case(g->name), upper_case(a->name));
    return fmt_text("tensor<%s%s%s%s> ", element, arg_rank(a) ? ", " : "",
                    arg_rank(a) ? extents : "", a->file->tensor->complex ? ", 2" : "");
}

static const char *passed(const Arg *a)
{
    if (arg_is_number(a))
        return fmt_text("&%s", a->name);
    if (arg_is_dynamic(a))
        return fmt_text("%s.data, %s.extents", a->name, a->name);
    return fmt_text("%s.data()", a->name);
}

static void add_method(Text *t, const Emit *e, const Graph *g)
{
    Text parameters = {0}, arguments = {0};
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (!a->given)
            continue;
        text_add(&parameters, "%s%s%s", parameters.size ? ", " : "",
                 parameter_type(e, g, a, i >= g->ninputs), a->name);
        text_add(&arguments, ", %s", passed(a));
    }
    add_wrapped(
        t, fmt_text("    pte_status %s(%s) const noexcept", g->name, text_string(&parameters)));
    text_add(t, "\n    {\n");
    add_wrapped(t, fmt_text("        return %s_%s_with(&ctx_%s);", e->name, g->name,
                            text_string(&arguments)));
    text_add(t, "\n    }\n");
}

static const char *methods(const Emit *e)
{
    Text t = {0};
    for (int i = 0; i < e->m->ngraphs; i++)
        if (!is_constant_method(e->m->graph[i]))
            add_method(&t, e, e->m->graph[i]);
    if (has_reset(e->m))
        text_add(&t, "    void reset() const noexcept { %s_reset_with(&ctx_); }\n", e->name);
    if (random_state(e->m))
        text_add(&t,
                 "    void seed(uint64_t number) const noexcept { %s_seed_with(&ctx_, number); }\n",
                 e->name);
    if (e->m->options->threads > 1)
        text_add(
            &t,
            "    void set_threads(pte_threads *threads) noexcept { ctx_.threads = threads; }\n");
    return text_string(&t);
}

/* Writes what makes the context of the object's own memory, and with delegates what starts and
 * stops them. */
static const char *constructor(const Emit *e)
{
    const bool destroyed = e->m->ndelegates > 0;
    Text t = {0};
    text_add(
        &t, "    explicit instance(const void *weights = %s_weights) noexcept : model({})\n    {\n",
        weights_name(e->m));
    text_add(&t, "        ctx_.arena = arena_;\n        ctx_.state = state_;\n"
                 "        ctx_.weights = weights;\n");
    if (has_reset(e->m))
        text_add(&t, "        reset();\n");
    if (destroyed)
        text_add(
            &t,
            "        status_ = %s_init_with(&ctx_);\n    }\n"
            "    ~instance() { if (status_ == PTE_OK) %s_destroy_with(&ctx_); }\n"
            "    pte_status status() const noexcept { return status_; } /* of the delegates */\n",
            e->name, e->name);
    else
        text_add(&t, "    }\n");
    return text_string(&t);
}

/* Returns the class that has its memory, unless that is in several places or weights are streamed.
 */
static const char *instance(const Emit *e)
{
    Text t = {0};
    const Hole holes[] = {{"NAME", e->upper},
                          {"state", e->m->state_bytes ? " and state" : ""},
                          {"constructor", constructor(e)},
                          {"members", e->m->ndelegates ? "    pte_status status_;\n" : ""}};
    if (e->m->options->nmemories || streams(e->m))
        return "";
    fill_template(&t, "instance.hpp.in", holes, sizeof holes / sizeof *holes);
    return text_string(&t);
}

void add_cpp_header(Text *t, const Emit *e)
{
    if (e->m->noperators)
        fatal(e->m->program->path,
              "NAME.hpp uses no heap, which steps of XNNPACK need: leave out --cpp, or xnnpack");
    const Hole holes[] = {{"name", e->name},
                          {"NAME", e->upper},
                          {"digest", fmt_text("%.16s", e->digest)},
                          {"methods", methods(e)},
                          {"instance", instance(e)}};
    fill_template(t, "model.hpp.in", holes, sizeof holes / sizeof *holes);
}
