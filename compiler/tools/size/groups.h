/* SPDX-License-Identifier: 0BSD
 * Steps that have something in common, and what would go with them. */
#ifndef PTEC_TOOLS_SIZE_GROUPS_H
#define PTEC_TOOLS_SIZE_GROUPS_H

#include "tools/size/goes.h"

typedef enum GroupKind {
    GROUP_FUNCTIONS, /* that call a kernel or a loop of the model */
    GROUP_TYPES,     /* that read or write tensors of a type */
    GROUP_OPERATORS, /* that come from an operator of the source */
    GROUP_STEPS,     /* one by one */
    GROUP_MODELS,
    GROUP_KINDS
} GroupKind;

typedef struct Group {
    const char *name;
    int steps;
    int64_t own;  /* GROUP_FUNCTIONS: bytes of the function */
    bool inlined; /* GROUP_FUNCTIONS: no code of it is left but in its callers */
    Gone goes;
} Group;

typedef struct Groups {
    Group *group; /* what most goes with comes first */
    int count;
} Groups;

int64_t gone_flash(const Gone *g); /* code, tables, data and weights */
Groups find_groups(const Sizes *s, GroupKind kind);

#endif
