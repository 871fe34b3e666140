/* SPDX-License-Identifier: 0BSD
 * Bytes that are made in parts. */
#include "base/content.h"

void content_give(Content c, Sink *to)
{
    c.give(c.of, to);
}

static void give_bytes(const void *of, Sink *to)
{
    const Bytes *b = of;
    to->take(to, b->data, b->size);
}

Content content_bytes(const void *data, size_t size)
{
    Bytes *b = NEW(Bytes, 1);
    *b = (Bytes){data, size};
    return (Content){give_bytes, b};
}

Content content_text(const Text *t)
{
    return content_bytes(text_string(t), t->size);
}

static void give_both(const void *of, Sink *to)
{
    const Content *both = of;
    content_give(both[0], to);
    content_give(both[1], to);
}

Content content_both(Content first, Content second)
{
    Content *both = NEW(Content, 2);
    both[0] = first;
    both[1] = second;
    return (Content){give_both, both};
}

typedef struct Counter {
    Sink sink;
    size_t size;
} Counter;

static void count(Sink *to, const void *data, size_t size)
{
    (void)data;
    ((Counter *)to)->size += size;
}

typedef struct Appender {
    Sink sink;
    Text *text;
} Appender;

static void append(Sink *to, const void *data, size_t size)
{
    text_bytes(((Appender *)to)->text, data, size);
}

void text_content(Text *t, Content c)
{
    Counter n = {{count}, 0};
    content_give(c, &n.sink);
    text_reserve(t, n.size);
    content_give(c, &(Appender){{append}, t}.sink);
}

typedef struct Summer {
    Sink sink;
    uint32_t crc;
} Summer;

static void sum(Sink *to, const void *data, size_t size)
{
    Summer *s = (Summer *)to;
    s->crc = crc32_of(s->crc, data, size);
}

uint32_t crc32_content(Content c)
{
    Summer s = {{sum}, 0};
    content_give(c, &s.sink);
    return s.crc;
}
