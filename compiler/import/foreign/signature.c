/* SPDX-License-Identifier: 0BSD
 * The C functions of custom operators: which there are, and the types of their parameters, by the
 * user's schema or by the calls. */
#include "import/foreign/signature.h"
#include "base/words.h"
#include "import/call/arguments.h"
#include "model.h"
#include "read/kinds.h"

#include <string.h>

static const char *op_name(const FileOp *op)
{
    return *op->overload ? fmt_text("%s.%s", op->name, op->overload) : op->name;
}

static const OpRow *row_of(const Model *m, const char *name)
{
    for (int i = 0; i < m->options->ncustoms; i++)
        if (strcmp(m->options->custom[i].name, name) == 0)
            return &m->options->custom[i];
    return NULL;
}

bool is_custom(const Model *m, const FileOp *op)
{
    return row_of(m, op_name(op)) != NULL;
}

/* The arguments of a schema have to be those of the call, which ends with what it returns. */
const OpRow *custom_row(const Model *m, const FileOp *op, int nargs)
{
    OpRow *row = NEW(OpRow, 1);
    *row = *row_of(m, op_name(op));
    if (row->schema && row->nargs != nargs - 1)
        fatal(m->program->path, "a call of %s has %d arguments, and its schema %d: %s",
              printable(row->name), nargs - 1, row->nargs, printable(row->schema));
    row->nargs = nargs - 1;
    return row;
}

static bool is_pointer(FileKind kind)
{
    return kind >= FV_TENSOR;
}

/* Widens the type of a parameter so that one prototype serves all calls: None is a null pointer,
 * and an integer can be a double. */
static void unify(Call *c, ForeignArg *param, const ForeignArg *arg, const char *name)
{
    FileKind a = param->kind, b = arg->kind;
    a = a == FV_OPTIONAL_TENSOR_LIST ? FV_TENSOR_LIST : a;
    b = b == FV_OPTIONAL_TENSOR_LIST ? FV_TENSOR_LIST : b;
    if (a == FV_NULL && is_pointer(b)) {
        *param = *arg;
        return;
    }
    if ((a == FV_INT && b == FV_DOUBLE) || (a == FV_DOUBLE && b == FV_INT))
        param->kind = FV_DOUBLE;
    else if ((a != b && !(b == FV_NULL && is_pointer(a))) ||
             (a == b && param->result != arg->result))
        refuse(c, "'%s' is a %s here and a %s in another call; one C function cannot take both",
               name, kind_name(b), kind_name(a));
}

/* Gives a parameter the type that its schema says; one that may be None or a number is of the type
 * that the calls have. */
static void declare(ForeignArg *param, const OpArg *arg)
{
    static const FileKind kinds[] = {
        [ARG_TENSOR] = FV_TENSOR,
        [ARG_TENSOR_LIST] = FV_TENSOR_LIST,
        [ARG_INT] = FV_INT,
        [ARG_FLOAT] = FV_DOUBLE,
        [ARG_BOOL] = FV_BOOL,
        [ARG_SCALAR] = FV_DOUBLE,
        [ARG_INT_LIST] = FV_INT_LIST,
        [ARG_FLOAT_LIST] = FV_DOUBLE_LIST,
        [ARG_BOOL_LIST] = FV_BOOL_LIST,
        [ARG_STRING] = FV_STRING,
        [ARG_DTYPE] = FV_INT,
    };
    const FileKind kind = kinds[arg->type];
    const bool by_calls = arg->optional && (kind == FV_INT || kind == FV_DOUBLE || kind == FV_BOOL);
    param->kind = by_calls ? param->kind : kind;
    param->result = arg->written;
}

/* Requires of a call what the schema says. */
static void need_declared(Call *c, const ForeignArg *param, const ForeignArg *arg, const char *name)
{
    const FileKind given = arg->kind == FV_OPTIONAL_TENSOR_LIST ? FV_TENSOR_LIST : arg->kind;
    const bool fits = given == param->kind || (given == FV_NULL && is_pointer(param->kind)) ||
                      (given == FV_INT && param->kind == FV_DOUBLE);
    if (!fits)
        refuse(c, "'%s' is %s in the program, but %s in the schema of --custom", name,
               kind_name(given), kind_name(param->kind));
    if (param->result != arg->result)
        refuse(c, "the program %s '%s', which the schema of --custom does%s write",
               arg->result ? "writes" : "does not write", name, param->result ? "" : " not");
}

static ForeignFunction *find_function(Call *c, const char *op)
{
    Model *m = c->g->model;
    for (int i = 0; i < m->nforeign; i++)
        if (strcmp(m->foreign[i]->op, op) == 0)
            return m->foreign[i];
    ForeignFunction *f = NEW(ForeignFunction, 1);
    *f = (ForeignFunction){.op = op, .row = c->row};
    PUSH(m->foreign, m->nforeign, f);
    return f;
}

ForeignFunction *custom_function(Call *c, const ForeignArg *arg, int nargs)
{
    ForeignFunction *f = find_function(c, c->row->name);
    if (!f->param) {
        f->param = NEW(ForeignArg, nargs);
        f->nparams = nargs;
        memcpy(f->param, arg, (size_t)nargs * sizeof *arg);
        for (int i = 0; i < nargs && c->row->schema; i++)
            declare(&f->param[i], &c->row->arg[i]);
    }
    if (f->nparams != nargs)
        refuse(c, "the call has %d arguments, another one %d", nargs, f->nparams);
    for (int i = 0; i < nargs; i++) {
        if (c->row->schema)
            need_declared(c, &f->param[i], &arg[i], c->row->arg[i].name);
        unify(c, &f->param[i], &arg[i], fmt_text("argument %d", i));
    }
    return f;
}
