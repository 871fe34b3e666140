/* SPDX-License-Identifier: 0BSD
 * Mutations that keep a FlatBuffer readable more often than flipped bits do. */
#ifndef MUTATE_H
#define MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Changes up to four scalars of the program in `data` in place. The same seed does the same. */
void mutate_scalars(uint8_t *data, size_t size, uint32_t seed);

#endif
