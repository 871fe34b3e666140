/* SPDX-License-Identifier: 0BSD
 * Digests by libmd. */
#include "base/digest.h"

#include <sha2.h>

void sha256_hex(const void *data, size_t size, char hex[65])
{
    SHA2_CTX ctx;
    SHA256Init(&ctx);
    SHA256Update(&ctx, data, size);
    SHA256End(&ctx, hex);
}
