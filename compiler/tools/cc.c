/* SPDX-License-Identifier: 0BSD
 * Emitted C through the user's compiler to a shared object, in a folder that vanishes again. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE   700
#include "tools/tools.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- the private folder ---- */

enum { FILE_SOURCE, FILE_WEIGHTS, FILE_OBJECT, FILE_HEADER, FILES };
static const char *const file_names[] = {"model.c", "weights.c", "model.so"};
static const int ending_signals[] = {SIGABRT, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM};

static char folder[4096];
static char path_of[FILES][sizeof folder + 272];
static pid_t folder_owner;
static volatile pid_t compiler; /* leads a process group of its own; 0: none runs */

/* Calls only what a signal handler may. */
static void remove_folder(void)
{
    if (folder_owner == getpid()) {
        for (int i = 0; i < FILES; i++)
            unlink(path_of[i]);
        rmdir(folder);
        folder_owner = 0;
    }
}

static void end_by_signal(int signal_number)
{
    if (compiler > 0)
        kill(-compiler, SIGTERM);
    remove_folder();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void remove_folder_at_end(void)
{
    static bool registered;
    if (registered)
        return;
    registered = true;
    atexit(remove_folder);
    for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++) {
        struct sigaction old, now = {.sa_handler = end_by_signal};
        sigaction(ending_signals[i], NULL, &old);
        if (old.sa_handler == SIG_DFL)
            sigaction(ending_signals[i], &now, NULL);
    }
}

static void make_folder(const char *name)
{
    if (folder_owner)
        bug("one shared object at a time");
    remove_folder_at_end();
    const char *tmp = getenv("TMPDIR");
    tmp = tmp && *tmp ? tmp : "/tmp";
    if (snprintf(folder, sizeof folder, "%s/ptec-XXXXXX", tmp) >= (int)sizeof folder ||
        !mkdtemp(folder))
        fatal(tmp, "cannot make a temporary folder there: %s", strerror(errno));
    for (int i = 0; i < FILE_HEADER; i++)
        snprintf(path_of[i], sizeof path_of[i], "%s/%s", folder, file_names[i]);
    snprintf(path_of[FILE_HEADER], sizeof path_of[FILE_HEADER], "%s/%.255s.h", folder, name);
    folder_owner = getpid();
}

/* ---- the compiler ---- */

typedef struct Command {
    char **word; /* NULL-ended */
    int count;
} Command;

static void add_word(Command *c, const char *word)
{
    PUSH(c->word, c->count, fmt_text("%s", word));
}

static void add_words(Command *c, const char *words)
{
    char *rest = NULL;
    for (char *w = strtok_r(fmt_text("%s", words), " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        add_word(c, w);
}

static Command compiler_command(const ExecOptions *o)
{
    static const char *const fixed[] = {"-shared", "-fPIC", "-o"};
    Command c = {0};
    add_words(&c, o->cc);
    if (c.count == 0)
        usage_error("--cc names no compiler");
    add_word(&c, "-std=c11");
    add_words(&c, o->cflags ? o->cflags : "-O2");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add_word(&c, fixed[i]);
    add_word(&c, path_of[FILE_OBJECT]);
    add_word(&c, path_of[FILE_SOURCE]);
    add_word(&c, path_of[FILE_WEIGHTS]);
    if (o->nlinks) /* which may include NAME.h */
        add_word(&c, fmt_text("-I%s", folder));
    for (int i = 0; i < o->nlinks; i++)
        add_word(&c, o->link[i]);
    PUSH(c.word, c.count, NULL);
    return c;
}

static const char *command_line(const Command *c)
{
    Text t = {0};
    for (int i = 0; c->word[i]; i++)
        text_add(&t, "%s%s", i ? " " : "", c->word[i]);
    return t.data;
}

/* Its messages reach the user's standard error as they are. */
static pid_t start_compiler(const Command *c)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t pid;
    int error = posix_spawnp(&pid, c->word[0], &actions, &attributes, c->word, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        fatal(NULL, "cannot start the compiler '%s': %s", c->word[0], strerror(error));
    return pid;
}

static int run_compiler(const Command *c)
{
    int status;
    compiler = start_compiler(c);
    while (waitpid(compiler, &status, 0) < 0 && errno == EINTR) {
    }
    compiler = 0;
    return status;
}

const char *build_shared_object(const ExecOptions *o, const Emitted *e)
{
    const char *name = e->model->options->name;
    make_folder(name);
    /* Calls pass the weights by ctx; the name for linked weights only has to exist. */
    const char *weights = fmt_text("extern const unsigned char %s_weights[1];\n"
                                   "const unsigned char %s_weights[1] = {0};\n",
                                   name, name);
    file_write(path_of[FILE_SOURCE], e->source->data, e->source->size);
    if (o->nlinks)
        file_write(path_of[FILE_HEADER], e->header->data, e->header->size);
    file_write(path_of[FILE_WEIGHTS], weights, strlen(weights));
    Command c = compiler_command(o);
    progress("ptec: compiling with %s", exec_compiler(o));
    int status = run_compiler(&c);
    progress_end();
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fatal(NULL, "the compiler does not accept the emitted C:\n  %s", command_line(&c));
    return path_of[FILE_OBJECT];
}

void remove_shared_object(void)
{
    remove_folder();
}

static void *object_symbol(void *handle, const char *name)
{
    return dlsym(handle, name);
}

bool load_shared_object(Code *code, const char *path, char *error, size_t room)
{
    code->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    code->symbol = object_symbol;
    if (!code->handle)
        snprintf(error, room, "%s", dlerror());
    return code->handle != NULL;
}
