/* SPDX-License-Identifier: 0BSD
 * Times of steps in a file that `run --profile` or the user wrote. */
#include "tools/profile/profile.h"
#include "base/files.h"
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

static void read_line(Profile *p, Dict *steps, char *line, const char *where)
{
    if (*line == '#') {
        line[strcspn(line, "\r")] = 0;
        text_add(&p->note, "%s%s", p->note.size ? "; " : "", line + 1 + strspn(line + 1, " "));
        return;
    }
    char *name = strtok(line, " \t\r"), *text = strtok(NULL, " \t\r"), *end;
    if (!name)
        return;
    double seconds = text ? strtod(text, &end) : -1;
    if (!text || end == text || *end || !(seconds >= 0 && seconds < 1e9) || strtok(NULL, " \t\r"))
        fatal(where, "is not like 'conv1 0.00125': a step and its seconds");
    if (!dict_has(steps, name))
        fatal(where,
              "the model has no step '%s'; compile and profile it with the options given here",
              printable(name));
    if (*dict_number(&p->number, name) >= 0)
        fatal(where, "step '%s' has a time already", printable(name));
    *dict_number(&p->number, name) = p->count;
    PUSH(p->seconds, p->count, seconds);
}

Profile *read_profile(const char *path, Dict *steps)
{
    Profile *p = NEW(Profile, 1);
    Bytes file = file_read(path);
    const char *rest =
        fmt_text("%.*s", (int)min64((int64_t)file.size, INT32_MAX), (const char *)file.data);
    for (int number = 1; *rest; number++) {
        size_t n = strcspn(rest, "\n");
        read_line(p, steps, fmt_text("%.*s", (int)n, rest),
                  fmt_text("%s, line %d", printable(path), number));
        rest += n + (rest[n] == '\n');
    }
    return p;
}

double profile_seconds(Profile *p, const char *step)
{
    int number = *dict_number(&p->number, step);
    return number < 0 ? -1 : p->seconds[number];
}

double profile_sum(const Profile *p)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += p->seconds[i];
    return sum;
}
