/* SPDX-License-Identifier: 0BSD
 * NAME.hpp: the calls of NAME.h for C++. */
#ifndef PTEC_EMIT_BESIDE_CPP_HEADER_H
#define PTEC_EMIT_BESIDE_CPP_HEADER_H

#include "emit/text/emit.h"

void add_cpp_header(Text *t, const Emit *e);

#endif
