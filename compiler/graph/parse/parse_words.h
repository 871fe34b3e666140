/* SPDX-License-Identifier: 0BSD
 * The parts that a line of a graph's text is made of: words, numbers, sizes, types, expressions. */
#ifndef PTEC_GRAPH_PARSE_PARSE_WORDS_H
#define PTEC_GRAPH_PARSE_PARSE_WORDS_H

#include "graph/graph.h"

/* Reads one line after the other. */
typedef struct Reader {
    const char *where; /* the file, for messages */
    const char *next;  /* the text behind this line */
    int line;
    const char *start, *at; /* this line, without its end, and what is unread of it */
    const Size **symbol;
    int nsymbols;
} Reader;

/* Refuses the line; `what` says what is wrong with it. */
_Noreturn void parse_error(const Reader *r, const char *what);
bool next_line(Reader *r); /* leaves out empty ones and those that start with '#' */

bool accept(Reader *r, const char *text);
void expect(Reader *r, const char *text);
/* Is the next word, of letters, digits, '_', '.' and ':', this one? Then it is read. */
bool accept_word(Reader *r, const char *word);
const char *parse_word(Reader *r, const char *expected);
int64_t parse_number(Reader *r);
uint64_t parse_unsigned(Reader *r);
int parse_small(Reader *r); /* a number from 0 to a million, for ids, axes and the like */
double parse_double(Reader *r, const char *until); /* `until` follows and is read, unless NULL */
DType parse_dtype(Reader *r);
int parse_choice(Reader *r, const char *const *names, int n);

Size *parse_size(Reader *r);
void declare_symbol(Reader *r, const Size *s);
void parse_type(Reader *r, Type *type, Layout *layout, bool *scalar);
Expr *parse_expr(Reader *r);

#endif
