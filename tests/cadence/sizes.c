/* SPDX-License-Identifier: 0BSD
 * How many bytes nnlib's functions for sizes ask for, as the library itself says. */
#include "standin.h"

#ifndef MORE
#define MORE 0 /* bytes that another version asks for besides */
#endif

static const struct {
    Window window;
    WORD32 bytes;
} rows[] = {
#define WINDOW(kind, planes, h, w, c, oc, oh, ow, kh, kw, sh, sw, ph, pw, dh, dw, bytes)           \
    {{kind, planes, h, w, c, oc, oh, ow, kh, kw, sh, sw, ph, pw, dh, dw}, bytes},
#include "sizes.def"
};

static bool same(const Window *a, const Window *b)
{
    return a->kind == b->kind && a->planes == b->planes && a->h == b->h && a->w == b->w &&
           a->c == b->c && a->oc == b->oc && a->oh == b->oh && a->ow == b->ow && a->kh == b->kh &&
           a->kw == b->kw && a->sh == b->sh && a->sw == b->sw && a->ph == b->ph && a->pw == b->pw &&
           a->dh == b->dh && a->dw == b->dw;
}

WORD32 room_of(const Window *w)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (same(w, &rows[i].window))
            return rows[i].bytes + MORE;
    fprintf(stderr,
            "sizes.def has no row %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, "
            "%d: make it again\n",
            (int)w->kind, w->planes, w->h, w->w, w->c, w->oc, w->oh, w->ow, w->kh, w->kw, w->sh,
            w->sw, w->ph, w->pw, w->dh, w->dw);
    abort();
}
