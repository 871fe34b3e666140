/* SPDX-License-Identifier: 0BSD
 * Digests by libmd. */
#ifndef PTEC_BASE_DIGEST_H
#define PTEC_BASE_DIGEST_H

#include "base/content.h"

void sha256_hex(const void *data, size_t size, char hex[65]);
void sha256_content(Content c, char hex[65]);

#endif
