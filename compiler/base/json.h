/* SPDX-License-Identifier: 0BSD
 * JSON while it is written: commas, lines and quotes come by themselves. */
#ifndef PTEC_BASE_JSON_H
#define PTEC_BASE_JSON_H

#include "base/util.h"

enum { JSON_DEPTH = 8 };

/* Holds what is open: objects and arrays. */
typedef struct Json {
    Text *text;
    int depth;
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
void json_close(Json *j);                                     /* what was opened last */
void json_text(Json *j, const char *name, const char *value); /* NULL: null */
void json_count(Json *j, const char *name, int64_t n);
void json_null(Json *j, const char *name);
void json_bool(Json *j, const char *name, bool value);
void json_real(Json *j, const char *name, double value);         /* not a number: as text */
void json_written(Json *j, const char *name, const char *value); /* it is JSON already */
void json_texts(Json *j, const char *name, const char *const *item, int count); /* an array */

/* Writes a JSON string; what is not ASCII is escaped byte by byte. */
void add_json_string(Text *t, const char *s);

#endif
