/* SPDX-License-Identifier: 0BSD
 * Files read and written whole, and standard output. */
#ifndef PTEC_BASE_FILES_H
#define PTEC_BASE_FILES_H

#include "base/content.h"

/* Reads a whole file; `-` reads standard input. A folder, a device, a pipe without a writer, a
 * missing file and an empty one are fatal. A file of a megabyte or more is only mapped, so that a
 * program of gigabytes takes no memory: if it is cut while it is used, or has changed when files
 * are placed, that is fatal too. */
Bytes file_read(const char *path);
/* Requires that another program, such as a linker, can read the file. */
void file_need(const char *path);

/* Writes a file beside `path`, for files_place(); a file that already has these bytes is not
 * touched. What is no regular file, such as a pipe, is written to at once. */
void file_stage(const char *path, Content c);
/* Renames all that was staged to its place. If ptec ends before, also by a signal, all places are
 * as they were, and nothing is beside them. */
void files_place(void);
void file_write(const char *path, const void *data, size_t size); /* both, of one file */
/* Requires that there is a place for a file that is written later, at the end of a long run. */
void file_need_place(const char *path);
/* Makes the folder and its missing parents, which vanish again if no file is placed; "" is the
 * current folder. */
void folder_make(const char *path);
bool file_exists(const char *path);
const char *file_name(const char *path); /* the last part: without the folders */

/* Writes to standard output, at once; a failure is fatal. Nothing else writes there. */
void print(const char *fmt, ...) PRINTF(1, 2);
void print_text(const Text *t);
void print_end(void); /* after the last text: what a disk far away refuses is told then */

#endif
