/* SPDX-License-Identifier: 0BSD
 * Sections and symbols of an ELF file. What lies outside the file reads as 0. */
#include "tools/exec/elf.h"
#include "base/files.h"

#include <string.h>

enum { LITTLE_ENDIAN_FILE = 1, CLASS_64 = 2 };

/* Says where those fields are that differ between the classes of 32 and 64 bits. */
typedef struct Format {
    int word; /* bytes */
    int sections_at, count_at;
    int section_bytes, flags, at, size, link;
    int symbol_bytes, info, index, value, length;
} Format;
static const Format narrow = {4, 0x20, 0x30, 40, 8, 16, 20, 24, 16, 12, 14, 4, 8};
static const Format wide = {8, 0x28, 0x3C, 64, 8, 24, 32, 40, 24, 4, 6, 8, 16};

enum { SECTION_KIND = 4 };

static uint64_t number_at(Bytes file, size_t at, int bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++)
        if (at < file.size && (size_t)i < file.size - at)
            n |= (uint64_t)file.data[at + (size_t)i] << (8 * i);
    return n;
}

static Bytes part_of(Bytes file, const ElfSection *s)
{
    bool inside = s->at <= file.size && s->size <= file.size - s->at;
    return inside ? (Bytes){file.data + s->at, (size_t)s->size} : (Bytes){0};
}

static void read_sections(Elf *e, Bytes file, const Format *f)
{
    size_t start = (size_t)number_at(file, (size_t)f->sections_at, f->word);
    int count = (int)number_at(file, (size_t)f->count_at, 2);
    for (int i = 0; i < count; i++) {
        size_t at = start + (size_t)(i * f->section_bytes);
        ElfSection s = {.kind = number_at(file, at + SECTION_KIND, 4),
                        .flags = number_at(file, at + (size_t)f->flags, f->word),
                        .at = number_at(file, at + (size_t)f->at, f->word),
                        .size = number_at(file, at + (size_t)f->size, f->word),
                        .link = number_at(file, at + (size_t)f->link, 4)};
        PUSH(e->section, e->nsections, s);
    }
}

static void read_symbols(Elf *e, Bytes symbols, Bytes names, const Format *f)
{
    for (size_t at = 0; at + (size_t)f->symbol_bytes <= symbols.size;
         at += (size_t)f->symbol_bytes) {
        size_t name = (size_t)number_at(symbols, at, 4);
        bool ended = name < names.size && memchr(names.data + name, 0, names.size - name);
        ElfSymbol s = {.name = ended ? fmt_text("%s", (const char *)names.data + name) : "",
                       .kind = (unsigned)number_at(symbols, at + (size_t)f->info, 1) & 15,
                       .section = (unsigned)number_at(symbols, at + (size_t)f->index, 2),
                       .value = number_at(symbols, at + (size_t)f->value, f->word),
                       .size = number_at(symbols, at + (size_t)f->length, f->word)};
        PUSH(e->symbol, e->nsymbols, s);
    }
}

bool elf_read(const char *path, Elf *e)
{
    static const char magic[] = {0x7F, 'E', 'L', 'F'};
    Bytes file = file_read(path);
    *e = (Elf){0};
    if (file.size < 6 || memcmp(file.data, magic, sizeof magic) != 0 ||
        file.data[5] != LITTLE_ENDIAN_FILE)
        return false;
    const Format *f = file.data[4] == CLASS_64 ? &wide : &narrow;
    read_sections(e, file, f);
    for (int i = 0; i < e->nsections; i++) {
        const ElfSection *s = &e->section[i];
        if (s->kind == ELF_SYMBOLS && s->link < (uint64_t)e->nsections)
            read_symbols(e, part_of(file, s), part_of(file, &e->section[s->link]), f);
    }
    return true;
}

const char *function_at(const char *elf, uint32_t address)
{
    Elf e;
    elf_read(elf, &e);
    for (int i = 0; i < e.nsymbols; i++) {
        const ElfSymbol *s = &e.symbol[i];
        uint64_t start = s->value & ~(uint64_t)1; /* of Thumb */
        if (s->kind == ELF_FUNCTION && address - start < s->size)
            return s->name;
    }
    return NULL;
}
