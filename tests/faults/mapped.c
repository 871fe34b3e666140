/* SPDX-License-Identifier: 0BSD
 * A large file that somebody cuts or writes to while ptec uses it is told, and nothing is written.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 3 << 20 };
static const char *input, *output;
static int failures;

static void cut(void)
{
    Bytes b = file_read(input);
    int fd = open(input, O_WRONLY);
    if (b.size != BYTES || fd < 0 || ftruncate(fd, 1) != 0)
        exit(9);
    file_write(output, b.data, b.size);
}

static void write_to(void)
{
    Bytes b = file_read(input);
    int fd = open(input, O_WRONLY);
    if (fd < 0 || pwrite(fd, "x", 1, BYTES) != 1)
        exit(9);
    file_write(output, b.data, b.size);
}

static void leave(void)
{
    Bytes b = file_read(input);
    file_write(output, b.data, b.size);
}

/* Runs it in a process of its own, and compares what that says and leaves behind. */
static void expect(const char *name, void (*run)(void), int code, const char *message)
{
    char said[256] = "";
    int pipes[2], status = 0, fd = open(input, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || ftruncate(fd, BYTES) != 0 || close(fd) != 0 || pipe(pipes) != 0)
        abort();
    unlink(output);
    pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        run();
        exit(0);
    }
    close(pipes[1]);
    for (size_t n = 0; n + 1 < sizeof said;) {
        ssize_t got = read(pipes[0], said + n, sizeof said - 1 - n);
        if (got <= 0)
            break;
        n += (size_t)got;
    }
    waitpid(child, &status, 0);
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == code && strcmp(said, message) == 0 &&
              (access(output, F_OK) == 0) == (code == 0);
    if (!ok) {
        printf("FAILED: %s: status %d, said '%s'\n", name, status, said);
        failures++;
    }
    close(pipes[0]);
}

int main(int argc, char **argv)
{
    if (argc != 2 || chdir(argv[1]) != 0)
        return 2;
    input = "large.bin";
    output = "copy.bin";
    expect("left alone", leave, 0, "");
    expect("cut", cut, 1, "ptec: large.bin: was cut while it was read\n");
    expect("written to", write_to, 1,
           "ptec: large.bin: has changed since it was read; try again\n");
    if (system("ls -A | grep -v -e '^large.bin$' -e '^copy.bin$'") == 0) { /* lists what is left */
        printf("FAILED: something is left beside\n");
        failures++;
    }
    unlink(input);
    unlink(output);
    return failures > 0;
}
