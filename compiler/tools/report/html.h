/* SPDX-License-Identifier: 0BSD
 * Pieces of HTML. What they write is well-formed XML, too. */
#ifndef PTEC_TOOLS_REPORT_HTML_H
#define PTEC_TOOLS_REPORT_HTML_H

#include "base/util.h"

/* Returns text that stands for itself in an element or in an attribute in double quotes. What would
 * reorder or hide text is written as escapes, and it is cut at 80 characters. */
const char *html(const char *s);
const char *html_long(const char *s);   /* the same of text that is printable, of any length */
const char *number_text(int64_t bytes); /* "1,234,567" */
const char *percent(double part, double whole);

/* Each column of a table has a heading; one that starts with '#' is of numbers. */
void table_start(Text *t, const char *class, const char *const *heading, int n);
void table_end(Text *t);
void add_cell(Text *t, const char *markup);
void add_number_cell(Text *t, int64_t n);
void add_share_cell(Text *t, double part, double whole);
void add_bar_cell(Text *t, double part, double most); /* as long as its part of the most */

#endif
