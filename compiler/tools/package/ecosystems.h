/* SPDX-License-Identifier: 0BSD
 * The ecosystems for which a model can be packed. */
#ifndef PTEC_TOOLS_PACKAGE_ECOSYSTEMS_H
#define PTEC_TOOLS_PACKAGE_ECOSYSTEMS_H

#include "tools/cases.h"

enum { MOST_PACKAGE_FILES = 8 };

/* Names a file of a package and its template, in templates/package/ECOSYSTEM. */
typedef struct PackageFile {
    const char *path, *template;
} PackageFile;

/* Describes a package. All paths are below its folder, and may have holes as templates do. */
typedef struct Ecosystem {
    const char *name;    /* --for NAME */
    const char *title;   /* what a reader calls it */
    int most_name;       /* characters of the model's name at most; 0: any number */
    const char *example; /* the folder of the example */
    const char *cases;   /* the folder of recorded calls as C */
    CasesMain main;      /* the program there, if it is one in C */
    const char *(*binding)(const Model *m); /* what is written for the model in another language */
    PackageFile file[MOST_PACKAGE_FILES]; /* besides the model, the calls, README.md and LICENSE */
} Ecosystem;

extern const Ecosystem ecosystems[]; /* the last has no name */

/* Finds an ecosystem; wrong usage if there is none of that name. */
const Ecosystem *ecosystem_find(const char *name);

#endif
