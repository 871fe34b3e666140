/* SPDX-License-Identifier: 0BSD
 * The verbs of ptec. */
#define _POSIX_C_SOURCE 200809L
#include "base/files.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/output_name.h"
#include "compile.h"
#include "emit/output.h"
#include "emit/text/shared.h"
#include "emit/turns.h"
#include "read/bundle.h"
#include "select/registry.h"
#include "tools/bundle.h"
#include "tools/cases.h"
#include "tools/compare/compare.h"
#include "tools/compiled.h"
#include "tools/diff/code.h"
#include "tools/diff/limits.h"
#include "tools/diff/report.h"
#include "tools/each.h"
#include "tools/inputs.h"
#include "tools/libraries.h"
#include "tools/measure.h"
#include "tools/operators.h"
#include "tools/outputs.h"
#include "tools/package/package.h"
#include "tools/report/page.h"
#include "tools/run.h"
#include "tools/show/explorer.h"
#include "tools/show/extract.h"
#include "tools/show/memory.h"
#include "tools/show/selected.h"
#include "tools/show/show.h"
#include "tools/show/show_json.h"
#include "tools/show/show_plan.h"
#include "tools/show/trace.h"
#include "tools/size/objects.h"
#include "tools/size/report.h"
#include "tools/verify.h"

#include <string.h>
#include <unistd.h>

static Bundle *read_input(Options *o, const char *path)
{
    o->model_path = path;
    if (!o->name)
        o->name = name_of_file(path);
    return read_model(path, o->ptd, o->nptds);
}

static Emitted emit_to_run(const Options *o, Bundle *b, const char *runtime)
{
    return emit_to_compile(compile_model(b->program, o), runtime);
}

static void print_heading(const CommandLine *c, const char *path)
{
    if (c->nmodels > 1)
        print("%s:\n", printable(path));
}

static Model *compile_file(const CommandLine *c, const char *path)
{
    Options *o = NEW(Options, 1);
    *o = c->options;
    Bundle *b = read_input(o, path);
    if (!c->options.name)
        note_name(path, o->name);
    if (c->options.dump_pass)
        print_heading(c, path);
    Model *m = compile_model(b->program, o);
    return c->size ? fit_flash(&c->exec, m) : m;
}

static Model **compile_files(const CommandLine *c)
{
    Model **model = NEW(Model *, c->nmodels);
    for (int i = 0; i < c->nmodels; i++)
        model[i] = compile_file(c, c->model[i]);
    return model;
}

/* Makes one of what the models have in common, as the options say. */
static const Overlay *join_models(const CommandLine *c, Model **model)
{
    need_names(model, c->nmodels, c->options.shared);
    if (c->options.shared)
        share_weights(model, c->nmodels);
    for (int i = 0; i < c->nmodels; i++)
        check_flash(model[i]);
    return c->overlay ? share_arena(model, c->nmodels) : NULL;
}

static int run_compile(CommandLine *c)
{
    Text report = {0};
    Model **model = compile_files(c);
    if (c->options.dump_pass)
        return 0;
    const Overlay *overlay = join_models(c, model);
    const Compilation done = {.model = model,
                              .count = c->nmodels,
                              .overlay = overlay,
                              .measures = c->size ? &c->exec : NULL,
                              .max_stack = c->max_stack};
    (c->json ? report_compiled_json : report_compiled)(&report, &done);
    for (int i = 0; i < c->nmodels; i++)
        emit_files(model[i]);
    if (c->options.shared)
        emit_weights(model[0]);
    progress_end();
    files_place();
    print_text(&report);
    return 0;
}

/* Returns the same options without steps in turns, whose results are never whole in memory; it then
 * holds more than --max-ram may say. */
static Options *options_of_whole_steps(const Options *o)
{
    Options *whole = NEW(Options, 1);
    *whole = *o;
    whole->whole_steps = true;
    whole->max_ram = 0;
    return whole;
}

/* Holds what the C that `verify` runs is made of. */
typedef struct Verified {
    const Options *options;
    Bundle *bundle;
    const char *runtime;
} Verified;

static void emit_for_steps(const void *context, Emitted *reference, Emitted *whole)
{
    const Verified *s = context;
    Options *plain = NEW(Options, 1);
    *plain = (Options){
        .name = s->options->name, .custom = s->options->custom, .ncustoms = s->options->ncustoms};
    *whole = emit_to_run(options_of_whole_steps(s->options), s->bundle, s->runtime);
    *reference = emit_to_run(plain, s->bundle, s->runtime);
}

static int verify_file(const CommandLine *c, const char *path, Json *json)
{
    Options o = c->options;
    ExecOptions exec = c->exec;
    exec.profile = c->profile[0];
    Bundle *b = read_input(&o, path);
    const Verified source = {&o, b, exec.runtime};
    Emitted e, reference;
    if (exec.steps_each)
        emit_for_steps(&source, &reference, &e);
    else
        e = emit_to_run(&o, b, exec.runtime);
    link_libraries(&exec, e.model);
    if (exec.steps_each)
        return verify_each_step(&exec, b, &reference, &e);
    return verify_model(&exec, b, &e, &(StepsMaker){emit_for_steps, &source}, json);
}

/* Prints one object, whose only member `list` has what `add` makes of each file. */
static int print_json(const CommandLine *c, const char *list,
                      int (*add)(const CommandLine *c, const char *path, Json *json))
{
    int code = 0;
    Text t = {0};
    Json j = {.text = &t};
    json_lines(&j, NULL, '{');
    json_lines(&j, list, '[');
    for (int i = 0; i < c->nmodels; i++)
        code |= add(c, c->model[i], &j);
    json_close(&j);
    json_close(&j);
    print_text(&t);
    return code;
}

static int run_verify(CommandLine *c)
{
    int code = 0;
    need_places(&c->exec, c->profile[0], c->options.out_dir);
    if (c->json)
        return print_json(c, "models", verify_file);
    for (int i = 0; i < c->nmodels; i++) {
        print_heading(c, c->model[i]);
        code |= verify_file(c, c->model[i], NULL);
    }
    return code;
}

/* Returns the same without steps in turns, for results of all steps. */
static Emitted emit_whole_steps(const CommandLine *c, Bundle *b, const Emitted *e)
{
    if (!has_strips(choose_method(e->model, c->exec.method), false))
        return *e;
    return emit_to_run(options_of_whole_steps(&c->options), b, c->exec.runtime);
}

static int run_run(CommandLine *c)
{
    need_places(&c->exec, c->profile[0], c->options.out_dir);
    Bundle *b = read_input(&c->options, c->model[0]);
    Emitted e = emit_to_run(&c->options, b, c->exec.runtime);
    link_libraries(&c->exec, e.model);
    if (c->exec.etdump || c->exec.dump) {
        const Emitted whole = emit_whole_steps(c, b, &e);
        return c->exec.dump ? save_model_values(&c->exec, b, &whole)
                            : dump_model(&c->exec, b, &e, &whole);
    }
    return run_model(&c->exec, b, &e, &(RunForm){c->profile[0], c->options.out_dir, c->json});
}

static void show_file(const CommandLine *c, const char *path)
{
    Text t = {0}, trace = {0}, graph = {0};
    Options *o = NEW(Options, 1);
    *o = c->options;
    Bundle *b = read_input(o, path);
    const Model *m = c->memory || c->trace || c->explorer ? compile_model(b->program, o) : NULL;
    if (c->extract)
        extract_delegates(b->program, c->extract);
    if (c->trace) {
        trace_memory(&trace, m);
        file_write(c->trace, trace.data, trace.size);
    }
    if (c->explorer) {
        explore_steps(&graph, m);
        file_write(c->explorer, graph.data, graph.size);
    }
    if (c->memory) {
        show_memory(&t, m);
    } else {
        show(b, &t);
        show_plan(b->program, o, &t);
    }
    print_text(&t);
}

static int show_as_json(const CommandLine *c, const char *path, Json *json)
{
    Options *o = NEW(Options, 1);
    *o = c->options;
    json_program(json, read_input(o, path), o);
    return 0;
}

static int run_show(CommandLine *c)
{
    if (c->json)
        return print_json(c, "programs", show_as_json);
    if (c->selected) {
        Text t = {0};
        show_selected(&t, &c->options, c->model, c->nmodels);
        print_text(&t);
        return 0;
    }
    for (int i = 0; i < c->nmodels; i++) {
        print_heading(c, c->model[i]);
        show_file(c, c->model[i]);
    }
    return 0;
}

static int run_report(CommandLine *c)
{
    Text t = {0};
    Model *m = compile_file(c, c->model[0]);
    check_flash(m);
    report_page(&t, m, c->profile[0]);
    file_write(c->options.out_dir, t.data, t.size);
    return 0;
}

static int run_cases(CommandLine *c)
{
    Bundle *b = read_input(&c->options, c->model[0]);
    CasesOutput to = {.folder = c->options.out_dir, .main = hosted_main};
    to.main.file = fmt_text("%s_cases_main.c", c->options.name);
    emit_cases(&c->exec, b, compile_model(b->program, &c->options), &to);
    files_place();
    return 0;
}

static int run_package(CommandLine *c)
{
    Text report = {0};
    Options *o = &c->options;
    const char *folder = o->out_dir;
    Bundle *b = read_input(o, c->model[0]);
    check_package(c->ecosystem, folder, o->name);
    o->bundle = true;
    o->out_dir = package_sources(folder);
    Model *m = compile_model(b->program, o);
    check_flash(m);
    report_size(&report, m, NULL);
    emit_files(m);
    emit_package(c->ecosystem, &c->exec, b, m, folder);
    progress_end();
    files_place();
    print_text(&report);
    return 0;
}

static int run_bundle(CommandLine *c)
{
    Options o = c->options;
    o.opt = 0;
    Bundle *b = read_input(&o, c->model[0]);
    const Emitted e = emit_to_run(&o, b, NULL);
    return write_bundle(&c->exec, b, &e, c->options.out_dir);
}

static int run_ops(CommandLine *c)
{
    Text t = {0};
    (c->json ? list_operators : show_operators)(&t);
    print_text(&t);
    return 0;
}

static int run_size(CommandLine *c)
{
    Text t = {0};
    Model **model = compile_files(c);
    join_models(c, model);
    const Sizes sizes = measure_models(&c->exec, model, c->nmodels);
    (c->json ? report_sizes_json : report_sizes)(&t, &sizes);
    print_text(&t);
    return 0;
}

/* Compiles a program for a comparison, with the names of `old` unless that is NULL. */
static Model *compile_to_compare(const CommandLine *c, const char *path, const char *name,
                                 const Manifest *old, Text *source, const Manifest **manifest)
{
    Options *o = NEW(Options, 1);
    Text text = {0};
    *o = c->options;
    o->name = name;
    o->old = old;
    Bundle *b = read_input(o, path);
    Model *m = compile_model(b->program, o);
    emit_to_compare(m, source, &text);
    *manifest = parse_manifest(path, &text);
    return m;
}

static int diff_code(const CommandLine *c)
{
    const CodeForm form = c->markdown             ? CODE_MARKDOWN
                          : isatty(STDOUT_FILENO) ? CODE_COLOURS
                                                  : CODE_TEXT;
    const char *name = name_of_file(c->model[1]);
    Text was = {0}, is = {0}, t = {0};
    const Manifest *old, *new;
    for (int i = 0; i < 2; i++)
        if (is_manifest(c->model[i]))
            usage_error("--code compares the C of programs, of which '%s' has none",
                        printable(c->model[i]));
    compile_to_compare(c, c->model[0], name, NULL, &was, &old);
    compile_to_compare(c, c->model[1], name, old, &is, &new);
    report_code(&t, &was, &is, form);
    print_text(&t);
    return 0;
}

static const Profile *times_of(const Manifest *m, const char *path)
{
    Dict steps = {0};
    for (int i = 0; i < m->nmethods; i++)
        for (int k = 0; k < m->method[i].nsteps; k++)
            dict_add(&steps, m->method[i].step[k].name);
    return read_profile(path, &steps);
}

/* Reads or compiles the old output, number 0, or the new one. */
static DiffSide side_of(const CommandLine *c, int number)
{
    DiffSide s = {.path = c->model[number]};
    if (is_manifest(s.path)) {
        if (c->exec.cc)
            usage_error("--cc compiles the C of programs, of which '%s' has none",
                        printable(s.path));
        s.manifest = read_manifest(s.path);
    } else {
        Model *m = compile_to_compare(c, s.path, NULL, NULL, &(Text){0}, &s.manifest);
        const Emitted e = c->exec.cc ? emit_to_compile(m, NULL) : (Emitted){0};
        s.size = c->exec.cc ? measure_size(&c->exec, &e) : NULL;
    }
    s.times = c->nprofiles ? times_of(s.manifest, c->profile[number]) : NULL;
    return s;
}

static int run_diff(CommandLine *c)
{
    const DiffForm form = c->json ? DIFF_JSON : c->markdown ? DIFF_MARKDOWN : DIFF_TEXT;
    Text t = {0};
    if (c->code)
        return diff_code(c);
    const DiffSide was = side_of(c, 0), is = side_of(c, 1);
    const Diff *d = compare_outputs(&was, &is);
    report_diff(&t, d, form);
    print_text(&t);
    return check_limits(d, c->limit, c->nlimits);
}

/* Reads an ETDump, or compiles a program with the options that stand before it. */
static CompareSide side_to_compare(CommandLine *c, int number)
{
    CompareSide s = {.path = c->model[number]};
    Options *o = &c->before[number];
    if (is_etdump(file_read(s.path))) {
        EtDump *d = NEW(EtDump, 1);
        *d = read_etdump(s.path);
        s.dump = d;
        return s;
    }
    Emitted *e = NEW(Emitted, 1);
    Bundle *b = read_input(o, s.path);
    *e = emit_to_run(options_of_whole_steps(o), b, c->exec.runtime);
    s.bundle = b;
    s.emitted = e;
    link_libraries(&c->exec, e->model);
    return s;
}

static int run_compare(CommandLine *c)
{
    const CompareSide side[2] = {side_to_compare(c, 0), side_to_compare(c, 1)};
    if (side[0].dump && side[1].dump)
        usage_error("compare takes one ETDump and the program that was run");
    return compare_sides(&c->exec, side);
}

static const Verb verbs[] = {
    {COMPILE, "compile", compile_help, run_compile},
    {VERIFY, "verify", verify_help, run_verify},
    {RUN, "run", run_help, run_run},
    {SHOW, "show", show_help, run_show},
    {CASES, "cases", cases_help, run_cases},
    {PACKAGE, "package", package_help, run_package},
    {REPORT, "report", report_help, run_report},
    {OPS, "ops", ops_help, run_ops},
    {DIFF, "diff", diff_help, run_diff},
    {BUNDLE, "bundle", bundle_help, run_bundle},
    {COMPARE, "compare", compare_help, run_compare},
    {SIZE, "size", size_help, run_size},
};
enum { NVERBS = sizeof verbs / sizeof *verbs };

static const Verb *find_verb(const char *name)
{
    const char *names[NVERBS + 1] = {0};
    for (int i = 0; i < NVERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
        names[i] = verbs[i].name;
    }
    const char *near = nearest_name(name, names);
    usage_error("there is no verb '%s'%s%s%s", printable(name), near ? "; did you mean '" : "",
                near ? near : "", near ? "'?" : ". Try ptec --help");
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        fputs(usage, stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print("%s", usage);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        print("ptec %s\n", PTEC_VERSION);
        return 0;
    }
    const Verb *verb = find_verb(argv[1]);
    CommandLine c = parse_command_line(verb, argc - 1, argv + 1);
    return verb->run(&c);
}

int main(int argc, char **argv)
{
    process_start();
    int code = run(argc, argv);
    print_end();
    return code;
}
