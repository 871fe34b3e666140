/* SPDX-License-Identifier: 0BSD
 * The options: one row and one function each. */
#include "cli/options.h"
#include "base/identifier.h"
#include "base/progress.h"
#include "base/words.h"
#include "cli/custom.h"
#include "cli/memory_options.h"
#include "cli/values.h"
#include "compile.h"
#include "select/registry.h"
#include "tools/exec/targets.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static void set_out(CommandLine *c, char *text)
{
    c->options.out_dir = text;
}

static void set_quiet(CommandLine *c, char *text)
{
    (void)text;
    c->exec.quiet = true;
    progress_silence();
}

static void set_sbom(CommandLine *c, char *text)
{
    (void)text;
    c->options.sbom = true;
}

static void set_level(CommandLine *c, char *text)
{
    static const char *const levels[] = {"0", "2", NULL};
    c->options.opt = 2 * choice_of("-O", text, levels);
}

static void set_dump(CommandLine *c, char *text)
{
    c->options.dump_pass = text;
}

static void set_repeat(CommandLine *c, char *text)
{
    c->exec.repeat = count_of("-n", text, 1);
}

static void set_name(CommandLine *c, char *text)
{
    c->options.name = identifier_of("--name", text);
}

static void set_names(CommandLine *c, char *text)
{
    c->options.names = text;
}

static void add_ptd(CommandLine *c, char *text)
{
    PUSH(c->options.ptd, c->options.nptds, text);
}

static void add_delegate(CommandLine *c, char *text)
{
    PUSH(c->options.delegate, c->options.ndelegates,
         name_of("--delegate", text, "", "EthosUBackend"));
}

static void set_extract(CommandLine *c, char *text)
{
    c->extract = text;
}

static void set_shared(CommandLine *c, char *text)
{
    c->options.shared = identifier_of("--shared", text);
}

static void add_link(CommandLine *c, char *text)
{
    PUSH(c->exec.link, c->exec.nlinks, text);
}

/* Sets the backends from a list such as "vector,portable". */
static void set_kernels(CommandLine *c, char *text)
{
    Options *o = &c->options;
    int n = 0;
    o->measured = strcmp(text, measured_name) == 0;
    if (o->measured) {
        o->backend = measured_backends();
        return;
    }
    o->backend = NULL;
    for (const char *list = text, *end; *list; list = *end ? end + 1 : end) {
        end = strchr(list, ',');
        end = end ? end : list + strlen(list);
        const char *name = fmt_text("%.*s", (int)(end - list), list);
        choice_of("--kernels", name, backend_names());
        const Backend *b = backend_find(name);
        if (!b)
            usage_error("--kernels: '%s' stands by itself", measured_name);
        if (backend_is_missing(b))
            usage_error("--kernels: this ptec was built without %s: see docs/kernel-libraries.md",
                        name);
        PUSH(o->backend, n, b);
    }
    PUSH(o->backend, n, NULL);
}

static void add_binding(CommandLine *c, char *text)
{
    Options *o = &c->options;
    Binding b = {0};
    if (!parse_binding(text, &b))
        usage_error("--bind: '%s' is not like input0.dim1=7", printable(text));
    for (int i = 0; i < o->nbinds; i++)
        if (o->bind[i].input == b.input && o->bind[i].dim == b.dim)
            usage_error("--bind: '%s' and '%s' bind the same extent", printable(o->bind[i].text),
                        printable(text));
    PUSH(o->bind, o->nbinds, b);
}

static void set_checks(CommandLine *c, char *text)
{
    static const char *const checks[] = {"on", "off", NULL};
    c->options.unchecked = choice_of("--checks", text, checks) == 1;
}

static void set_prefer(CommandLine *c, char *text)
{
    static const char *const aims[] = {"size", "speed", NULL};
    c->options.speed = choice_of("--prefer", text, aims) == 1;
}

static void set_io(CommandLine *c, char *text)
{
    static const char *const forms[] = {"float", "int8", NULL};
    c->options.bytes = choice_of("--io", text, forms) == 1;
}

/* Sets the number of threads; for one, the code is the same as without the option: 0. */
static void set_threads(CommandLine *c, char *text)
{
    int n = count_of("--threads", text, 1);
    if (n > MOST_THREADS)
        usage_error("--threads takes %d at most, not '%s'", MOST_THREADS, printable(text));
    c->options.threads = c->exec.threads = n > 1 ? n : 0;
}

static void set_cpp(CommandLine *c, char *text)
{
    (void)text;
    c->options.cpp = true;
}

static void set_by_steps(CommandLine *c, char *text)
{
    (void)text;
    c->options.by_steps = true;
}

static void set_max_piece(CommandLine *c, char *text)
{
    c->options.max_piece = count_of("--max-piece", text, 1);
}

static void set_emit(CommandLine *c, char *text)
{
    static const char *const emits[] = {"c", "bundle", NULL};
    c->options.bundle = choice_of("--emit", text, emits) == 1;
}

static void set_weights(CommandLine *c, char *text)
{
    static const char *const forms[] = {"bin", "c", "streamed", NULL};
    const int form = choice_of("--weights", text, forms);
    c->options.weights = form == 0 ? WEIGHTS_BIN : form == 1 ? WEIGHTS_C : WEIGHTS_STREAMED;
}

static void set_weights_version(CommandLine *c, char *text)
{
    char *end;
    const unsigned long long n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || n > UINT32_MAX)
        usage_error("--weights-version takes a whole number of 32 bits, not '%s'", printable(text));
    c->options.weights_version = (uint32_t)n;
}

static void set_cc(CommandLine *c, char *text)
{
    if (!text[strspn(text, " ")])
        usage_error("--cc names no compiler");
    c->exec.cc = text;
}

static void set_cflags(CommandLine *c, char *text)
{
    c->exec.cflags = text;
}

static void set_runtime(CommandLine *c, char *text)
{
    c->exec.runtime = text;
}

static void set_rtol(CommandLine *c, char *text)
{
    c->exec.rtol = real_of("--rtol", text);
}

static void set_atol(CommandLine *c, char *text)
{
    c->exec.atol = real_of("--atol", text);
}

static void set_steps(CommandLine *c, char *text)
{
    c->exec.steps = count_of("--steps", text, 0);
}

static void set_timeout(CommandLine *c, char *text)
{
    c->exec.cpu_seconds = count_of("--timeout", text, 1);
}

static void set_steps_each(CommandLine *c, char *text)
{
    (void)text;
    c->exec.steps_each = true;
}

static void set_steps_crc(CommandLine *c, char *text)
{
    (void)text;
    c->exec.steps_crc = true;
}

static void set_etdump(CommandLine *c, char *text)
{
    c->exec.etdump = text;
}

static void set_step_trace(CommandLine *c, char *text)
{
    c->exec.trace = text;
}

static void set_dump_folder(CommandLine *c, char *text)
{
    c->exec.dump = text;
}

static void set_method(CommandLine *c, char *text)
{
    c->exec.method = text;
}

static void set_sequence(CommandLine *c, char *text)
{
    c->exec.sequence = text;
}

/* Sets the target from the name of a place to run, or from an order of bytes alone. */
static void set_target(CommandLine *c, char *text)
{
    enum { ORDERS = 2 };
    const char *names[ORDERS + MOST_TARGETS + 1] = {"little-endian", "big-endian"};
    for (int i = 0; targets[i].name; i++)
        names[ORDERS + i] = targets[i].name;
    int i = choice_of("--target", text, names);
    c->exec.target = i < ORDERS ? NULL : &targets[i - ORDERS];
    c->options.big_endian = i < ORDERS ? i == 1 : c->exec.target->big_endian;
    c->options.lanes = i < ORDERS ? LANES_UNKNOWN : c->exec.target->lanes;
    c->order = i < ORDERS ? text : NULL;
}

static void set_runner(CommandLine *c, char *text)
{
    if (!strstr(text, "%e"))
        usage_error("--runner: '%s' has no %%e for the image", printable(text));
    c->exec.runner = text;
}

static void set_port(CommandLine *c, char *text)
{
    c->exec.port = text;
}

static void add_input(CommandLine *c, char *text)
{
    PUSH(c->exec.input, c->exec.ninputs, text);
}

static void add_output(CommandLine *c, char *text)
{
    PUSH(c->exec.output, c->exec.noutputs, text);
}

static void set_max_ram(CommandLine *c, char *text)
{
    c->options.max_ram = bytes_of("--max-ram", text);
}

static void set_max_block(CommandLine *c, char *text)
{
    c->options.max_block = bytes_of("--max-block", text);
}

static void set_max_flash(CommandLine *c, char *text)
{
    c->options.max_flash = bytes_of("--max-flash", text);
}

static void set_size(CommandLine *c, char *text)
{
    (void)text;
    c->size = true;
}

static void set_max_stack(CommandLine *c, char *text)
{
    c->max_stack = bytes_of("--max-stack", text);
}

static void set_max_instructions(CommandLine *c, char *text)
{
    c->exec.max_instructions = amount_of("--max-instructions", text);
}

static void set_overlay(CommandLine *c, char *text)
{
    (void)text;
    c->overlay = true;
}

static void set_memory(CommandLine *c, char *text)
{
    c->memory = true;
    if (text)
        set_memories(c, text);
}

static void set_selected(CommandLine *c, char *text)
{
    (void)text;
    c->selected = true;
}

static void set_explorer(CommandLine *c, char *text)
{
    c->explorer = text;
}

static void set_trace(CommandLine *c, char *text)
{
    c->trace = text;
}

static void set_profile(CommandLine *c, char *text)
{
    if (c->nprofiles == 2)
        usage_error("--profile names the times of the old and of the new output, and '%s' besides",
                    printable(text));
    c->profile[c->nprofiles++] = text;
}

static void set_ecosystem(CommandLine *c, char *text)
{
    c->ecosystem = ecosystem_find(text);
}

static void set_json(CommandLine *c, char *text)
{
    (void)text;
    c->json = true;
}

static void set_markdown(CommandLine *c, char *text)
{
    (void)text;
    c->markdown = true;
}

static void set_code(CommandLine *c, char *text)
{
    (void)text;
    c->code = true;
}

static void add_limits(CommandLine *c, char *text)
{
    for (const char *end, *item = text; item; item = *end ? end + 1 : NULL) {
        end = item + strcspn(item, ",");
        const char *word = fmt_text("%.*s", (int)(end - item), item);
        DiffLimit limit;
        if (!parse_limit(word, &limit))
            usage_error(
                "--fail-on takes a list such as ram+5%%,flash+1K,macs+0, of ram, flash, code, "
                "stack, macs and time, not '%s'",
                printable(word));
        PUSH(c->limit, c->nlimits, limit);
    }
}

const CliOption cli_options[] = {
    {"o", COMPILE | RUN | REPORT | CASES | PACKAGE | BUNDLE, set_out, required_argument},
    {"O", MODELS, set_level, required_argument},
    {"d", COMPILE, set_dump, required_argument},
    {"q", MODELS | BUNDLE, set_quiet, no_argument},
    {"n", RUN, set_repeat, required_argument},
    {"for", PACKAGE, set_ecosystem, required_argument},
    {"name", COMPILE | VERIFY | RUN | REPORT | SIZE | CASES | PACKAGE, set_name, required_argument},
    {"names", COMPILE | VERIFY | SHOW | REPORT | PACKAGE, set_names, required_argument},
    {"ptd", MODELS | BUNDLE, add_ptd, required_argument},
    {"custom", MODELS | BUNDLE, add_custom, required_argument},
    {"delegate", MODELS | BUNDLE, add_delegate, required_argument},
    {"extract", SHOW, set_extract, required_argument},
    {"link", VERIFY | RUN | COMPARE | BUNDLE, add_link, required_argument},
    {"shared", COMPILE | SIZE, set_shared, required_argument},
    {"kernels", MODELS, set_kernels, required_argument},
    {"bind", MODELS | BUNDLE, add_binding, required_argument},
    {"checks", COMPILE | VERIFY | RUN | DIFF | SIZE | COMPARE | PACKAGE, set_checks,
     required_argument},
    {"prefer", COMPILE | VERIFY | RUN | DIFF | SIZE | COMPARE | PACKAGE, set_prefer,
     required_argument},
    {"io", COMPILE | VERIFY | SHOW | DIFF | REPORT | SIZE | CASES | PACKAGE, set_io,
     required_argument},
    {"threads", MODELS, set_threads, required_argument},
    {"cpp", COMPILE, set_cpp, no_argument},
    {"by-steps", COMPILE | VERIFY | SIZE | PACKAGE, set_by_steps, no_argument},
    {"max-piece", COMPILE | VERIFY | SIZE | PACKAGE, set_max_piece, required_argument},
    {"sbom", COMPILE, set_sbom, no_argument},
    {"emit", COMPILE, set_emit, required_argument},
    {"weights", COMPILE | VERIFY | SIZE, set_weights, required_argument},
    {"max-block", COMPILE | VERIFY | SIZE, set_max_block, required_argument},
    {"weights-version", COMPILE | PACKAGE, set_weights_version, required_argument},
    {"cc", COMPILE | VERIFY | RUN | DIFF | SIZE | COMPARE | BUNDLE, set_cc, required_argument},
    {"cflags", COMPILE | VERIFY | RUN | DIFF | SIZE | COMPARE | BUNDLE, set_cflags,
     required_argument},
    {"runtime", VERIFY | RUN | COMPARE, set_runtime, required_argument},
    {"rtol", VERIFY | CASES | COMPARE | PACKAGE, set_rtol, required_argument},
    {"atol", VERIFY | CASES | COMPARE | PACKAGE, set_atol, required_argument},
    {"steps", VERIFY | COMPARE, set_steps, required_argument},
    {"timeout", VERIFY | RUN | COMPARE | BUNDLE, set_timeout, required_argument},
    {"steps-each", VERIFY, set_steps_each, no_argument},
    {"etdump", VERIFY | RUN, set_etdump, required_argument},
    {"trace", VERIFY | RUN, set_step_trace, required_argument},
    {"sequence", VERIFY, set_sequence, required_argument},
    {"input", RUN | COMPARE | BUNDLE, add_input, required_argument},
    {"output", BUNDLE, add_output, required_argument},
    {"method", RUN, set_method, required_argument},
    {"dump", RUN, set_dump_folder, required_argument},
    {"json", RUN | OPS | DIFF | SIZE | COMPILE | VERIFY | SHOW, set_json, no_argument},
    {"markdown", DIFF, set_markdown, no_argument},
    {"code", DIFF, set_code, no_argument},
    {"fail-on", DIFF, add_limits, required_argument},
    {"steps-crc", VERIFY, set_steps_crc, no_argument},
    {"target", COMPILE | VERIFY | DIFF | SIZE | PACKAGE, set_target, required_argument},
    {"runner", VERIFY, set_runner, required_argument},
    {"port", VERIFY, set_port, required_argument},
    {"max-ram", MODELS, set_max_ram, required_argument},
    {"max-flash", COMPILE | REPORT | PACKAGE, set_max_flash, required_argument},
    {"max-stack", COMPILE, set_max_stack, required_argument},
    {"max-instructions", VERIFY, set_max_instructions, required_argument},
    {"overlay", COMPILE | SIZE, set_overlay, no_argument},
    {"size", COMPILE, set_size, no_argument},
    {"memory", COMPILE | VERIFY | RUN | DIFF | REPORT | SIZE | PACKAGE, set_memories,
     required_argument},
    {"memory", SHOW, set_memory, optional_argument},
    {"place", MODELS, add_rule, required_argument},
    {"selected-operators", SHOW, set_selected, no_argument},
    {"model-explorer", SHOW, set_explorer, required_argument},
    {"memory-trace", SHOW, set_trace, required_argument},
    {"profile", VERIFY | RUN | DIFF | REPORT, set_profile, required_argument},
    {NULL, 0, NULL, 0},
};
