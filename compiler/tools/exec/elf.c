/* SPDX-License-Identifier: 0BSD
 * Sections and symbols of an ELF file. What lies outside the file reads as 0. */
#include "tools/exec/elf.h"
#include "base/files.h"

#include <string.h>

enum { LITTLE_ENDIAN_FILE = 1, CLASS_64 = 2 };

/* Says where those fields are that differ between the classes of 32 and 64 bits. */
typedef struct Format {
    int word; /* bytes */
    int sections_at, count_at, names_at;
    int section_bytes, flags, at, size, link, applies, align;
    int symbol_bytes, info, index, value, length;
    int reference_bytes, addend_bytes, to, to_shift;
} Format;
static const Format narrow = {4,  0x20, 0x30, 0x32, 40, 8, 16, 20, 24, 28,
                              32, 16,   12,   14,   4,  8, 8,  4,  4,  8};
static const Format wide = {8,  0x28, 0x3C, 0x3E, 64, 8,  24, 32, 40, 44,
                            48, 24,   4,    6,    8,  16, 16, 8,  8,  32};

enum { SECTION_KIND = 4, MACHINE_AT = 18, MACHINE_ARM = 40 };

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

static const char *text_at(Bytes names, size_t at)
{
    bool ended = at < names.size && memchr(names.data + at, 0, names.size - at);
    return ended ? fmt_text("%s", (const char *)names.data + at) : "";
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
                        .link = number_at(file, at + (size_t)f->link, 4),
                        .info = number_at(file, at + (size_t)f->applies, 4),
                        .align = number_at(file, at + (size_t)f->align, f->word)};
        if (s.kind != ELF_ZEROS)
            s.bytes = part_of(file, &s);
        PUSH(e->section, e->nsections, s);
    }
    const size_t names = (size_t)number_at(file, (size_t)f->names_at, 2);
    for (int i = 0; i < count; i++) {
        size_t name = (size_t)number_at(file, start + (size_t)(i * f->section_bytes), 4);
        e->section[i].name = names < (size_t)count ? text_at(e->section[names].bytes, name) : "";
    }
}

/* Reads symbols; on an ARM bit 0 of a function's address marks Thumb code. */
static void read_symbols(Elf *e, Bytes symbols, Bytes names, const Format *f, bool arm)
{
    for (size_t at = 0; at + (size_t)f->symbol_bytes <= symbols.size;
         at += (size_t)f->symbol_bytes) {
        size_t name = (size_t)number_at(symbols, at, 4);
        unsigned info = (unsigned)number_at(symbols, at + (size_t)f->info, 1);
        ElfSymbol s = {.name = text_at(names, name),
                       .kind = info & 15,
                       .global = info >> 4 != 0,
                       .section = (unsigned)number_at(symbols, at + (size_t)f->index, 2),
                       .value = number_at(symbols, at + (size_t)f->value, f->word),
                       .size = number_at(symbols, at + (size_t)f->length, f->word)};
        if (arm && s.kind == ELF_FUNCTION)
            s.value &= ~(uint64_t)1;
        PUSH(e->symbol, e->nsymbols, s);
    }
}

static void read_references(Elf *e, const ElfSection *from, const Format *f)
{
    int bytes = f->reference_bytes + (from->kind == ELF_RELA ? f->addend_bytes : 0);
    for (size_t at = 0; at + (size_t)bytes <= from->bytes.size; at += (size_t)bytes) {
        uint64_t to = number_at(from->bytes, at + (size_t)f->to, f->word) >> f->to_shift;
        if (to < (uint64_t)e->nsymbols && from->info < (uint64_t)e->nsections)
            PUSH(e->reference, e->nreferences, ((ElfReference){(unsigned)from->info, (int)to}));
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
    const bool arm = number_at(file, MACHINE_AT, 2) == MACHINE_ARM;
    read_sections(e, file, f);
    for (int i = 0; i < e->nsections; i++) {
        const ElfSection *s = &e->section[i];
        if (s->kind == ELF_SYMBOLS && s->link < (uint64_t)e->nsections)
            read_symbols(e, s->bytes, e->section[s->link].bytes, f, arm);
    }
    for (int i = 0; i < e->nsections; i++)
        if (e->section[i].kind == ELF_RELA || e->section[i].kind == ELF_REL)
            read_references(e, &e->section[i], f);
    return true;
}

const char *function_at(const char *elf, uint32_t address)
{
    Elf e;
    elf_read(elf, &e);
    for (int i = 0; i < e.nsymbols; i++) {
        const ElfSymbol *s = &e.symbol[i];
        if (s->kind == ELF_FUNCTION && address - s->value < s->size)
            return s->name;
    }
    return NULL;
}
