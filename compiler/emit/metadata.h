/* SPDX-License-Identifier: 0BSD
 * What NAME.h tells of arguments at run time, behind PTE_METADATA. */
#ifndef PTEC_EMIT_METADATA_H
#define PTEC_EMIT_METADATA_H

#include "emit/text/emit.h"

void add_metadata(Text *t, const Emit *e);

#endif
