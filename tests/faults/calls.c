/* SPDX-License-Identifier: 0BSD
 * An operator of the user that does what no model does, as the variable DOES says. */
#define _GNU_SOURCE
#include "m.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static void *nothing(void *data)
{
    return data;
}

static int is_refused(int result)
{
    return result < 0 && errno == EPERM;
}

static int starts_thread(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static int writes_past_limit(void)
{
    int file = open("large", O_WRONLY | O_CREAT, 0666);
    return file >= 0 && ftruncate(file, ((off_t)1 << 30) + 1) == 0;
}

static int gets_memory(void)
{
    return mmap(NULL, (size_t)1 << 33, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static int does(const char *what)
{
    char *const words[] = {"true", NULL};
    if (strcmp(what, "socket") == 0)
        return !is_refused(socket(AF_INET, SOCK_STREAM, 0));
    if (strcmp(what, "process") == 0)
        return !is_refused(fork());
    if (strcmp(what, "program") == 0)
        return !is_refused(execv("/bin/true", words));
    if (strcmp(what, "file") == 0)
        return writes_past_limit();
    if (strcmp(what, "memory") == 0)
        return gets_memory();
    while (strcmp(what, "wait") == 0)
        pause();
    return !starts_thread();
}

pte_status aten_relu_out(const pte_in *arg0, const pte_out *out)
{
    (void)arg0;
    (void)out;
    return does(getenv("DOES")) ? PTE_INTERNAL : PTE_OK;
}
