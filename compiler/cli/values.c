/* SPDX-License-Identifier: 0BSD
 * The value of an option as what it should be; anything else is wrong usage. */
#include "cli/values.h"
#include "base/identifier.h"
#include "base/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

double real_of(const char *option, const char *text)
{
    char *end;
    double d = strtod(text, &end);
    if (end == text || *end || !(d >= 0))
        usage_error("%s takes a number that is not negative, not '%s'", option, printable(text));
    return d;
}

int count_of(const char *option, const char *text, int lowest)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < lowest || n > 1000000)
        usage_error("%s takes a whole number from %d, not '%s'", option, lowest, printable(text));
    return (int)n;
}

int choice_of(const char *option, const char *text, const char *const *choice)
{
    for (int i = 0; choice[i]; i++)
        if (strcmp(choice[i], text) == 0)
            return i;
    const char *near = nearest_name(text, choice);
    if (near)
        usage_error("%s: '%s' is not one of its values; did you mean '%s'?", option,
                    printable(text), near);
    Text all = {0};
    for (int i = 0; choice[i]; i++)
        text_add(&all, "%s%s", i ? ", " : "", choice[i]);
    usage_error("%s: '%s' is not one of its values: %s", option, printable(text),
                text_string(&all));
}

int64_t amount_of(const char *option, const char *text)
{
    char *end;
    const long long n = strtoll(text, &end, 10);
    const int64_t unit = *end == 'K' ? 1000 : *end == 'M' ? 1000000 : 1;
    end += unit > 1;
    if (end == text || *end || n < 1 || n > INT64_MAX / unit)
        usage_error("%s takes a number such as 480000, 480K or 5M, not '%s'", option,
                    printable(text));
    return n * unit;
}

int64_t bytes_of(const char *option, const char *text)
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

const char *identifier_of(const char *option, const char *name)
{
    if (!is_c_identifier(name))
        usage_error("%s: '%s' is no C identifier that the output can use", option, printable(name));
    if (is_header(name))
        usage_error("%s: a file %s.h would hide the header of that name", option, name);
    return name;
}

char *name_of(const char *option, char *text, const char *need, const char *example)
{
    const char *at = strstr(text, need);
    bool fits = *text && at && (!*need || (at > text && at[strlen(need)]));
    for (const char *p = text; *p; p++)
        fits &= isalnum((unsigned char)*p) || strchr("_-:.", *p);
    if (!fits)
        usage_error("%s takes a name such as %s, not '%s'", option, example, printable(text));
    return text;
}
