/* SPDX-License-Identifier: 0BSD
 * What operating systems do with files in ways of their own. What fails says why in errno, as calls
 * of C do; a file descriptor is -1 then. */
#ifndef PTEC_BASE_SYSTEM_H
#define PTEC_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens a file as bytes, to O_RDONLY or O_WRONLY, without waiting for somebody at the other end of
 * a pipe; what is opened then waits for bytes as ever. */
int system_open(const char *path, int how);
int system_create(const char *path); /* a file that is not there, to write it */
/* Maps a file to be read; NULL if this kind of file has no pages. */
void *system_map(int fd, size_t bytes);
void system_unmap(void *data, size_t bytes);
/* Calls the function with an address of mapped memory that has no file behind it any more. */
void system_at_lost_page(void (*lost)(const void *address));
int64_t system_changed(int fd); /* when its file was written to, in units that only it knows */
bool system_same_file(int fd, const char *path);
char *system_real_path(const char *path); /* where a link leads to, to be freed; or NULL */
bool system_rename(const char *from, const char *to); /* to a place where a file may be */
bool system_link(const char *path, const char *second_name);
bool system_make_folder(const char *path);
bool system_has_folder(const char *path);
bool is_separator(char c); /* between the folders of a path */

#endif
