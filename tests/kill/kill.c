/* SPDX-License-Identifier: 0BSD
 * Shows that each case fails when its operator is wrong. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "kill.h"
#include "compile.h"
#include "emit/output.h"
#include "read/bundle.h"
#include "select/registry.h"
#include "tools/verify.h"

#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
    "usage: kill LIST CASES RUNTIME [NAME...]\n"
    "Makes the program of each folder in CASES (or only of those named, as aten/relu) compute what "
    "a wrong\n"
    "operator would, and prints each change that `ptec verify` does not notice and LIST does not\n"
    "excuse. Without NAMEs, lines of LIST that are not true of all cases are errors too.\n"
    "RUNTIME: libpte_portable.a, so that no kernel is compiled once more for each change\n";

/* -- one program -- */

enum { COMPILING, RUNNING, PASSED, FAILED };
static volatile int *stage; /* of the child */

static void verify_in_child(const Case *c)
{
    Text source = {0}, weights = {0};
    Model *m = compile_model(c->bundle->program, &c->options);
    emit_unit(m, &source, &weights);
    *stage = RUNNING;
    Emitted e = {.model = m,
                 .source = &source,
                 .kernels = "portable",
                 .weights = {(const uint8_t *)weights.data, weights.size},
                 .output_step = output_step};
    *stage = verify_model(&c->exec, c->bundle, &e, NULL, NULL) ? FAILED : PASSED;
}

Outcome judge_program(const Case *c)
{
    fflush(stdout);
    *stage = COMPILING;
    pid_t child = fork();
    if (child < 0)
        fatal(NULL, "cannot start a process");
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        verify_in_child(c);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    bool refused = *stage == COMPILING && WIFEXITED(status) && WEXITSTATUS(status) == 1;
    if (*stage < PASSED && !refused) {
        printf("%s: ptec %s\n", c->name, *stage == RUNNING ? "cannot run what it emitted" : "died");
        total.failures++;
    }
    return refused ? REFUSED : *stage == PASSED ? SURVIVED : KILLED;
}

/* -- one folder -- */

static const Backend *portable[2]; /* NULL at the end */
static const char *runtime;

/* Of whole networks and random programs nobody asks that they notice each argument; foreign
 * functions are somebody else's. */
static bool is_exempt(const char *folder)
{
    const char *name = strrchr(folder, '/') + 1;
    static const char *const exempt[] = {"net_", "turns_", "random_", "foreign_"};
    bool is = false;
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++)
        is = is || strncmp(name, exempt[i], strlen(exempt[i])) == 0;
    return is;
}

/* Those of the arguments of `ptec verify` that matter here: one step after the other, at -O0. */
static void read_args(Case *c)
{
    char option[64], value[64];
    Binding bound;
    FILE *f = fopen("args", "r");
    while (f && fscanf(f, "%63s %63s", option, value) == 2)
        if (strcmp(option, "--rtol") == 0)
            c->exec.rtol = atof(value);
        else if (strcmp(option, "--atol") == 0)
            c->exec.atol = atof(value);
        else if (strcmp(option, "--steps") == 0)
            c->exec.steps = atoi(value);
        else if (strcmp(option, "--ptd") == 0)
            PUSH(c->options.ptd, c->options.nptds, fmt_text("%s", value));
        else if (parse_binding(fmt_text("%s", value), &bound))
            PUSH(c->options.bind, c->options.nbinds, bound);
    if (f)
        fclose(f);
    if (access("sequence", R_OK) == 0)
        c->exec.sequence = "sequence";
}

static void kill_case(const char *cases, const char *name)
{
    enum { SECONDS = 10 };
    Case c = {
        .name = name,
        .options = {.model_path = "case.bpte", .name = "model", .out_dir = "", .backend = portable},
        .exec = {.runtime = runtime,
                 .rtol = DEFAULT_RTOL,
                 .atol = DEFAULT_ATOL,
                 .cpu_seconds = SECONDS}};
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", cases, name);
    if (chdir(path))
        fatal(path, "is no folder");
    if (access("want.verify", R_OK) ==
        0) /* its answers are wrong, for a test of what verify prints */
        return;
    read_args(&c);
    c.bundle = read_model("case.bpte", c.options.ptd, c.options.nptds);
    total.cases++;
    if (judge_program(&c) == SURVIVED) {
        kill_answers(&c);
        kill_calls(&c);
    } else {
        printf("%s: fails as it is\n", name);
        total.failures++;
    }
    free_all();
}

static void kill_every_case(const char *cases)
{
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/*/*/case.bpte", cases);
    glob_t found;
    if (glob(pattern, 0, NULL, &found))
        fatal(cases, "has no case");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *folder = found.gl_pathv[i] + strlen(cases) + 1;
        *strrchr(folder, '/') = '\0';
        if (!is_exempt(folder))
            kill_case(cases, folder);
    }
    globfree(&found);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        usage_error("%s", usage);
    char *cases = realpath(argv[2], NULL);
    if (!cases)
        fatal(argv[2], "is no folder");
    stage = mmap(NULL, sizeof *stage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    portable[0] = backend_find("portable");
    runtime = argv[3];
    read_list(argv[1]);
    for (int i = 4; i < argc; i++)
        kill_case(cases, argv[i]);
    if (argc == 4) {
        kill_every_case(cases);
        judge_list(argv[1]);
    }
    printf("%d cases; %d mutants noticed, %d refused, %d excused; %d failures\n", total.cases,
           total.killed, total.refused, total.excused, total.failures);
    free(cases);
    free_list();
    return total.failures > 0 || total.killed == 0;
}
