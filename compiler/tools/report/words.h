/* SPDX-License-Identifier: 0BSD
 * The section that says what the page's words mean, and links to it. */
#ifndef PTEC_TOOLS_REPORT_WORDS_H
#define PTEC_TOOLS_REPORT_WORDS_H

#include "tools/report/facts.h"

/* Returns text as a link to what the word means; the word must have an entry. */
const char *word_link(const char *word, const char *text);
const char *kind_link(Kind kind); /* "gather", the same of a kind of step */
void add_words(Text *t, const Facts *f);

#endif
