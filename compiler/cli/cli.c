/* SPDX-License-Identifier: 0BSD
 * The words of the command line, and what goes together. */
#include "cli/cli.h"
#include "base/files.h"
#include "base/words.h"
#include "cli/memory_options.h"
#include "cli/options.h"
#include "passes.h"
#include "select/registry.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void unknown_option(const Verb *verb, const char *word)
{
    const char **names = NULL;
    int n = 0;
    PUSH(names, n, "--help");
    for (const CliOption *o = cli_options; o->name; o++)
        if (o->name[1])
            PUSH(names, n, fmt_text("--%s", o->name));
    PUSH(names, n, NULL);
    const char *near = strncmp(word, "--", 2) == 0 ? nearest_name(word, names) : NULL;
    usage_error("%s: there is no option '%s'%s%s%s", verb->name, printable(word),
                near ? "; did you mean '" : "", near ? near : "",
                near ? "'?" : fmt_text(". Try ptec %s --help", verb->name));
}

static void check_diff(const CommandLine *c)
{
    const char *numbers = c->json        ? "json"
                          : c->nlimits   ? "fail-on"
                          : c->nprofiles ? "profile"
                          : c->exec.cc   ? "cc"
                                         : NULL;
    if (c->code && numbers)
        usage_error("--%s is for numbers: without --code", numbers);
    if (c->exec.cflags && !c->exec.cc)
        usage_error("--cflags are for the compiler that --cc names");
    if (c->nprofiles == 1)
        usage_error("diff takes two files of times: --profile OLD --profile NEW");
    for (int i = 0; i < c->nlimits; i++) {
        const char *needs = limit_needs(&c->limit[i], c->exec.cc != NULL, c->nprofiles > 0);
        if (needs)
            usage_error("--fail-on %s needs %s", c->limit[i].text, needs);
    }
}

static void check_streams(const Options *o)
{
    const char *other = o->shared      ? "shared"
                        : o->threads   ? "threads"
                        : o->nmemories ? "memory"
                                       : NULL;
    if (o->max_block && o->weights != WEIGHTS_STREAMED)
        usage_error("--max-block bounds the blocks of --weights streamed: give both");
    if (o->weights == WEIGHTS_STREAMED && other)
        usage_error("--weights streamed is for one arena and one thread: without --%s", other);
}

/* Checks those of where the emitted C runs, and what is watched there. */
static void check_run(const CommandLine *c, VerbId verb)
{
    if (c->exec.runner && !c->exec.target)
        usage_error("--runner needs --target, which says how to build the image");
    if (c->exec.port && !(c->exec.target && c->exec.target->ram_bytes))
        usage_error("--port needs the --target of a board, which says how to build the image");
    if (c->exec.max_instructions && !counts_instructions(&c->exec))
        usage_error("--max-instructions needs a --target whose emulator counts them: m33-qemu, for "
                    "example, without --runner and --port");
    if (c->exec.steps_crc && !c->exec.target)
        usage_error("--steps-crc compares a --target with this machine");
    if (c->exec.steps_crc && c->options.big_endian)
        usage_error("--steps-crc compares bytes, whose order is another on a big-endian target");
    if (c->exec.target && c->exec.steps_each)
        usage_error("--steps-each is for this machine: without --target");
    if (c->exec.steps_each && c->options.bytes)
        usage_error("--steps-each is for floats at the border: without --io int8");
    if (c->exec.steps_each && (c->options.threads || c->options.max_ram))
        usage_error("--steps-each watches one step after the other: without --%s",
                    c->options.threads ? "threads" : "max-ram");
    if (verb == VERIFY && c->exec.target && c->options.nmemories)
        usage_error("--memory is for this machine: without --target");
    if (c->exec.steps_crc && c->exec.runtime)
        usage_error("--steps-crc compiles the kernels for this machine too: without --runtime");
}

/* Checks the forms of what is printed or written beside it. */
static void check_forms(const CommandLine *c, VerbId verb)
{
    if (c->json && (c->exec.steps_each || c->selected || (verb == SHOW && c->memory)))
        usage_error("--%s is for people, or a form of its own: without --json",
                    c->exec.steps_each ? "steps-each"
                    : c->selected      ? "selected-operators"
                                       : "memory");
    if (c->json && c->options.dump_pass)
        usage_error("-d prints the graph: without --json");
    if (c->json && c->markdown)
        usage_error("--json and --markdown are two forms of the same: take one");
    if (verb == VERIFY && c->nprofiles && !c->exec.target)
        usage_error("verify --profile is for a --target; run --profile is for this machine");
    if ((c->exec.trace || (verb == VERIFY && c->nprofiles)) &&
        (c->nmodels > 1 || c->exec.steps_crc || c->exec.steps_each))
        usage_error("--%s watches the steps of one model by itself: without %s",
                    c->exec.trace ? "trace" : "profile",
                    c->nmodels > 1      ? "others"
                    : c->exec.steps_crc ? "--steps-crc"
                                        : "--steps-each");
}

/* Checks what `run` prints instead of outputs, of which it prints one thing. */
static void check_forms_of_run(const CommandLine *c)
{
    const char *const form[] = {c->exec.dump ? "dump" : NULL, c->exec.etdump ? "etdump" : NULL,
                                c->exec.trace ? "trace" : NULL, c->nprofiles ? "profile" : NULL};
    const char *const other = c->exec.dump && c->exec.repeat ? "n"
                              : c->json                      ? "json"
                              : *c->options.out_dir          ? "o"
                                                             : NULL;
    const char *instead = NULL;
    for (int i = 0; i < (int)(sizeof form / sizeof *form); i++) {
        if (instead && form[i])
            usage_error("run --%s and --%s are two forms of output: take one", instead, form[i]);
        instead = form[i] ? form[i] : instead;
    }
    if (instead && other)
        usage_error("run --%s has no such output: without %s%s", instead, other[1] ? "--" : "-",
                    other);
}

/* Checks that what the compiler or the linker is given is there: their messages blame the model. */
static void check_linked(const ExecOptions *o)
{
    for (int i = 0; i < o->nlinks; i++)
        file_need(o->link[i]);
    if (o->runtime)
        file_need(o->runtime);
}

/* Checks options that are wrong only together, or for this verb. */
static void check_together(CommandLine *c, VerbId verb)
{
    if (c->order && verb != COMPILE && verb != SIZE && verb != PACKAGE)
        usage_error("--target %s is no place to run; one of them is s390x-qemu", c->order);
    check_run(c, verb);
    check_forms(c, verb);
    check_streams(&c->options);
    if (c->options.max_piece && !c->options.by_steps)
        usage_error("--max-piece bounds what a call of --by-steps computes: give both");
    if (c->options.speed && c->exec.runtime)
        usage_error("--prefer speed is for kernels beside their calls: without --runtime");
    if (verb == COMPILE && !c->size && (c->exec.cc || c->exec.cflags))
        usage_error("--cc and --cflags name the compiler of --size");
    if (c->max_stack && !c->size)
        usage_error("--max-stack bounds what --size measures: give both");
    if (verb == COMPILE && c->options.speed && !c->options.bundle)
        usage_error("--prefer speed needs --emit bundle, where the kernels are beside their calls");
    if (verb == SIZE && c->options.speed && c->nmodels > 1)
        usage_error("--prefer speed goes with one model, whose kernels are beside their calls");
    if (c->nmodels > 1 && (c->options.name || c->options.names))
        usage_error("--name%s goes with one model", c->options.name ? "" : "s");
    if (c->nmodels > 1 &&
        (c->extract || c->trace || c->explorer || c->exec.sequence || c->exec.etdump))
        usage_error("--%s goes with one model", c->extract         ? "extract"
                                                : c->trace         ? "memory-trace"
                                                : c->explorer      ? "model-explorer"
                                                : c->exec.sequence ? "sequence"
                                                                   : "etdump");
    if (c->exec.etdump &&
        (c->exec.steps_crc || c->exec.steps_each || (verb == RUN && c->nprofiles)))
        usage_error("--etdump watches the steps by itself: without --%s",
                    c->exec.steps_crc    ? "steps-crc"
                    : c->exec.steps_each ? "steps-each"
                                         : "profile");
    if (c->overlay && c->nmodels == 1)
        usage_error("--overlay goes with several models, which share an arena");
    if (verb == DIFF)
        check_diff(c);
    if (verb == RUN)
        check_forms_of_run(c);
    if (c->selected && (c->memory || c->trace || c->explorer || c->extract))
        usage_error("--selected-operators is the list alone: without --%s",
                    c->memory     ? "memory"
                    : c->trace    ? "memory-trace"
                    : c->explorer ? "model-explorer"
                                  : "extract");
    if (verb == COMPARE && memcmp(&c->options, &c->before[1], sizeof c->options) != 0)
        usage_error("compare: options of how to compile stand before the files that they are for");
    if (verb != DIFF && c->nprofiles == 2)
        usage_error("%s takes one file of times", verb == RUN ? "run" : "report");
    if ((verb == REPORT || verb == BUNDLE) && !*c->options.out_dir)
        usage_error("%s needs -o FILE, the %s to write", verb == REPORT ? "report" : "bundle",
                    verb == REPORT ? "page" : "file");
    if (verb == BUNDLE && !c->exec.ninputs)
        usage_error("bundle needs --input FILE,FILE..., the tensors of a case");
    if (verb == PACKAGE && !c->ecosystem)
        usage_error("package needs --for, the ecosystem. Try ptec package --help");
    if (verb == PACKAGE && !*c->options.out_dir)
        usage_error("package needs -o DIR, a folder for the package");
    resolve_rules(&c->options);
}

/* Takes a model with the options that hold for it: those before it. */
static void take_model(CommandLine *c, const char *word)
{
    PUSH(c->model, c->nmodels, word);
    PUSH(c->before, c->nbefore, c->options);
}

static void take_models(CommandLine *c, const Verb *verb, char **word)
{
    while (*word)
        take_model(c, *word++);
    const bool one = verb->id == RUN || verb->id == REPORT || verb->id == CASES ||
                     verb->id == PACKAGE || verb->id == BUNDLE;
    const char *need = verb->id == OPS       ? "no file"
                       : one                 ? "one model"
                       : verb->id == DIFF    ? "an old and a new output"
                       : verb->id == COMPARE ? "two programs, or a program and an ETDump"
                                             : "at least one model";
    bool fits = verb->id == OPS                           ? c->nmodels == 0
                : one                                     ? c->nmodels == 1
                : verb->id == DIFF || verb->id == COMPARE ? c->nmodels == 2
                                                          : c->nmodels > 0;
    if (!fits)
        usage_error("%s takes %s. Try ptec %s --help", verb->name, need, verb->name);
}

static bool is_taken(const char *name, VerbId verb)
{
    for (const CliOption *o = cli_options; o->name; o++)
        if (strcmp(o->name, name) == 0 && o->verbs & verb)
            return true;
    return false;
}

static void print_help(const Verb *verb)
{
    Text t = {0};
    text_add(&t, "%s", verb->help);
    if (verb->id == COMPILE) {
        text_add(&t, "libraries of kernels:\n");
        list_backends(&t);
        text_add(&t, "passes:\n");
        list_passes(&t);
    }
    print_text(&t);
}

CommandLine parse_command_line(const Verb *verb, int argc, char **argv)
{
    enum { HELP = 256 }; /* more than any letter; the long options follow it */
    CommandLine c = {.options = {.out_dir = "", .opt = 2},
                     .exec = {.rtol = DEFAULT_RTOL, .atol = DEFAULT_ATOL}};
    struct option *known = NULL;
    int n = 0;
    Text letters = {0};
    text_add(&letters, verb->id == COMPARE ? "-:" : ":"); /* -: models in their order */
    PUSH(known, n, ((struct option){"help", no_argument, NULL, HELP}));
    for (const CliOption *o = cli_options; o->name; o++) {
        int id = HELP + 1 + (int)(o - cli_options);
        if (o->name[1] && (o->verbs & verb->id || !is_taken(o->name, verb->id)))
            PUSH(known, n, ((struct option){o->name, o->argument, NULL, id}));
        else if (!o->name[1])
            text_add(&letters, "%s%s", o->name, o->argument == required_argument ? ":" : "");
    }
    PUSH(known, n, ((struct option){0}));
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, letters.data, known, NULL)) != -1;) {
        const char *word = argv[optind - 1];
        if (found == ':')
            usage_error("%s: '%s' needs a value", verb->name, printable(word));
        if (found == '?')
            unknown_option(verb, word);
        if (found == 1) {
            take_model(&c, optarg);
            continue;
        }
        if (found == HELP) {
            print_help(verb);
            print_end();
            exit(0);
        }
        const CliOption *o = cli_options;
        if (found > HELP)
            o += found - HELP - 1;
        else
            while (o->name[1] || *o->name != found)
                o++;
        if (!(o->verbs & verb->id))
            usage_error("%s does not take '%s'. Try ptec %s --help", verb->name,
                        printable(argv[optind - (optarg == word ? 2 : 1)]), verb->name);
        o->set(&c, optarg);
    }
    take_models(&c, verb, argv + optind);
    check_together(&c, verb->id);
    check_linked(&c.exec);
    const bool measures = c.size || verb->id == SIZE;
    if ((measures || ((c.exec.nlinks || c.exec.runtime) && !c.exec.target)) && !c.exec.cc)
        c.exec.cc = "cc";
    return c;
}
