/* SPDX-License-Identifier: 0BSD
 * Digests by libmd. */
#include "base/digest.h"

#include <sha2.h>

typedef struct Hasher {
    Sink sink;
    SHA2_CTX ctx;
} Hasher;

static void hash(Sink *to, const void *data, size_t size)
{
    SHA256Update(&((Hasher *)to)->ctx, data, size);
}

void sha256_content(Content c, char hex[65])
{
    Hasher h = {.sink = {hash}};
    SHA256Init(&h.ctx);
    content_give(c, &h.sink);
    SHA256End(&h.ctx, hex);
}

void sha256_hex(const void *data, size_t size, char hex[65])
{
    sha256_content(content_bytes(data, size), hex);
}
