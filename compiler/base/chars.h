/* SPDX-License-Identifier: 0BSD
 * Characters of UTF-8, and which of them must not reach a terminal or a source file. */
#ifndef PTEC_BASE_CHARS_H
#define PTEC_BASE_CHARS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the length in bytes of the UTF-8 sequence at `s`, and its code point; 0 if the bytes are
 * no valid UTF-8. */
int utf8_char(const unsigned char *s, uint32_t *code);
/* Does the character move the cursor, reorder the line, or stay invisible? */
bool is_deceptive(uint32_t c);

#endif
