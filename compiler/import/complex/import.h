/* SPDX-License-Identifier: 0BSD
 * What import does about complex numbers: tensors of them become real ones with an axis of parts,
 * and calls with them are lowered on the parts, or on whole numbers that get their parts after. */
#ifndef PTEC_IMPORT_COMPLEX_IMPORT_H
#define PTEC_IMPORT_COMPLEX_IMPORT_H

#include "import/call/import.h"

FileTensor *without_complex(const Model *model, const FileTensor *t);
bool has_complex(const FileMethod *m, const FileInstr *call); /* among its tensors */
/* Adds operators that have a row, but none for the complex numbers that this program gives them. */
void list_missing_complex(Text *missing, const FileMethod *m);
/* The next two lower a call that has complex numbers: by a function that moves them, or one that
 * computes with parts. */
void lower_whole_numbers(Call *c, Lowering lower);
void lower_parts_of_numbers(Call *c, Lowering lower);

#endif
