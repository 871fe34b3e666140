/* SPDX-License-Identifier: 0BSD
 * Files, as Windows has them. */
#define _FILE_OFFSET_BITS 64
#include "base/system.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

int system_open(const char *path, int how)
{
    return _open(path, how | _O_BINARY | _O_NOINHERIT);
}

int system_create(const char *path)
{
    return _open(path, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
}

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

void *system_map(int fd, size_t bytes)
{
    HANDLE mapping = CreateFileMappingA(handle_of(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *data = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, bytes) : NULL;
    if (mapping)
        CloseHandle(mapping);
    return data;
}

void system_unmap(void *data, size_t bytes)
{
    (void)bytes;
    UnmapViewOfFile(data);
}

/* Windows cuts no file while it is mapped. */
void system_at_lost_page(void (*lost)(const void *address))
{
    (void)lost;
}

int64_t system_changed(int fd)
{
    FILETIME t;
    if (!GetFileTime(handle_of(fd), NULL, NULL, &t))
        return -1;
    return (int64_t)((uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime);
}

/* A file has no name such as /dev/stdout here. */
bool system_same_file(int fd, const char *path)
{
    (void)fd;
    (void)path;
    return false;
}

/* MoveFileEx() replaces what a link names, and nothing else writes through one. */
char *system_real_path(const char *path)
{
    return _strdup(path);
}

static bool told(BOOL done)
{
    DWORD error = done ? 0 : GetLastError();
    if (!done)
        errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
    return done;
}

bool system_rename(const char *from, const char *to)
{
    return told(MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING));
}

bool system_link(const char *path, const char *second_name)
{
    return told(CreateHardLinkA(second_name, path, NULL));
}

bool system_make_folder(const char *path)
{
    return _mkdir(path) == 0;
}

/* A drive such as `C:` is a folder, too, which stat() would not find. */
bool system_has_folder(const char *path)
{
    DWORD kind = GetFileAttributesA(path);
    return kind != INVALID_FILE_ATTRIBUTES && (kind & FILE_ATTRIBUTE_DIRECTORY);
}

bool is_separator(char c)
{
    return c == '/' || c == '\\';
}
