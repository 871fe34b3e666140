/* SPDX-License-Identifier: 0BSD
 * The Rust around a model in C: `ptec package --for rust`. */
#ifndef PTEC_TOOLS_PACKAGE_RUST_H
#define PTEC_TOOLS_PACKAGE_RUST_H

#include "model.h"

/* Returns what src/lib.rs has of this model: declarations of its C, and a type that owns its
 * memory, with a method for each of the program. */
const char *rust_binding(const Model *m);

#endif
