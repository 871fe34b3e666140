/* SPDX-License-Identifier: 0BSD
 * A model file: a program, or a program bundled with recorded cases (.bpte, BP08). */
#ifndef PTEC_READ_BUNDLE_H
#define PTEC_READ_BUNDLE_H

#include "read/program.h"

/* Reads a .pte or .bpte. `ptds` are the .ptd files that hold its external data. */
Bundle *read_model(const char *path, char **ptds, int nptds);
/* Reads a .pte or .bpte that is in memory already, at an address divisible by 16. */
Bundle *read_model_bytes(const char *path, Bytes file, char **ptds, int nptds);

#endif
