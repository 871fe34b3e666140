/* SPDX-License-Identifier: 0BSD
 * The parameter structs that steps point at. */
#include "emit/params.h"
#include "emit/text/cexpr.h"
#include "emit/text/csize.h"
#include "emit/text/text.h"
#include "kernels/params.h"

#include <string.h>

bool params_are_static(const Params *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->param[i].size && !size_is_const(p->param[i].size))
            return false;
    return true;
}

static void add_param_value(Text *t, const Param *f)
{
    if (f->size)
        add_c_size(t, f->size);
    else
        text_add(t, "%s", c_float(f->number, F32));
}

/* Writes a parameter struct: a few members on the line of the name, else on lines below it. */
static void add_param_struct(Text *t, const char *type, const char *name, const Params *p)
{
    enum { FEW = 40 };
    Text fields = {0};
    size_t column = 0, all = 0;
    for (int i = 0; i < p->count; i++) {
        Text one = {0};
        if (p->param[i].size && !size_is_const(p->param[i].size))
            continue;
        text_add(&one, ".%s = ", p->param[i].field);
        add_param_value(&one, &p->param[i]);
        bool wrap = column == 0 || column + one.size > 92;
        text_add(&fields, "%s%s%s", column ? "," : "", wrap ? "\n    " : " ", one.data);
        column = wrap ? one.size + 4 : column + one.size + 2;
        all += one.size + 2;
    }
    const char *list = all ? fields.data : "0";
    bool few = all && all <= FEW;
    text_add(t, "static const %s %s = {%s};\n", type, name, few ? list + strlen("\n    ") : list);
}

Params params_of(const Step *s, int piece)
{
    Params p = {0};
    if (s->kind == K_MOVE)
        move_params(s, piece, &p);
    else
        s->kernel->params->set(s, &p);
    for (int i = 0; i < p.count; i++)
        if (p.param[i].size && size_is_const(p.param[i].size) && !p.param[i].size->narrow)
            fatal(s->name, "'%s' does not fit into 32 bits", p.param[i].field);
    return p;
}

int pieces_of(const Step *s)
{
    return s->kind == K_MOVE ? s->npieces : 1;
}

/* Returns the name of the step's parameters; equal ones are one object. */
const char *param_name(Emit *e, const Step *s, int piece)
{
    Text body = {0};
    Params p = params_of(s, piece);
    add_param_struct(&body, s->kernel->params->name, "\003", &p);
    const char *base = fmt_text("%s_params", s->base);
    if (s->npieces > 1)
        base = fmt_text("%s_%d", base, piece);
    return share(&e->params, body.data, base)->name;
}
