/* SPDX-License-Identifier: 0BSD
 * JSON while it is written: commas, lines and quotes come by themselves. */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>

static bool is_plain(unsigned char c)
{
    return c >= ' ' && c < 127 && c != '"' && c != '\\';
}

/* Writes a string; what is not ASCII is escaped byte by byte. */
static void add_string(Text *t, const char *s)
{
    text_bytes(t, "\"", 1);
    while (*s) {
        size_t plain = 0;
        while (is_plain((unsigned char)s[plain]))
            plain++;
        text_bytes(t, s, plain);
        s += plain;
        if (*s)
            text_add(t, "\\u%04x", (unsigned char)*s++);
    }
    text_bytes(t, "\"", 1);
}

/* Returns how many of what is open have lines. */
static int line_levels(const Json *j)
{
    int n = 0;
    for (int i = 0; i < j->depth; i++)
        n += j->open[i].lines;
    return n;
}

/* Writes what is before a value: the comma, the line's end and the name. */
static void begin(Json *j, const char *name)
{
    if (j->depth) {
        const bool any = j->open[j->depth - 1].any;
        if (j->open[j->depth - 1].lines)
            text_add(j->text, "%s\n%*s", any ? "," : "", 2 * (line_levels(j) - 1), "");
        else
            text_add(j->text, "%s%s", any ? "," : "", j->line ? "\n" : any ? " " : "");
        j->open[j->depth - 1].any = true;
        j->line = false;
    }
    if (name) {
        add_string(j->text, name);
        text_add(j->text, ": ");
    }
}

static void open(Json *j, const char *name, char bracket, bool lines)
{
    begin(j, name);
    if (j->depth == JSON_DEPTH)
        bug("JSON is nested too deep");
    text_add(j->text, "%c", bracket);
    j->open[j->depth].end = bracket == '{' ? '}' : ']';
    j->open[j->depth].lines = lines;
    j->open[j->depth].any = false;
    j->depth++;
}

void json_object(Json *j, const char *name)
{
    open(j, name, '{', false);
}

void json_array(Json *j, const char *name)
{
    open(j, name, '[', false);
}

void json_lines(Json *j, const char *name, char bracket)
{
    open(j, name, bracket, true);
}

void json_line(Json *j)
{
    j->line = true;
}

void json_close(Json *j)
{
    j->depth--;
    const bool whole = j->depth == 0 && j->open[0].lines;
    text_add(j->text, whole ? "\n%c\n" : "%c", j->open[j->depth].end);
}

void json_text(Json *j, const char *name, const char *value)
{
    begin(j, name);
    if (value)
        add_string(j->text, value);
    else
        text_add(j->text, "null");
}

void json_count(Json *j, const char *name, int64_t n)
{
    begin(j, name);
    text_add(j->text, "%" PRId64, n);
}

void json_null(Json *j, const char *name)
{
    json_text(j, name, NULL);
}

void json_bool(Json *j, const char *name, bool value)
{
    begin(j, name);
    text_add(j->text, value ? "true" : "false");
}

static void add_real(Json *j, const char *name, double value, int digits)
{
    begin(j, name);
    if (isnan(value))
        text_add(j->text, "\"nan\"");
    else if (isinf(value))
        text_add(j->text, value < 0 ? "\"-inf\"" : "\"inf\"");
    else
        text_add(j->text, "%.*g", digits, value);
}

void json_real(Json *j, const char *name, double value)
{
    add_real(j, name, value, 9);
}

void json_double(Json *j, const char *name, double value)
{
    add_real(j, name, value, 17);
}

void json_written(Json *j, const char *name, const char *value)
{
    begin(j, name);
    text_add(j->text, "%s", value);
}

void json_texts(Json *j, const char *name, const char *const *item, int count)
{
    json_array(j, name);
    for (int i = 0; i < count; i++)
        json_text(j, NULL, item[i]);
    json_close(j);
}
