/* SPDX-License-Identifier: 0BSD
 * The functions of a program for 32 bits, little-endian: names for addresses. */
#include "tools/exec.h"

#include <string.h>

/* Of ELF: offsets in the header, in a section's and in a symbol. */
enum {
    SECTIONS_AT = 0x20,
    SECTION_BYTES_AT = 0x2E,
    SECTION_BYTES = 40,
    SECTION_KIND = 4,
    SECTION_AT = 16,
    SECTION_SIZE = 20,
    SECTION_LINK = 24,
    SYMBOL_BYTES = 16,
    SYMBOL_VALUE = 4,
    SYMBOL_SIZE = 8,
    SYMBOL_INFO = 12,
    KIND_SYMBOLS = 2,
    INFO_FUNCTION = 2
};

/* 0 outside the file. */
static uint32_t word_at(Bytes file, size_t at)
{
    uint32_t word = 0;
    for (size_t i = 0; i < 4 && at + i < file.size; i++)
        word |= (uint32_t)file.data[at + i] << (8 * i);
    return word;
}

static Bytes part_of(Bytes file, size_t section)
{
    size_t at = word_at(file, section + SECTION_AT), size = word_at(file, section + SECTION_SIZE);
    bool inside = at <= file.size && size <= file.size - at;
    return inside ? (Bytes){file.data + at, size} : (Bytes){0};
}

static const char *find_in(Bytes symbols, Bytes names, uint32_t address)
{
    for (size_t at = 0; at + SYMBOL_BYTES <= symbols.size; at += SYMBOL_BYTES) {
        uint32_t name = word_at(symbols, at), info = word_at(symbols, at + SYMBOL_INFO) & 15;
        uint32_t start = word_at(symbols, at + SYMBOL_VALUE) & ~(uint32_t)1; /* of Thumb */
        bool ended = name < names.size && memchr(names.data + name, 0, names.size - name);
        if (info == INFO_FUNCTION && ended && address - start < word_at(symbols, at + SYMBOL_SIZE))
            return fmt_text("%s", (const char *)names.data + name);
    }
    return NULL;
}

const char *function_at(const char *elf, uint32_t address)
{
    Bytes file = file_read(elf);
    size_t sections = word_at(file, SECTIONS_AT), count = word_at(file, SECTION_BYTES_AT) >> 16;
    for (size_t i = 0; i < count; i++) {
        size_t section = sections + i * SECTION_BYTES;
        if (word_at(file, section + SECTION_KIND) != KIND_SYMBOLS)
            continue;
        size_t names = sections + word_at(file, section + SECTION_LINK) * SECTION_BYTES;
        const char *name = find_in(part_of(file, section), part_of(file, names), address);
        if (name)
            return name;
    }
    return NULL;
}
