/* SPDX-License-Identifier: 0BSD
 * The value of an option as what it should be; anything else is wrong usage. */
#ifndef PTEC_CLI_VALUES_H
#define PTEC_CLI_VALUES_H

#include "base/util.h"

double real_of(const char *option, const char *text); /* not negative */
int count_of(const char *option, const char *text, int lowest);
int choice_of(const char *option, const char *text, const char *const *choice); /* NULL-ended */
int64_t amount_of(const char *option, const char *text);                        /* "480K" */
int64_t bytes_of(const char *option, const char *text);                         /* "64K" */
const char *identifier_of(const char *option, const char *name);
/* Checks the name of an operator or a backend, which has `need` inside of it. Comments of the
 * output have such names too, so that few characters are allowed. */
char *name_of(const char *option, char *text, const char *need, const char *example);

#endif
