/* SPDX-License-Identifier: 0BSD
 * Reads a 16 kHz mono WAV file of 16-bit samples, trusting nothing that it says. */
#include "wav.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONVERT "; convert it with: sox IN.wav -r 16000 -c 1 -b 16 OUT.wav"

typedef struct Bytes {
    unsigned char *data;
    size_t size;
} Bytes;

static const char *problem(const char *fmt, ...)
{
    static char text[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return text;
}

static uint32_t le16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const unsigned char *p)
{
    return le16(p) | le16(p + 2) << 16;
}

/* Reads to the end, so that pipes work too. */
static const char *read_all(FILE *f, Bytes *file)
{
    size_t room = 0;
    do {
        room = room ? 2 * room : 65536;
        unsigned char *grown = realloc(file->data, room);
        if (!grown)
            return "too large for the memory";
        file->data = grown;
        file->size += fread(file->data + file->size, 1, room - file->size, f);
    } while (file->size == room);
    return ferror(f) ? problem("cannot read: %s", strerror(errno)) : NULL;
}

static const char *check_format(Bytes fmt)
{
    if (fmt.size < 16)
        return problem("the format chunk has %zu bytes instead of 16", fmt.size);
    const unsigned tag = le16(fmt.data), channels = le16(fmt.data + 2);
    const unsigned rate = le32(fmt.data + 4), bits = le16(fmt.data + 14);
    if (tag != 1 || bits != 16)
        return problem("format %u with %u bits, not 16-bit PCM" CONVERT, tag, bits);
    if (channels != 1)
        return problem("%u channels instead of one" CONVERT, channels);
    if (rate != WAV_RATE)
        return problem("%u samples a second instead of %d" CONVERT, rate, WAV_RATE);
    return NULL;
}

/* Finds the samples' bytes, behind a format chunk that passes the check. */
static const char *find_samples(Bytes file, Bytes *pcm)
{
    if (file.size < 12 || memcmp(file.data, "RIFF", 4) || memcmp(file.data + 8, "WAVE", 4))
        return "not a WAV file";
    bool have_format = false;
    size_t at = 12;
    while (file.size - at >= 8) {
        const unsigned char *head = file.data + at;
        const Bytes chunk = {file.data + at + 8, le32(head + 4)};
        const size_t left = file.size - at - 8;
        if (chunk.size > left)
            return problem("cut short: %zu of %zu bytes in a chunk", left, chunk.size);
        if (!memcmp(head, "fmt ", 4)) {
            const char *error = check_format(chunk);
            if (error)
                return error;
            have_format = true;
        } else if (!memcmp(head, "data", 4)) {
            *pcm = chunk;
            return have_format ? NULL : "no format chunk before the samples";
        }
        at += 8 + chunk.size + (chunk.size & 1 && chunk.size < left);
    }
    return "cut short: no samples";
}

static const char *decode(Bytes pcm, size_t before, size_t multiple, Wav *wav)
{
    const size_t count = pcm.size / 2;
    if (count == 0)
        return "empty: no samples";
    wav->count = (count + multiple - 1) / multiple * multiple;
    wav->seconds = (double)count / WAV_RATE;
    wav->memory = calloc(before + wav->count, sizeof *wav->memory);
    if (!wav->memory)
        return "too large for the memory";
    wav->sample = wav->memory + before;
    for (size_t i = 0; i < count; i++) {
        const int value = (int)(le16(pcm.data + 2 * i) ^ 0x8000) - 0x8000;
        wav->sample[i] = (float)value / 32768.0f;
    }
    return NULL;
}

const char *wav_read(const char *path, size_t before, size_t multiple, Wav *wav)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return problem("cannot open: %s", strerror(errno));
    Bytes file = {0}, pcm = {0};
    const char *error = read_all(f, &file);
    if (!error)
        error = find_samples(file, &pcm);
    if (!error)
        error = decode(pcm, before, multiple, wav);
    free(file.data);
    fclose(f);
    return error;
}
