/* SPDX-License-Identifier: 0BSD
 * The calls of a file `sequence`: cases in an order, on instances, with the status to expect. */
#define _POSIX_C_SOURCE 200809L
#include "tools/sequence.h"
#include "base/files.h"
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 6 };

typedef struct Reader {
    const char *path;
    int line, instance;
    const Bundle *bundle;
    SequenceLine *result;
    int count;
} Reader;

static _Noreturn void complain(const Reader *r, const char *what, const char *word)
{
    fatal(fmt_text("%s:%d", r->path, r->line), "%s '%s'", what, printable(word));
}

static int read_number(const Reader *r, const char *word)
{
    char *end;
    long n = strtol(word, &end, 0);
    if (!*word || *end || n < 0 || n > 1000000)
        complain(r, "not a number from 0 to 1000000:", word);
    return (int)n;
}

static const TestSuite *find_suite(const Reader *r, const char *method)
{
    for (int i = 0; i < r->bundle->nsuites; i++)
        if (strcmp(r->bundle->suite[i].method, method) == 0)
            return &r->bundle->suite[i];
    complain(r, "there are no cases for the method", method);
}

static void read_call(Reader *r, char **word, int count)
{
    bool with_status = count == 5 && strcmp(word[3], "status") == 0;
    if (count != 3 && !with_status)
        complain(r, "expected: call METHOD CASE [status N], not", word[count - 1]);
    SequenceLine s = {.kind = SEQ_CALL, .instance = r->instance, .line = r->line};
    s.suite = find_suite(r, word[1]);
    s.test = read_number(r, word[2]);
    s.status = with_status ? read_number(r, word[4]) : 0;
    if (s.test >= s.suite->ntests)
        complain(r, "the method has no case", word[2]);
    PUSH(r->result, r->count, s);
}

static void read_line(Reader *r, char *line)
{
    char *word[WORDS], *rest = NULL;
    int count = 0;
    line[strcspn(line, "#")] = 0;
    for (char *w = strtok_r(line, " \t\r", &rest); w && count < WORDS;
         w = strtok_r(NULL, " \t\r", &rest))
        word[count++] = w;
    if (count == 0)
        return;
    if (strcmp(word[0], "call") == 0) {
        read_call(r, word, count);
    } else if (strcmp(word[0], "reset") == 0 && count == 1) {
        SequenceLine s = {.kind = SEQ_RESET, .instance = r->instance, .line = r->line};
        PUSH(r->result, r->count, s);
    } else if (strcmp(word[0], "instance") == 0 && count == 2) {
        r->instance = read_number(r, word[1]);
    } else {
        complain(r, "expected call, reset or instance N, not", word[0]);
    }
}

SequenceLine *read_sequence(const char *path, const Bundle *b, int *count)
{
    Bytes file = file_read(path);
    Reader r = {.path = path, .bundle = b};
    char *text = fmt_text("%.*s", (int)file.size, (const char *)file.data);
    for (char *line = text; line;) {
        char *next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        r.line++;
        read_line(&r, line);
        line = next;
    }
    *count = r.count;
    return r.result;
}
