/* SPDX-License-Identifier: 0BSD
 * The verbs of ptec and their options. */
#include "emit/output.h"
#include "help.h"
#include "tools/memory.h"
#include "tools/size.h"
#include "tools/tools.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#ifndef PTEC_VERSION
#define PTEC_VERSION "unknown"
#endif

typedef struct CommandLine {
    Options options;
    ExecOptions exec;
    const char **model;
    int nmodels;
    bool json;
    const char *order;   /* --target: of bytes, not where to run; or NULL */
    const char *extract; /* show: folder for the delegates' data */
    const char *trace;   /* show: file for the plan's trace */
    bool memory;         /* show: draw the plan */
    bool size;           /* compile: measure the code */
} CommandLine;

typedef struct Verb {
    const char *name;
    const char *options; /* letters of the options it takes */
    const char *help;
    int (*run)(CommandLine *c);
} Verb;

/* Letters by which the verbs list their options, and by which getopt knows those that have one. */
enum {
    OPT_OUT = 'o',
    OPT_LEVEL = 'O',
    OPT_DUMP = 'd',
    OPT_REPEAT = 'n',
    OPT_NAME = 'N',
    OPT_NAMES = 'm',
    OPT_PTD = 'p',
    OPT_CUSTOM = 'u',
    OPT_DELEGATE = 'g',
    OPT_EXTRACT = 'x',
    OPT_LINK = 'l',
    OPT_SHARED = 'h',
    OPT_KERNELS = 'k',
    OPT_BIND = 'b',
    OPT_CHECKS = 'v',
    OPT_THREADS = 't',
    OPT_EMIT = 'e',
    OPT_WEIGHTS = 'w',
    OPT_CC = 'c',
    OPT_CFLAGS = 'f',
    OPT_RTOL = 'r',
    OPT_ATOL = 'a',
    OPT_STEPS = 's',
    OPT_STEPS_EACH = 'S',
    OPT_SEQUENCE = 'q',
    OPT_INPUT = 'i',
    OPT_JSON = 'j',
    OPT_STEPS_CRC = 'C',
    OPT_TARGET = 'T',
    OPT_RUNNER = 'R',
    OPT_MAX_RAM = 'M',
    OPT_SIZE = 'Z',
    OPT_MEMORY = 'y',
    OPT_MEMORY_TRACE = 'Y',
    OPT_HELP = 'H'
};

static const struct option long_options[] = {
    {"name", required_argument, NULL, OPT_NAME},
    {"names", required_argument, NULL, OPT_NAMES},
    {"ptd", required_argument, NULL, OPT_PTD},
    {"custom", required_argument, NULL, OPT_CUSTOM},
    {"delegate", required_argument, NULL, OPT_DELEGATE},
    {"extract", required_argument, NULL, OPT_EXTRACT},
    {"link", required_argument, NULL, OPT_LINK},
    {"shared", required_argument, NULL, OPT_SHARED},
    {"kernels", required_argument, NULL, OPT_KERNELS},
    {"bind", required_argument, NULL, OPT_BIND},
    {"checks", required_argument, NULL, OPT_CHECKS},
    {"threads", required_argument, NULL, OPT_THREADS},
    {"emit", required_argument, NULL, OPT_EMIT},
    {"weights", required_argument, NULL, OPT_WEIGHTS},
    {"cc", required_argument, NULL, OPT_CC},
    {"cflags", required_argument, NULL, OPT_CFLAGS},
    {"rtol", required_argument, NULL, OPT_RTOL},
    {"atol", required_argument, NULL, OPT_ATOL},
    {"steps", required_argument, NULL, OPT_STEPS},
    {"steps-each", no_argument, NULL, OPT_STEPS_EACH},
    {"sequence", required_argument, NULL, OPT_SEQUENCE},
    {"input", required_argument, NULL, OPT_INPUT},
    {"json", no_argument, NULL, OPT_JSON},
    {"steps-crc", no_argument, NULL, OPT_STEPS_CRC},
    {"target", required_argument, NULL, OPT_TARGET},
    {"runner", required_argument, NULL, OPT_RUNNER},
    {"max-ram", required_argument, NULL, OPT_MAX_RAM},
    {"size", no_argument, NULL, OPT_SIZE},
    {"memory", no_argument, NULL, OPT_MEMORY},
    {"memory-trace", required_argument, NULL, OPT_MEMORY_TRACE},
    {"help", no_argument, NULL, OPT_HELP},
    {0}};

/* -- the verbs -- */

/* "models/My Net.pte" -> "my_net" */
static const char *name_from_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = fmt_text("%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = 0;
    for (char *p = name; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return strcmp(path, "-") == 0 ? "model" : c_identifier(name);
}

static Bundle *read_input(CommandLine *c, const char *path)
{
    c->options.model_path = path;
    if (!c->options.name)
        c->options.name = name_from_path(path);
    return read_model(path, c->options.ptd, c->options.nptds);
}

static Model *compile_file(CommandLine *c, const char *path)
{
    Options *o = NEW(Options, 1);
    *o = c->options;
    o->model_path = path;
    o->name = o->name ? o->name : name_from_path(path);
    return compile_model(read_model(path, o->ptd, o->nptds)->program, o);
}

/* Files and symbols of one are not those of another. */
static void need_names(Model **model, int count, const char *shared)
{
    Dict taken = {0};
    for (int i = 0; i < count; i++)
        if (!dict_add(&taken, model[i]->options->name))
            usage_error("two models are called %s; compile them one by one, with --name",
                        model[i]->options->name);
    if (shared && dict_has(&taken, shared))
        usage_error("--shared %s is the name of a model", shared);
}

static const char *kernel_names(const Model *m)
{
    Text t = {0};
    for (int i = 0; i < m->options->nbackends; i++)
        text_add(&t, "%s%s", i ? "," : "", m->options->backend[i]->name);
    return t.size ? t.data : "portable";
}

static Emitted emit_to_compile(Model *m)
{
    Text *source = NEW(Text, 1), *header = NEW(Text, 1), *weights = NEW(Text, 1);
    emit_bundle(m, source, weights);
    emit_header(m, header);
    return (Emitted){.model = m,
                     .source = source,
                     .header = header,
                     .kernels = kernel_names(m),
                     .weights = {(const uint8_t *)weights->data, weights->size},
                     .output_step = output_step};
}

static Emitted emit_to_run(const Options *o, Bundle *b)
{
    return emit_to_compile(compile_model(b->program, o));
}

static void print_text(const Text *t)
{
    fwrite(text_string(t), 1, t->size, stdout);
}

static int run_compile(CommandLine *c)
{
    Text report = {0};
    Model **model = NEW(Model *, c->nmodels);
    for (int i = 0; i < c->nmodels; i++)
        model[i] = compile_file(c, c->model[i]);
    if (c->options.dump_pass)
        return 0;
    need_names(model, c->nmodels, c->options.shared);
    if (c->options.shared)
        share_weights(model, c->nmodels);
    for (int i = 0; i < c->nmodels; i++) {
        Emitted e = {0};
        if (c->size)
            e = emit_to_compile(model[i]);
        report_size(&report, model[i], c->size ? measure_size(&c->exec, &e) : NULL);
    }
    for (int i = 0; i < c->nmodels; i++)
        emit_files(model[i]);
    if (c->options.shared)
        emit_weights(model[0]);
    print_text(&report);
    return 0;
}

static int run_verify(CommandLine *c)
{
    Bundle *b = read_input(c, c->model[0]);
    c->options.whole_steps = c->exec.steps_each;
    Emitted e = emit_to_run(&c->options, b);
    if (!c->exec.steps_each)
        return verify_model(&c->exec, b, &e);
    Options plain = {
        .name = c->options.name, .custom = c->options.custom, .ncustoms = c->options.ncustoms};
    Emitted reference = emit_to_run(&plain, b);
    return verify_each_step(&c->exec, b, &reference, &e);
}

static int run_run(CommandLine *c)
{
    Bundle *b = read_input(c, c->model[0]);
    Emitted e = emit_to_run(&c->options, b);
    return run_model(&c->exec, b, &e);
}

static int run_show(CommandLine *c)
{
    Text t = {0}, trace = {0};
    Bundle *b = read_input(c, c->model[0]);
    const Model *m = c->memory || c->trace ? compile_model(b->program, &c->options) : NULL;
    if (c->extract)
        extract_delegates(b->program, c->extract);
    if (c->trace) {
        trace_memory(&trace, m);
        file_write(c->trace, trace.data, trace.size);
    }
    if (c->memory) {
        show_memory(&t, m);
    } else {
        show(b, &t);
        show_plan(b->program, &c->options, &t);
    }
    print_text(&t);
    return 0;
}

static int run_ops(CommandLine *c)
{
    Text t = {0};
    (c->json ? list_operators : show_operators)(&t);
    print_text(&t);
    return 0;
}

static const Verb verbs[] = {
    {"compile", "oNmpugkbvtMewhOdTZcf", compile_help, run_compile},
    {"verify", "NmpugkbvtMOlcfrasSqTRC", verify_help, run_verify},
    {"run", "NpugkbvtMOlcfin", run_help, run_run},
    {"show", "mpugkbtMOxyY", show_help, run_show},
    {"ops", "j", ops_help, run_ops},
};
enum { NVERBS = sizeof verbs / sizeof *verbs };

/* -- the command line -- */

static void print_usage(FILE *f)
{
    fputs("usage: ptec VERB ...\n"
          "  compile   turn an ExecuTorch program into C\n"
          "  verify    run its recorded cases and compare\n"
          "  run       run it and print its outputs\n"
          "  show      print what the file holds\n"
          "  ops       list the supported operators\n"
          "ptec VERB --help tells more; ptec --version\n",
          f);
}

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

static double number_of(const char *option, const char *text)
{
    char *end;
    double d = strtod(text, &end);
    if (end == text || *end || !(d >= 0))
        usage_error("%s takes a number that is not negative, not '%s'", option, printable(text));
    return d;
}

static int count_of(const char *option, const char *text, int lowest)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < lowest || n > 1000000)
        usage_error("%s takes a whole number from %d, not '%s'", option, lowest, printable(text));
    return (int)n;
}

static int choice_of(const char *option, const char *text, const char *const *choice)
{
    for (int i = 0; choice[i]; i++)
        if (strcmp(choice[i], text) == 0)
            return i;
    const char *near = nearest_name(text, choice);
    usage_error("%s: '%s' is not one of its values%s%s%s", option, printable(text),
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static _Noreturn void unknown_option(const Verb *verb, const char *word)
{
    const char *names[sizeof long_options / sizeof *long_options] = {0};
    for (int i = 0; long_options[i].name; i++)
        names[i] = fmt_text("--%s", long_options[i].name);
    const char *near = strncmp(word, "--", 2) == 0 ? nearest_name(word, names) : NULL;
    usage_error("%s: there is no option '%s'%s%s%s", verb->name, printable(word),
                near ? "; did you mean '" : "", near ? near : "",
                near ? "'?" : fmt_text(". Try ptec %s --help", verb->name));
}

static const char *identifier_of(const char *option, const char *name)
{
    if (!is_c_identifier(name))
        usage_error("%s: '%s' is no C identifier that the output can use", option, printable(name));
    return name;
}

/* "vector,portable" */
static void set_kernels(Options *o, const char *list)
{
    o->nbackends = 0;
    for (const char *end; *list; list = *end ? end + 1 : end) {
        end = strchr(list, ',');
        end = end ? end : list + strlen(list);
        const char *name = fmt_text("%.*s", (int)(end - list), list);
        choice_of("--kernels", name, backend_names);
        PUSH(o->backend, o->nbackends, backend_find(name));
    }
}

/* The names of operators and backends, which comments of the output have too. */
static char *name_of(const char *option, char *text, const char *need, const char *example)
{
    const char *at = strstr(text, need);
    bool fits = *text && at && (!*need || (at > text && at[strlen(need)]));
    for (const char *p = text; *p; p++)
        fits &= isalnum((unsigned char)*p) || strchr("_-:.", *p);
    if (!fits)
        usage_error("%s takes a name such as %s, not '%s'", option, example, printable(text));
    return text;
}

static void add_binding(Options *o, const char *text)
{
    Binding b = {0};
    if (!parse_binding(text, &b))
        usage_error("--bind: '%s' is not like input0.dim1=7", printable(text));
    for (int i = 0; i < o->nbinds; i++)
        if (o->bind[i].input == b.input && o->bind[i].dim == b.dim)
            usage_error("--bind: '%s' and '%s' bind the same extent", printable(o->bind[i].text),
                        printable(text));
    PUSH(o->bind, o->nbinds, b);
}

/* One thread is the code without any. */
static void set_threads(CommandLine *c, const char *text)
{
    int n = count_of("--threads", text, 1);
    if (n > MOST_THREADS)
        usage_error("--threads takes %d at most, not '%s'", MOST_THREADS, printable(text));
    c->options.threads = c->exec.threads = n > 1 ? n : 0;
}

/* A place to run, or an order of bytes alone. */
static void set_target(CommandLine *c, const char *text)
{
    enum { ORDERS = 2 };
    const char *names[ORDERS + MOST_TARGETS + 1] = {"little-endian", "big-endian"};
    for (int i = 0; targets[i].name; i++)
        names[ORDERS + i] = targets[i].name;
    int i = choice_of("--target", text, names);
    c->exec.target = i < ORDERS ? NULL : &targets[i - ORDERS];
    c->options.big_endian = i < ORDERS ? i == 1 : c->exec.target->big_endian;
    c->order = i < ORDERS ? text : NULL;
}

static int64_t bytes_of(const char *option, const char *text)
{
    char *end;
    long long n = strtoll(text, &end, 10);
    int shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
    end += shift > 0;
    if (end == text || *end || n < 1 || n > INT32_MAX >> shift)
        usage_error("%s takes a number of bytes such as 4800, 64K or 8M, not '%s'", option,
                    printable(text));
    return n << shift;
}

static void set_option(CommandLine *c, int option)
{
    static const char *const emits[] = {"c", "bundle", NULL}, *const weights[] = {"bin", "c", NULL};
    static const char *const levels[] = {"0", "2", NULL}, *const checks[] = {"on", "off", NULL};
    Options *o = &c->options;
    switch (option) {
    case OPT_OUT:
        o->out_dir = optarg;
        break;
    case OPT_LEVEL:
        o->opt = 2 * choice_of("-O", optarg, levels);
        break;
    case OPT_DUMP:
        o->dump_pass = optarg;
        break;
    case OPT_REPEAT:
        c->exec.repeat = count_of("-n", optarg, 1);
        break;
    case OPT_NAME:
        o->name = identifier_of("--name", optarg);
        break;
    case OPT_NAMES:
        o->names = optarg;
        break;
    case OPT_PTD:
        PUSH(o->ptd, o->nptds, optarg);
        break;
    case OPT_CUSTOM:
        PUSH(o->custom, o->ncustoms, name_of("--custom", optarg, "::", "mylib::scale.out"));
        break;
    case OPT_DELEGATE:
        PUSH(o->delegate, o->ndelegates, name_of("--delegate", optarg, "", "EthosUBackend"));
        break;
    case OPT_EXTRACT:
        c->extract = optarg;
        break;
    case OPT_SHARED:
        o->shared = identifier_of("--shared", optarg);
        break;
    case OPT_LINK:
        PUSH(c->exec.link, c->exec.nlinks, optarg);
        break;
    case OPT_KERNELS:
        set_kernels(o, optarg);
        break;
    case OPT_BIND:
        add_binding(o, optarg);
        break;
    case OPT_CHECKS:
        o->unchecked = choice_of("--checks", optarg, checks) == 1;
        break;
    case OPT_THREADS:
        set_threads(c, optarg);
        break;
    case OPT_EMIT:
        o->bundle = choice_of("--emit", optarg, emits) == 1;
        break;
    case OPT_WEIGHTS:
        o->weights = choice_of("--weights", optarg, weights) == 1 ? WEIGHTS_C : WEIGHTS_BIN;
        break;
    case OPT_CC:
        if (!optarg[strspn(optarg, " ")])
            usage_error("--cc names no compiler");
        c->exec.cc = optarg;
        break;
    case OPT_CFLAGS:
        c->exec.cflags = optarg;
        break;
    case OPT_RTOL:
        c->exec.rtol = number_of("--rtol", optarg);
        break;
    case OPT_ATOL:
        c->exec.atol = number_of("--atol", optarg);
        break;
    case OPT_STEPS:
        c->exec.steps = count_of("--steps", optarg, 0);
        break;
    case OPT_STEPS_EACH:
        c->exec.steps_each = true;
        break;
    case OPT_STEPS_CRC:
        c->exec.steps_crc = true;
        break;
    case OPT_SEQUENCE:
        c->exec.sequence = optarg;
        break;
    case OPT_TARGET:
        set_target(c, optarg);
        break;
    case OPT_RUNNER:
        if (!strstr(optarg, "%e"))
            usage_error("--runner: '%s' has no %%e for the image", printable(optarg));
        c->exec.runner = optarg;
        break;
    case OPT_INPUT:
        PUSH(c->exec.input, c->exec.ninputs, optarg);
        break;
    case OPT_MAX_RAM:
        c->options.max_ram = bytes_of("--max-ram", optarg);
        break;
    case OPT_SIZE:
        c->size = true;
        break;
    case OPT_MEMORY:
        c->memory = true;
        break;
    case OPT_MEMORY_TRACE:
        c->trace = optarg;
        break;
    case OPT_JSON:
        c->json = true;
        break;
    default:
        bug("an option that nobody handles");
    }
}

static void parse_options(CommandLine *c, const Verb *verb, int argc, char **argv)
{
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, ":o:O:d:n:", long_options, NULL)) != -1;) {
        const char *word = argv[optind - 1];
        if (option == ':')
            usage_error("%s: '%s' needs a value", verb->name, printable(word));
        if (option == '?')
            unknown_option(verb, word);
        if (option == OPT_HELP) {
            fputs(verb->help, stdout);
            exit(0);
        }
        if (!strchr(verb->options, option))
            usage_error("%s does not take '%s'. Try ptec %s --help", verb->name,
                        printable(argv[optind - (optarg == argv[optind - 1] ? 2 : 1)]), verb->name);
        set_option(c, option);
    }
    if (c->order && verb->run != run_compile)
        usage_error("--target %s is no place to run; one of them is s390x-qemu", c->order);
    if (c->exec.runner && !c->exec.target)
        usage_error("--runner needs --target, which says how to build the image");
    if (c->exec.steps_crc && !c->exec.target)
        usage_error("--steps-crc compares a --target with this machine");
    if (c->exec.steps_crc && c->options.big_endian)
        usage_error("--steps-crc compares bytes, whose order is another on a big-endian target");
    if (c->exec.target && c->exec.steps_each)
        usage_error("--steps-each is for this machine: without --target");
    if (c->exec.steps_each && (c->options.threads || c->options.max_ram))
        usage_error("--steps-each watches one step after the other: without --%s",
                    c->options.threads ? "threads" : "max-ram");
    bool compiles = strcmp(verb->name, "compile") == 0;
    if (compiles && !c->size && (c->exec.cc || c->exec.cflags))
        usage_error("--cc and --cflags name the compiler of --size");
    if ((c->exec.nlinks || c->size) && !c->exec.cc && (compiles || !c->exec.target))
        c->exec.cc = "cc";
    for (int i = optind; i < argc; i++)
        PUSH(c->model, c->nmodels, argv[i]);
    bool none = strcmp(verb->name, "ops") == 0;
    if (none ? c->nmodels > 0 : c->nmodels < 1 || (c->nmodels > 1 && !compiles))
        usage_error("%s takes %s. Try ptec %s --help", verb->name,
                    none       ? "no file"
                    : compiles ? "at least one model"
                               : "one model",
                    verb->name);
    if (c->nmodels > 1 && (c->options.name || c->options.names))
        usage_error("--name%s goes with one model", c->options.name ? "" : "s");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_usage(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("ptec %s\n", PTEC_VERSION);
        return 0;
    }
    const Verb *verb = find_verb(argv[1]);
    CommandLine c = {.options = {.out_dir = "", .opt = 2},
                     .exec = {.rtol = DEFAULT_RTOL, .atol = DEFAULT_ATOL}};
    parse_options(&c, verb, argc - 1, argv + 1);
    int code = verb->run(&c);
    if (fflush(stdout) != 0)
        fatal("standard output", "cannot be written");
    return code;
}
