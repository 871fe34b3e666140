/* SPDX-License-Identifier: 0BSD
 * Reads a 16 kHz mono WAV file of 16-bit samples. */
#ifndef WAV_H
#define WAV_H

#include <stddef.h>

enum { WAV_RATE = 16000 };

/* Samples in [-1, 1), with zeros around them: `before` ahead of the first, and as many behind the
 * last as make `count` a multiple of `multiple`. */
typedef struct Wav {
    float *memory; /* for free(); starts with the zeros */
    float *sample; /* the first of `count` */
    size_t count;
    double seconds; /* without the zeros */
} Wav;

/* NULL, or what is wrong with the file; the text is valid until the next call. */
const char *wav_read(const char *path, size_t before, size_t multiple, Wav *wav);

#endif
