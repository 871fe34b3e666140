/* SPDX-License-Identifier: 0BSD
 * The four letters that say what a file is. */
#ifndef PTEC_READ_IDENTIFIER_H
#define PTEC_READ_IDENTIFIER_H

#include "base/util.h"

/* Returns the 4 bytes of the file's FlatBuffers identifier, or "". */
const char *file_identifier(Bytes file);
/* Refuses what Git LFS leaves in the place of a file that it has not fetched. */
void refuse_lfs_pointer(const char *path, Bytes file);

#endif
