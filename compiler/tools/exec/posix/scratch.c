/* SPDX-License-Identifier: 0BSD
 * A private folder that vanishes again, and commands that are ended with ptec. */
#define _POSIX_C_SOURCE  200809L
#define _XOPEN_SOURCE    700
#define _DARWIN_C_SOURCE /* macOS has mkdtemp() by this only */
#include "tools/exec/scratch.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/posix/child.h"
#include "base/process.h"
#include "base/progress.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_FILES = 16 };

static char folder[4096];
static char path_of[MOST_FILES][sizeof folder + 272];
static int nfiles;
static pid_t folder_owner;
static volatile pid_t running; /* leads a process group of its own; 0: none runs */

/* Removes the folder; it calls only what a signal handler may. */
static void remove_folder(void)
{
    if (folder_owner == getpid()) {
        for (int i = 0; i < nfiles; i++)
            unlink(path_of[i]);
        rmdir(folder);
        folder_owner = 0;
        nfiles = 0;
    }
}

/* Lets a command remove its own files, and then removes the folder. */
static void end_with_ptec(void)
{
    enum { PATIENCE = 2 }; /* seconds */
    if (running > 0) {
        kill(-running, SIGTERM);
        command_end(PATIENCE);
    }
    remove_folder();
}

const char *scratch_folder(void)
{
    if (folder_owner == getpid())
        return folder;
    at_end(END_COMMANDS, end_with_ptec);
    sigset_t signals;
    const char *tmp = getenv("TMPDIR");
    tmp = tmp && *tmp ? tmp : "/tmp";
    block_ending_signals(&signals); /* until there is an owner, they would leave the folder */
    if (snprintf(folder, sizeof folder, "%s/ptec-XXXXXX", tmp) >= (int)sizeof folder ||
        !mkdtemp(folder))
        fatal(tmp, "cannot make a temporary folder there: %s", strerror(errno));
    folder_owner = getpid();
    sigprocmask(SIG_SETMASK, &signals, NULL);
    return folder;
}

const char *scratch_path(const char *name)
{
    const char *path = fmt_text("%s/%.255s", scratch_folder(), name);
    for (int i = 0; i < nfiles; i++)
        if (strcmp(path_of[i], path) == 0)
            return path_of[i];
    if (nfiles == MOST_FILES)
        bug("more than %d files in the temporary folder", MOST_FILES);
    snprintf(path_of[nfiles], sizeof path_of[nfiles], "%s", path);
    return path_of[nfiles++];
}

void scratch_write(const char *name, const void *data, size_t size)
{
    file_write(scratch_path(name), data, size);
}

void scratch_remove(void)
{
    remove_folder();
}

int command_start(Command *c, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    if (running)
        bug("one command at a time");
    c->word = vec_room(c->word, (size_t)c->count, sizeof *c->word);
    c->word[c->count] = NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    at_end(END_COMMANDS, end_with_ptec);
    block_ending_signals(&signals); /* until `running` is known, they would leave it alone */
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    pid_t pid = 0;
    int error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    error = error ? error : posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    limits_lift();
    if (!error)
        error = posix_spawnp(&pid, c->word[0], &actions, &attributes, c->word, environ);
    limits_restore();
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    running = error ? 0 : pid;
    sigprocmask(SIG_SETMASK, &signals, NULL);
    return error;
}

int command_start_piped(Command *c, int *output)
{
    int ends[2];
    if (pipe(ends) || fcntl(ends[0], F_SETFD, FD_CLOEXEC) || fcntl(ends[1], F_SETFD, FD_CLOEXEC))
        fatal(NULL, "cannot make a pipe: %s", strerror(errno));
    int error = command_start(c, ends[1]);
    close(ends[1]);
    *output = ends[0];
    return error;
}

int command_wait(void)
{
    int status = 0;
    while (running && waitpid(running, &status, 0) < 0 && errno == EINTR) {
    }
    running = 0;
    return status;
}

static const struct timespec a_moment = {.tv_nsec = 10000000};

int command_watch(const char *doing)
{
    if (!progress_is_shown())
        return command_wait();
    int status = 0;
    const double start = now_seconds();
    while (running && waitpid(running, &status, WNOHANG) == 0) {
        progress("ptec: %s, %.0f s", doing, now_seconds() - start);
        nanosleep(&a_moment, NULL);
    }
    running = 0;
    progress_end();
    return status;
}

int command_end(double seconds)
{
    int status = 0;
    for (double waited = 0; running && waitpid(running, &status, WNOHANG) == 0;
         waited += 1e-9 * (double)a_moment.tv_nsec) {
        if (waited > seconds)
            kill(-running, SIGKILL);
        nanosleep(&a_moment, NULL);
    }
    running = 0;
    return status;
}

void command_stop(void)
{
    if (running > 0) {
        kill(-running, SIGKILL);
        command_wait();
    }
}

const char *describe_exit(int status)
{
    return WIFSIGNALED(status) ? fmt_text("signal %d", WTERMSIG(status))
                               : fmt_text("exit code %d", WEXITSTATUS(status));
}

const char *package_hint(int error, const char *package)
{
    return package && error == ENOENT ? fmt_text("; on Debian: apt-get install %s", package) : "";
}

/* Removes what a command left in the folder beside the files that it was asked for, such as debug
 * information: else the folder would stay. */
static void remove_unknown(void)
{
    DIR *d = folder_owner == getpid() ? opendir(folder) : NULL;
    for (const struct dirent *e; d && (e = readdir(d));) {
        const char *path = fmt_text("%s/%s", folder, e->d_name);
        bool known = false;
        for (int i = 0; i < nfiles; i++)
            known |= strcmp(path_of[i], path) == 0;
        if (!known)
            unlink(path);
    }
    if (d)
        closedir(d);
}

static Text read_all(int fd)
{
    Text t = {0};
    char part[4096];
    for (ssize_t n; (n = read(fd, part, sizeof part)) > 0 || (n < 0 && errno == EINTR);)
        if (n > 0)
            text_bytes(&t, part, (size_t)n);
    return t;
}

bool compiler_makes(Command *c, const char *package, Text *messages)
{
    int output, error = command_start_piped(c, &output);
    if (error)
        fatal(NULL, "cannot start the compiler '%s': %s%s", c->word[0], strerror(error),
              package_hint(error, package));
    *messages = read_all(output);
    close(output);
    int status = command_wait();
    remove_unknown();
    return WIFEXITED(status) && !WEXITSTATUS(status);
}
