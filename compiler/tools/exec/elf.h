/* SPDX-License-Identifier: 0BSD
 * Objects and programs in ELF, little-endian, for 32 and 64 bits. */
#ifndef PTEC_TOOLS_EXEC_ELF_H
#define PTEC_TOOLS_EXEC_ELF_H

#include "base/util.h"

enum { ELF_SYMBOLS = 2, ELF_RELA = 4, ELF_ZEROS = 8, ELF_REL = 9 }; /* kinds of sections */
enum { ELF_WRITE = 1, ELF_ALLOC = 2, ELF_EXECUTE = 4 };             /* their flags */
enum { ELF_OBJECT = 1, ELF_FUNCTION = 2 };                          /* kinds of symbols */

typedef struct ElfSection {
    const char *name;
    uint64_t kind, flags, at, size, link, info, align;
    Bytes bytes; /* none if it has only zeros */
} ElfSection;

typedef struct ElfSymbol {
    const char *name;
    unsigned kind, section; /* section: 0 if it is defined elsewhere */
    bool global;
    uint64_t value, size; /* value: of a function without the bit that marks it as Thumb */
} ElfSymbol;

/* Says that a section mentions a symbol. */
typedef struct ElfReference {
    unsigned section;
    int symbol;
} ElfReference;

typedef struct Elf {
    ElfSection *section;
    ElfSymbol *symbol;
    ElfReference *reference;
    int nsections, nsymbols, nreferences;
} Elf;

bool elf_read(const char *path, Elf *e);                    /* false: it is no ELF file */
const char *function_at(const char *elf, uint32_t address); /* NULL: in none */

#endif
