/* SPDX-License-Identifier: 0BSD
 * What the user's compiler makes of emitted C: an object, its bytes of code and tables, calls. */
#ifndef PTEC_TOOLS_MEASURE_H
#define PTEC_TOOLS_MEASURE_H

#include "tools/exec/elf.h"
#include "tools/exec/tools.h"
#include "tools/size.h"

/* Is an object, and the graph of its calls as the compiler wrote it; no bytes if it writes none. */
typedef struct Compiled {
    Elf elf;
    Bytes calls;
} Compiled;

const char *compiler_text(const ExecOptions *o); /* the compiler with its flags */
/* Has the compiler make an object; `more` are flags behind those of the user. */
Compiled compile_c(const ExecOptions *o, const Text *source, const char *more);

typedef enum Area { AREA_CODE, AREA_TABLES, AREA_DATA, AREA_ZEROS, AREAS } Area;
Area area_of(const ElfSection *s); /* AREAS: it is not loaded */

/* Measures the object that the compiler makes of the emitted C, for --size (tools/measure.c). */
const Measured *measure_size(const ExecOptions *o, const Emitted *e);

#endif
