/* SPDX-License-Identifier: 0BSD
 * JSON while it is written: commas, lines and quotes come by themselves. */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>

void add_json_string(Text *t, const char *s)
{
    text_add(t, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        bool plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
        text_add(t, plain ? "%c" : "\\u%04x", c);
    }
    text_add(t, "\"");
}

/* Writes what is before a value: the comma, the line's end and the name. */
static void begin(Json *j, const char *name)
{
    if (j->depth) {
        const bool any = j->open[j->depth - 1].any;
        if (j->open[j->depth - 1].lines)
            text_add(j->text, "%s\n%*s", any ? "," : "", 2 * (j->depth - 1), "");
        else
            text_add(j->text, "%s", any ? ", " : "");
        j->open[j->depth - 1].any = true;
    }
    if (name) {
        add_json_string(j->text, name);
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
        add_json_string(j->text, value);
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

void json_real(Json *j, const char *name, double value)
{
    begin(j, name);
    if (isnan(value))
        text_add(j->text, "\"nan\"");
    else if (isinf(value))
        text_add(j->text, value < 0 ? "\"-inf\"" : "\"inf\"");
    else
        text_add(j->text, "%.9g", value);
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
