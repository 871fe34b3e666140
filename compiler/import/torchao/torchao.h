/* SPDX-License-Identifier: 0BSD
 * torchao's operators on weights of 1 to 8 bits, which are unpacked here: as i8 for integer
 * products, in bytes of 1, 2, 4 or 8 bits where rows of them are looked up, as floats where a
 * table holds any numbers. */
#ifndef PTEC_IMPORT_TORCHAO_TORCHAO_H
#define PTEC_IMPORT_TORCHAO_TORCHAO_H

#include "import/call/import.h"

Value *arg_packed(Call *c, const char *name, int rank); /* constant bytes, that ptec unpacks */

#endif
