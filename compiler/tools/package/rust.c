/* SPDX-License-Identifier: 0BSD
 * The Rust around a model in C: `ptec package --for rust`. */
#include "tools/package/rust.h"
#include "base/identifier.h"
#include "emit/text/arguments.h"
#include "graph/build.h"
#include "select/registry.h"

#include <inttypes.h>
#include <string.h>

static const char *rust_type(const Arg *a)
{
    static const char *const of[] = {
        [F32] = "f32", [F64] = "f64", [F16] = "u16", [BF16] = "u16", [BOOL] = "bool",
        [I8] = "i8",   [I16] = "i16", [I32] = "i32", [I64] = "i64",  [U8] = "u8",
        [U16] = "u16", [U32] = "u32", [U64] = "u64"};
    return of[a->value->type.dtype];
}

static int64_t elements(const Arg *a)
{
    return value_bound_bytes(a->value) / (int64_t)dtype_bytes((int)a->value->type.dtype);
}

/* Is it a keyword of Rust that C does not have? */
static const char *rust_name(const char *name)
{
    static const char *const keyword[] = {
        "as",   "async",    "await",  "become", "box",   "crate", "dyn",   "fn",      "final",
        "gen",  "impl",     "in",     "let",    "loop",  "macro", "match", "mod",     "move",
        "mut",  "override", "priv",   "pub",    "ref",   "self",  "super", "trait",   "try",
        "type", "unsized",  "unsafe", "use",    "where", "yield", "Self",  "abstract"};
    for (size_t i = 0; i < sizeof keyword / sizeof *keyword; i++)
        if (strcmp(keyword[i], name) == 0)
            return fmt_text("%s_", name);
    return name;
}

static void add_declaration(Text *t, const Graph *g)
{
    const char *name = g->model->options->name;
    text_add(t, "    fn %s_%s_with(ctx: *const Ctx", name, g->name);
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        const char *mut = i < g->ninputs ? "const" : "mut";
        if (!a->given)
            continue;
        text_add(t, ", %s: *%s %s", a->name, mut, rust_type(a));
        if (arg_is_dynamic(a))
            text_add(t, ", %s_dims: *%s i32", a->name, mut);
    }
    text_add(t, ") -> i32;\n");
}

/* Adds a parameter: a number, an array, or, of an input whose extents change, a slice that is as
 * long as these say. */
static void add_parameter(Text *t, const Graph *g, const Arg *a, bool output)
{
    const char *borrow = output ? "&mut " : "&";
    if (arg_is_number(a))
        text_add(t, ", %s: %s%s", a->name, borrow, rust_type(a));
    else if (arg_is_dynamic(a) && !output)
        text_add(t, ", %s: &[%s]", a->name, rust_type(a));
    else
        text_add(t, ", %s: %s[%s; %s_%s_ELEMENTS]", a->name, borrow, rust_type(a),
                 upper_case(g->name), upper_case(a->name));
    if (arg_is_dynamic(a))
        text_add(t, ", %s_dims: %s[i32; %d]", a->name, borrow, arg_rank(a));
}

/* Adds the test that a slice holds as many elements as the extents say; C tests these themselves.
 */
static void add_length_check(Text *t, const Arg *a)
{
    const int parts = a->file->tensor->complex ? 2 : 1;
    text_add(t,
             "        let needed = %s_dims.iter().fold(Some(%dusize), |n, &d| {\n"
             "            n.and_then(|n| n.checked_mul(d.max(0) as usize))\n"
             "        });\n"
             "        if needed.map_or(true, |n| n > %s.len()) {\n"
             "            return Err(Status(0x12));\n"
             "        }\n",
             a->name, parts, a->name);
}

static void add_method(Text *t, const Graph *g)
{
    Text arguments = {0};
    text_add(t, "\n    pub fn %s(&mut self", rust_name(g->name));
    for (int i = 0; i < g->ninputs + g->noutputs; i++)
        if (arg_at(g, i)->given)
            add_parameter(t, g, arg_at(g, i), i >= g->ninputs);
    text_add(t, ") -> Result<(), Status> {\n");
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        const char *pointer = i < g->ninputs ? "as_ptr" : "as_mut_ptr";
        if (!a->given)
            continue;
        if (arg_is_number(a))
            text_add(&arguments, ", %s", a->name);
        else
            text_add(&arguments, ", %s.%s()", a->name, pointer);
        if (!arg_is_dynamic(a))
            continue;
        text_add(&arguments, ", %s_dims.%s()", a->name, pointer);
        if (i < g->ninputs)
            add_length_check(t, a);
    }
    text_add(t,
             "        let ctx = self.ctx();\n"
             "        checked(unsafe { %s_%s_with(&ctx%s) })\n    }\n",
             g->model->options->name, g->name, text_string(&arguments));
}

/* Adds how many elements each argument has at most. */
static void add_lengths(Text *t, const Graph *g)
{
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (a->given && !arg_is_number(a))
            text_add(t, "pub const %s_%s_ELEMENTS: usize = %" PRId64 ";\n", upper_case(g->name),
                     upper_case(a->name), elements(a));
    }
}

/* Adds a type of so many bytes, aligned as C wants it. */
static void add_memory(Text *t, const char *type, int align, int64_t bytes)
{
    text_add(t, "#[repr(C, align(%d))]\nstruct %s([MaybeUninit<u8>; %" PRId64 "]);\n\n", align,
             type, bytes ? bytes : 1);
}

static void add_declarations(Text *t, const Model *m)
{
    const char *name = m->options->name;
    text_add(t,
             "#[repr(C)]\nstruct Ctx {\n    arena: *mut c_void,\n    state: *mut c_void,\n"
             "    weights: *const c_void,\n%s}\n\n",
             m->options->threads > 1 ? "    threads: *mut c_void,\n" : "");
    text_add(t, "extern \"C\" {\n    static %s_weights: u8;\n", name);
    for (int i = 0; i < m->ngraphs; i++)
        if (!is_constant_method(m->graph[i]))
            add_declaration(t, m->graph[i]);
    if (has_reset(m))
        text_add(t, "    fn %s_reset_with(ctx: *const Ctx);\n", name);
    if (random_state(m))
        text_add(t, "    fn %s_seed_with(ctx: *const Ctx, seed: u64);\n", name);
    text_add(t, "}\n\n");
}

static void add_constructor(Text *t, const Model *m)
{
    const char *name = m->options->name;
    text_add(t,
             "    /// Many bytes: best in static memory.\n"
             "    pub fn new() -> Self {\n"
             "        let %smodel = Model {\n"
             "            arena: Arena([MaybeUninit::uninit(); %" PRId64 "]),\n"
             "            state: State([MaybeUninit::uninit(); %" PRId64 "]),\n        };\n",
             has_reset(m) ? "mut " : "", m->arena_bytes ? m->arena_bytes : 1,
             m->state_bytes ? m->state_bytes : 1);
    if (has_reset(m))
        text_add(t, "        model.reset();\n");
    text_add(t,
             "        model\n    }\n\n"
             "    #[allow(unused_unsafe)] // since Rust 1.82\n"
             "    fn ctx(&mut self) -> Ctx {\n        Ctx {\n"
             "            arena: self.arena.0.as_mut_ptr().cast(),\n"
             "            state: self.state.0.as_mut_ptr().cast(),\n"
             "            weights: unsafe { ptr::addr_of!(%s_weights) }.cast(),\n%s"
             "        }\n    }\n",
             name, m->options->threads > 1 ? "            threads: ptr::null_mut(),\n" : "");
    if (has_reset(m))
        text_add(t,
                 "\n    pub fn reset(&mut self) {\n        let ctx = self.ctx();\n"
                 "        unsafe { %s_reset_with(&ctx) }\n    }\n",
                 name);
    if (random_state(m))
        text_add(t,
                 "\n    pub fn seed(&mut self, seed: u64) {\n        let ctx = self.ctx();\n"
                 "        unsafe { %s_seed_with(&ctx, seed) }\n    }\n",
                 name);
}

const char *rust_binding(const Model *m)
{
    Text t = {0};
    if (m->options->nmemories || m->ndelegates || m->noperators)
        usage_error("--for rust: a model with %s has no safe wrapper",
                    m->options->nmemories ? "several memories"
                    : m->ndelegates       ? "delegates"
                                          : "steps of XNNPACK");
    Emit e = {.m = (Model *)m};
    add_memory(&t, "Arena", arena_align(&e), m->arena_bytes);
    add_memory(&t, "State", 16, m->state_bytes);
    add_declarations(&t, m);
    for (int i = 0; i < m->ngraphs; i++)
        add_lengths(&t, m->graph[i]);
    text_add(&t, "\n/// The network with the memory of its calls.\n#[repr(C)]\npub struct Model {\n"
                 "    arena: Arena,\n    state: State,\n}\n\nimpl Model {\n");
    add_constructor(&t, m);
    for (int i = 0; i < m->ngraphs; i++)
        if (!is_constant_method(m->graph[i]))
            add_method(&t, m->graph[i]);
    text_add(&t, "}\n");
    return text_string(&t);
}
