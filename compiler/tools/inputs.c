/* SPDX-License-Identifier: 0BSD
 * What `run` and `compare` call, and with which inputs. */
#include "tools/inputs.h"
#include "base/files.h"
#include "base/words.h"
#include "model.h"
#include "tools/exec/compare.h"
#include "tools/exec/npy.h"
#include "tools/exec/tensor.h"

#include <string.h>

static _Noreturn void fail_no_method(const Model *m, const char *name)
{
    Text t = {0};
    for (int i = 0; i < m->ngraphs; i++)
        text_add(&t, "%s%s", i ? ", " : "", printable(m->graph[i]->method->name));
    fatal(m->program->path, "it has no method %s, but %s", printable(name), t.data);
}

const Graph *choose_method(const Model *m, const char *name)
{
    const Graph *chosen = graph_of_method(m, name ? name : "forward");
    if (name && !chosen)
        fail_no_method(m, name);
    return chosen ? chosen : m->graph[0];
}

const char *describe_arg(const char *what, int i, const Arg *a)
{
    return a->name ? fmt_text("%s %d (%s)", what, i, printable(a->name))
                   : fmt_text("%s %d", what, i);
}

static void store_one(int dtype, uint8_t *data)
{
    static const uint16_t half_one = 0x3C00, bfloat_one = 0x3F80;
    static const float float_one = 1;
    static const double double_one = 1;
    switch (dtype) {
    case F16:
    case C32:
        memcpy(data, &half_one, sizeof half_one);
        break;
    case BF16:
        memcpy(data, &bfloat_one, sizeof bfloat_one);
        break;
    case F32:
    case C64:
        memcpy(data, &float_one, sizeof float_one);
        break;
    case F64:
    case C128:
        memcpy(data, &double_one, sizeof double_one);
        break;
    default:
        *data = 1;
    }
}

CaseValue ones_for(const Arg *a)
{
    CaseValue v = {.kind = a->file->kind, .i = a->file->i, .d = a->file->d};
    if (a->given) {
        v.tensor = *a->file->tensor;
        size_t count = (size_t)tensor_count(&v.tensor), size = dtype_bytes(v.tensor.dtype);
        uint8_t *data = NEW(uint8_t, count * size);
        for (size_t i = 0; i < count; i++)
            store_one(v.tensor.dtype, data + i * size);
        v.tensor.data = (Bytes){data, count * size};
    }
    return v;
}

/* Sets the extent with which the tensor has the bytes of the file, if just one extent is
 * dynamic. */
static void fit_extent(const Arg *a, FileTensor *t, size_t bytes)
{
    int axis = -1;
    size_t rest = dtype_bytes(t->dtype);
    for (int i = 0; i < t->rank; i++)
        if (size_is_const(a->value->type.dim[i]))
            rest *= (size_t)t->size[i];
        else if (axis >= 0)
            return;
        else
            axis = i;
    if (axis >= 0 && rest && bytes % rest == 0)
        t->size[axis] = (int64_t)(bytes / rest);
}

CaseValue read_argument(const char *path, const char *what, const Arg *a, int i)
{
    CaseValue v = {.kind = FV_TENSOR, .tensor = *a->file->tensor};
    Bytes file = file_read(path);
    if (is_npy(file)) {
        v.tensor = npy_read(path, file);
        const char *mismatch = input_mismatch(a, &v);
        if (mismatch)
            fatal(path, "%s %s", describe_arg(what, i, a), mismatch);
        return v;
    }
    fit_extent(a, &v.tensor, file.size);
    size_t want = (size_t)tensor_count(&v.tensor) * dtype_bytes(v.tensor.dtype);
    if (file.size != want) {
        Text shape = {0};
        add_shape(&shape, &v.tensor);
        fatal(path, "%s is %s: %zu bytes, but the file has %zu", describe_arg(what, i, a),
              shape.data, want, file.size);
    }
    v.tensor.data = file;
    return v;
}

static const TestCase *first_case(const Bundle *b, const Graph *g)
{
    for (int i = 0; i < b->nsuites; i++) {
        const TestSuite *s = &b->suite[i];
        if (strcmp(s->method, g->method->name) == 0 && s->ntests &&
            s->test[0].ninputs == g->ninputs)
            return &s->test[0];
    }
    return NULL;
}

bool has_recorded_inputs(const ExecOptions *o, const Bundle *b, const Graph *g)
{
    return o->ninputs == 0 && first_case(b, g);
}

const CaseValue *make_inputs(const ExecOptions *o, const Bundle *b, const Graph *g)
{
    if (has_recorded_inputs(o, b, g))
        return first_case(b, g)->input;
    CaseValue *v = NEW(CaseValue, g->ninputs);
    int tensors = 0;
    for (int i = 0; i < g->ninputs; i++) {
        const Arg *a = &g->input[i];
        bool from_file = a->given && o->ninputs > 0;
        if (from_file && tensors < o->ninputs)
            v[i] = read_argument(o->input[tensors], "input", a, i);
        else
            v[i] = ones_for(a);
        tensors += from_file;
    }
    if (tensors != o->ninputs)
        usage_error("%s needs %d --input, got %d", printable(g->method->name), tensors, o->ninputs);
    return v;
}
