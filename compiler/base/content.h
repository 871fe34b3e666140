/* SPDX-License-Identifier: 0BSD
 * Bytes that are made in parts, as often as somebody takes them: a file of gigabytes is hashed,
 * compared and written without being in memory. */
#ifndef PTEC_BASE_CONTENT_H
#define PTEC_BASE_CONTENT_H

#include "base/util.h"

typedef struct Sink {
    void (*take)(struct Sink *to, const void *data, size_t size);
} Sink;

typedef struct Content {
    void (*give)(const void *of, Sink *to);
    const void *of;
} Content;

void content_give(Content c, Sink *to);
Content content_bytes(const void *data, size_t size); /* which stay where they are */
Content content_text(const Text *t);
Content content_both(Content first, Content second); /* one after the other */
void text_content(Text *t, Content c);               /* appends all of it */
uint32_t crc32_content(Content c);

#endif
