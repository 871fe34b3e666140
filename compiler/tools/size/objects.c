/* SPDX-License-Identifier: 0BSD
 * The objects that a compiler makes of one or several models. */
#include "tools/size/objects.h"
#include "emit/bundle.h"
#include "emit/output.h"
#include "tools/size/chunks.h"
#include "tools/size/references.h"
#include "tools/size/uses.h"

#include <string.h>

typedef struct Calls { /* the graphs of all objects */
    Text text;
    bool missing;
} Calls;

static bool are_apart(const ExecOptions *o)
{
    const char *flags = fmt_text("%s %s ", o->cc, o->cflags ? o->cflags : "");
    return strstr(flags, "-ffunction-sections ") && strstr(flags, "-fdata-sections ");
}

static void add_object(Sizes *s, Calls *calls, const ExecOptions *o, const char *name, int model,
                       const Text *source)
{
    SizedObject object = {name, model, compile_c(o, source, "")};
    calls->missing |= !object.made.calls.size;
    text_bytes(&calls->text, object.made.calls.data, object.made.calls.size);
    PUSH(s->object, s->nobjects, object);
    cut_object(s, s->nobjects - 1);
}

/* Objects tell which section refers to which symbol; so each function gets a section, in a second
 * object if the user's flags do not say so. */
static void refer(Sizes *s, const ExecOptions *o, int object, const Text *source)
{
    const Elf apart =
        are_apart(o) ? s->object[object].made.elf : compile_c(o, source, SECTIONS_APART).elf;
    find_references(s, object, &apart);
}

static void need_symbols(const Sizes *s)
{
    for (int i = 0; i < s->nchunks; i++)
        if (s->chunk[i].named)
            return;
    fatal(NULL,
          "%s makes an object without symbols, so that no byte has a name; leave out what "
          "strips it",
          s->compiler);
}

static RuntimeSource *list_sources(const Sizes *s, int *count)
{
    RuntimeSource *list = NULL;
    Text all = {0};
    *count = 0;
    for (int i = 0; i < s->nmodels; i++) {
        Text *text = NEW(Text, 1), weights = {0};
        (s->nmodels == 1 ? emit_bundle : emit_unit)(s->model[i], text, &weights);
        zfree(weights.data);
        PUSH(list, *count, ((RuntimeSource){fmt_text("%s.c", s->model[i]->options->name), text}));
        text_bytes(&all, s->source[i].data, s->source[i].size);
    }
    if (s->nmodels == 1)
        return list;
    int n;
    const RuntimeSource *runtime = runtime_sources(&all, &n);
    for (int i = 0; i < n; i++)
        PUSH(list, *count, runtime[i]);
    return list;
}

Sizes measure_models(const ExecOptions *o, Model *const *model, int count)
{
    Text *source = NEW(Text, count);
    Calls calls = {0};
    int n;
    for (int i = 0; i < count; i++)
        emit_to_compare(model[i], &source[i], &(Text){0});
    Sizes s = {.compiler = compiler_text(o), .model = model, .source = source, .nmodels = count};
    const RuntimeSource *list = list_sources(&s, &n);
    for (int i = 0; i < n; i++)
        add_object(&s, &calls, o, list[i].name, i < count ? i : -1, list[i].text);
    need_symbols(&s);
    for (int i = 0; i < n; i++)
        refer(&s, o, i, list[i].text);
    find_roots(&s);
    find_uses(&s);
    if (!calls.missing)
        s.calls = calls_read((Bytes){(const uint8_t *)calls.text.data, calls.text.size});
    return s;
}
