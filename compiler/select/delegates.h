/* SPDX-License-Identifier: 0BSD
 * The delegates of which ptec knows more than their ids. */
#ifndef PTEC_SELECT_DELEGATES_H
#define PTEC_SELECT_DELEGATES_H

#include "graph/foreign.h"

typedef struct KnownDelegate {
    const char *id, *what;
    const DelegateFormat *format; /* NULL: ptec passes its data on, and it has memory of its own */
} KnownDelegate;

const KnownDelegate *delegate_find(const char *id); /* NULL if there is none */

#endif
