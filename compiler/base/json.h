/* SPDX-License-Identifier: 0BSD
 * JSON while it is written: commas, lines and quotes come by themselves. */
#ifndef PTEC_BASE_JSON_H
#define PTEC_BASE_JSON_H

#include "base/util.h"

enum { JSON_DEPTH = 12 };

/* Holds what is open: objects and arrays. */
typedef struct Json {
    Text *text;
    int depth;
    bool line; /* the next member begins one */
    struct {
        char end;
        bool lines, any; /* what is in it has a line each; something is in it */
    } open[JSON_DEPTH];
} Json;

/* Each of these adds a member of an object, or, without a name, an element of an array. */
void json_object(Json *j, const char *name);
void json_array(Json *j, const char *name);
/* These open an object or array, what is in which has a line each. */
void json_lines(Json *j, const char *name, char bracket);
void json_line(Json *j);  /* the next member begins a line, wherever it is */
void json_close(Json *j); /* what was opened last */
void json_text(Json *j, const char *name, const char *value); /* NULL: null */
void json_count(Json *j, const char *name, int64_t n);
void json_null(Json *j, const char *name);
void json_bool(Json *j, const char *name, bool value);
void json_real(Json *j, const char *name, double value); /* of nine digits; not a number: as text */
void json_double(Json *j, const char *name, double value);       /* the same of all digits */
void json_written(Json *j, const char *name, const char *value); /* it is JSON already */
void json_texts(Json *j, const char *name, const char *const *item, int count); /* an array */

#endif
