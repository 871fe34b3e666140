/* SPDX-License-Identifier: 0BSD
 * A self-test image while it runs: what it writes (templates/target/selftest.c), line by line. */
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/device.h"
#include "base/clock.h"
#include "base/progress.h"
#include "base/words.h"
#include "tools/exec/child_time.h"
#include "tools/exec/elf.h"
#include "tools/exec/port.h"
#include "tools/exec/scratch.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAST_WORDS = 400, PATIENCE = 2 /* seconds to end in */ };

struct Device {
    const ExecOptions *options;
    const char *image, *command;
    int fd;
    int loader;      /* with a port: the output of the command that loads the image; or -1 */
    int calls, next; /* how many the image makes; the number of the next */
    unsigned stack_room;
    const char *end; /* why nothing more comes, or NULL */
    Text text;       /* what the target wrote, from the last lines on */
    size_t read;     /* bytes of `text` that next_line() is done with */
    uint32_t *step;  /* steps of the call: their numbers, each with a CRC */
    uint32_t nsteps;
    StepEvent *event; /* runs of steps in the call */
    int nevents;
    const char **counter; /* names of what is counted beside ticks */
    int ncounters;
    Text values; /* their results, one after the other */
    Text noise;  /* other output, which explains why a command failed */
};

static const char *replaced(const char *word, const char *image)
{
    const char *at = strstr(word, "%e");
    return at ? fmt_text("%.*s%s%s", (int)(at - word), word, image, at + 2) : word;
}

/* Starts the command that runs the image, and returns the end to read from. */
static int start_command(Device *d)
{
    const ExecOptions *o = d->options;
    Command words = {0}, c = {0};
    int output;
    command_words(&words, o->runner ? o->runner : o->target->runner);
    for (int i = 0; i < words.count; i++)
        command_word(&c, replaced(words.word[i], d->image));
    d->command = command_line(&c);
    int error = command_start_piped(&c, &output);
    if (error)
        fatal(NULL, "cannot start '%s': %s%s", c.word[0], strerror(error),
              package_hint(error, o->runner ? NULL : o->target->emulator_package));
    return output;
}

/* Opens the port, or starts the command. The port is open before a board can start. */
Device *device_start(const ExecOptions *o, const char *image, int calls)
{
    Device *d = NEW(Device, 1);
    *d = (Device){.options = o, .image = image, .command = "", .loader = -1, .calls = calls};
    d->fd = o->port ? port_open(o->port) : start_command(d);
    if (o->port && o->runner)
        d->loader = start_command(d);
    return d;
}

static const char *last_words(const Device *d)
{
    const char *text = text_string(&d->noise);
    size_t size = d->noise.size, from = size > LAST_WORDS ? size - LAST_WORDS : 0;
    return size ? fmt_text(":\n%s", text + from) : "";
}

/* Reads what the loader writes. False: it has failed, and the board will write nothing. */
static bool read_loader(Device *d)
{
    char part[4096];
    ssize_t n = read(d->loader, part, sizeof part);
    if (n > 0)
        text_bytes(&d->noise, part, (size_t)n);
    if (n > 0 || (n < 0 && errno == EINTR))
        return true;
    close(d->loader);
    d->loader = -1;
    int status = command_end(PATIENCE);
    if (status)
        d->end = fmt_text("it ended with %s%s", describe_exit(status), last_words(d));
    return !status;
}

/* Waits for more text and reads it. False: it has ended, or nothing came in time. */
static bool read_more(Device *d, double deadline)
{
    char part[4096];
    struct pollfd p[] = {{.fd = d->fd, .events = POLLIN}, {.fd = d->loader, .events = POLLIN}};
    for (int ready = 0; ready <= 0; ready = poll(p, 2, 250)) {
        if (now_seconds() > deadline) {
            d->end = fmt_text("more than %d s have passed; --timeout gives it more",
                              exec_cpu_seconds(d->options));
            return false;
        }
        if (d->options->port && !d->stack_room)
            progress("ptec: waiting for a board to start at %s", d->options->port);
        else
            progress("ptec: call %d of %d on %s", d->next + 1, d->calls, d->options->target->name);
    }
    if (!p[0].revents)
        return read_loader(d);
    ssize_t n = read(d->fd, part, sizeof part);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (n > 0)
        text_bytes(&d->text, part, (size_t)n);
    else if (d->options->port)
        d->end = fmt_text("%s is closed", d->options->port);
    return n > 0;
}

/* Returns the next line, or NULL if there is none. */
static char *next_line(Device *d, double deadline)
{
    for (;;) {
        char *start = d->text.data ? d->text.data + d->read : NULL;
        char *end = start ? memchr(start, '\n', d->text.size - d->read) : NULL;
        if (end) {
            d->read = (size_t)(end - d->text.data) + 1;
            return fmt_text("%.*s", (int)(end - start), start);
        }
        Text rest = {0};
        text_bytes(&rest, start ? start : "", start ? d->text.size - d->read : 0);
        d->text = rest;
        d->read = 0;
        if (!read_more(d, deadline))
            return NULL;
    }
}

static bool starts_with(const char **text, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(*text, word, size) != 0 || ((*text)[size] && (*text)[size] != ' '))
        return false;
    *text += size;
    return true;
}

static bool is_start(const char *record)
{
    return starts_with(&record, "start");
}

/* Returns what stands between "ptec:" and the checksum; NULL: the line has no such record. */
static char *record_of(char *line, bool *damaged)
{
    static const char mark[] = "ptec:";
    char *start = strstr(line, mark), *star = start ? strrchr(start, '*') : NULL;
    if (!start)
        return NULL;
    start += sizeof mark - 1;
    *damaged = !star || crc32_of(0, start, (size_t)(star - start)) != strtoul(star + 1, NULL, 16);
    if (star)
        *star = 0;
    return start;
}

/* Returns the next record; NULL: there is none, and d->end says why. */
static char *next_record(Device *d, double deadline)
{
    for (char *line; (line = next_line(d, deadline));) {
        bool damaged = false;
        char *record = record_of(line, &damaged);
        if (d->options->port && !d->stack_room && (damaged || (record && !is_start(record))))
            continue; /* of what ran on the board before */
        if (damaged) {
            d->end = fmt_text("a line arrived damaged: %s", printable(line));
            return NULL;
        }
        if (record)
            return record;
        text_add(&d->noise, "  %s\n", printable(line));
    }
    if (!d->end)
        d->end =
            fmt_text("it ended with %s%s", describe_exit(command_end(PATIENCE)), last_words(d));
    return NULL;
}

static uint64_t number(const char **text)
{
    char *end;
    uint64_t n = strtoull(*text, &end, 16);
    *text = end;
    return n;
}

/* Reads an address. False: there is "-" instead. */
static bool take_address(const char **text, uint32_t *address)
{
    const char *dash = *text + strspn(*text, " ");
    if (*dash == '-') {
        *text = dash + 1;
        return false;
    }
    *address = (uint32_t)number(text);
    return true;
}

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Takes a byte in two digits. False: there is none. */
static bool take_byte(const char **text, uint8_t *byte)
{
    const int high = digit((*text)[0]), low = high < 0 ? -1 : digit((*text)[1]);
    if (low < 0)
        return false;
    *byte = (uint8_t)(high << 4 | low);
    *text += 2;
    return true;
}

/* Puts bytes of a record into the zone; returns how many. */
static size_t take_data(Zone *z, size_t bytes, const char *text)
{
    const size_t start = (size_t)number(&text);
    size_t at = start;
    text += *text == ' ';
    while (at < bytes && take_byte(&text, &z->data[at]))
        at++;
    return at - start;
}

static const char *memory_at(const Target *t, uint32_t address)
{
    return address - t->flash < t->flash_bytes ? "in flash, which is read-only"
           : address - t->ram < t->ram_bytes   ? "in RAM"
                                               : "where there is no memory";
}

/* Describes the fault in a record of the form "PC|- ADDRESS|- KIND". */
static const char *describe_fault(const Device *d, const char *text)
{
    const char *place = "", *address = "";
    uint32_t n;
    if (take_address(&text, &n)) {
        const char *function = function_at(d->image, n);
        place = fmt_text(" %s%s%sat 0x%x", function ? "in " : "", function ? function : "",
                         function ? " " : "", (unsigned)n);
    }
    if (take_address(&text, &n))
        address =
            fmt_text(", using address 0x%x, %s", (unsigned)n, memory_at(d->options->target, n));
    return fmt_text("the emitted code stopped:%s%s%s", text, place, address);
}

static const char *lost_before(const char *record)
{
    return fmt_text("lines were lost before: %s", printable(record));
}

static void take_step(Device *d, const char *text)
{
    uint32_t words = 2 * d->nsteps++;
    PUSH(d->step, words, (uint32_t)number(&text));
    PUSH(d->step, words, (uint32_t)number(&text));
}

static void take_run(Device *d, const char *text)
{
    StepEvent e = {.id = (int)number(&text)};
    e.start = number(&text);
    e.end = number(&text);
    PUSH(d->event, d->nevents, e);
}

/* Takes the names of counters, each behind a blank. */
static void take_counters(Device *d, const char *text)
{
    d->ncounters = 0;
    while (*text == ' ' && d->ncounters < MOST_COUNTERS) {
        const size_t n = strcspn(++text, " ");
        PUSH(d->counter, d->ncounters, fmt_text("%.*s", (int)n, text));
        text += n;
    }
}

static void take_counts(Device *d, const char *text)
{
    for (int i = 0; i < d->ncounters; i++)
        d->event[d->nevents - 1].count[i] = (uint32_t)number(&text);
}

static size_t take_value(Device *d, const char *text)
{
    const size_t before = d->values.size;
    text += *text == ' ';
    for (uint8_t byte; take_byte(&text, &byte);)
        text_bytes(&d->values, &byte, 1);
    const size_t count = d->values.size - before;
    d->event[d->nevents - 1].result.size += count;
    return count;
}

/* Says where the results are, once all have come. */
static void place_values(Device *d)
{
    const uint8_t *next = (const uint8_t *)d->values.data;
    for (int i = 0; i < d->nevents; next += d->event[i++].result.size)
        d->event[i].result.data = d->event[i].result.size ? next : NULL;
}

static void take_end(Device *d, const char *text, size_t received, ExecResult *r)
{
    r->status = (int)number(&text);
    r->measured.known = true;
    r->measured.ticks = number(&text);
    r->measured.stack = (unsigned)number(&text);
    r->measured.stack_room = d->stack_room;
    if (number(&text) != received)
        d->end = "lines were lost";
}

/* Carries out a record. False: the call has ended, or failed. */
static bool take_record(Device *d, const char *record, Zone *z, size_t bytes, size_t *received,
                        ExecResult *r)
{
    const char *text = record;
    if (starts_with(&text, "start")) {
        bool same = (int)number(&text) == d->calls;
        d->stack_room = (unsigned)number(&text);
        d->end = same ? NULL : "another image runs there";
    } else if (!d->stack_room) {
        d->end = lost_before(record);
    } else if (starts_with(&text, "step")) {
        take_step(d, text);
    } else if (starts_with(&text, "ran")) {
        take_run(d, text);
    } else if (starts_with(&text, "counters")) {
        take_counters(d, text);
    } else if (d->nevents && starts_with(&text, "counts")) {
        take_counts(d, text);
    } else if (d->nevents && starts_with(&text, "value")) {
        *received += take_value(d, text);
    } else if (starts_with(&text, "data")) {
        *received += take_data(z, bytes, text);
    } else if (starts_with(&text, "fault") && (int)number(&text) == d->next) {
        r->fault = describe_fault(d, text);
        return false;
    } else if (starts_with(&text, "end") && (int)number(&text) == d->next) {
        take_end(d, text, *received, r);
        return false;
    } else {
        d->end = lost_before(record);
    }
    return !d->end;
}

void device_call(Device *d, Zone *z, size_t bytes, ExecResult *r)
{
    double deadline = now_seconds() + exec_cpu_seconds(d->options);
    size_t received = 0;
    if (d->end) {
        r->fault = "the call was not made, since the one before did not end";
        return;
    }
    d->nsteps = 0;
    d->nevents = 0;
    d->values.size = 0;
    const char *record;
    while ((record = next_record(d, deadline)) && take_record(d, record, z, bytes, &received, r)) {
    }
    progress_end();
    r->step = d->step;
    r->nsteps = d->nsteps;
    place_values(d);
    r->event = d->event;
    r->nevents = d->nevents;
    r->counter = d->counter;
    r->ncounters = d->ncounters;
    if (d->end) {
        r->fault =
            fmt_text("no result from %s: %s\n  %s", d->options->target->name, d->end, d->command);
        command_stop();
    }
    d->next++;
}

/* Ends the command: an emulator ends with the image, but a debugger may stay, and so does a
 * board. */
void device_stop(Device *d)
{
    double deadline = now_seconds() + PATIENCE;
    while (!d->end && !d->options->port)
        next_record(d, deadline);
    command_stop();
    close(d->fd);
}
