/* SPDX-License-Identifier: 0BSD
 * The values that a graph's text names, and what is known of the graph while it is read. */
#ifndef PTEC_GRAPH_PARSE_PARSE_VALUES_H
#define PTEC_GRAPH_PARSE_PARSE_VALUES_H

#include "graph/parse/parse_words.h"

typedef struct Jump { /* to a block that may be read later */
    Block *from;
    int side, nargs, line;
} Jump;

typedef struct Parser {
    Reader r;
    Graph *g;
    Value **value; /* by id: named so far */
    int *named_at; /* by id: the line */
    bool *defined; /* by id */
    int nvalues, nnamed_at, ndefined;
    Value **other; /* views and sizes, which have no id in the text */
    int nother;
    Block **block; /* by id */
    bool *has_block;
    int nblocks, nhas_block;
    Jump *jump;
    int njumps;
    Step *step; /* the one before, to which a piece belongs */
} Parser;

Value *value_of(Parser *p, int id); /* which may be named before it is made */
Value *parse_use(Parser *p);        /* what dump_use() writes; NULL for "none" */
Value *parse_some(Parser *p);       /* the same, but not "none" */
Value *parse_definition(Parser *p); /* a value and its type, where the value is made */
/* Refuses a text that names values which nothing makes; gives the others their numbers. */
void finish_values(Parser *p);

#endif
