/* SPDX-License-Identifier: 0BSD
 * What examples/vad/wav.c makes of WAV files of all forms, or says of those that it refuses.
 * Compiled with -Dcalloc=limited_calloc -Drealloc=limited_realloc, so that memory ends where a case
 * says so. usage: wav                     judges wav FILE <WINDOWS       writes one of 512 samples
 * for each line "FIRST SECOND" */
#include "wav.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#undef calloc
#undef realloc
#include <stdlib.h>

enum { MOST = 400000 };

static unsigned char file[MOST];
static size_t size;
static int failures;
static size_t memory = SIZE_MAX; /* bytes that one block may have */

void *limited_calloc(size_t count, size_t bytes);
void *limited_realloc(void *block, size_t bytes);

void *limited_calloc(size_t count, size_t bytes)
{
    return count * bytes > memory ? NULL : calloc(count, bytes);
}

void *limited_realloc(void *block, size_t bytes)
{
    return bytes > memory ? NULL : realloc(block, bytes);
}

/* ---- files ---- */

static void put(const char *text)
{
    memcpy(file + size, text, strlen(text));
    size += strlen(text);
}

static void put_number(uint32_t n, int bytes)
{
    for (; bytes-- > 0; n >>= 8)
        file[size++] = (unsigned char)n;
}

static void start(void)
{
    size = 0;
    put("RIFF....WAVE");
}

static void put_chunk(const char *name, uint32_t bytes)
{
    put(name);
    put_number(bytes, 4);
}

static void put_format(uint32_t bytes, uint32_t tag, uint32_t channels, uint32_t rate,
                       uint32_t bits)
{
    const size_t end = size + 8 + bytes + bytes % 2;
    put_chunk("fmt ", bytes);
    put_number(tag, 2);
    put_number(channels, 2);
    put_number(rate, 4);
    put_number(rate * channels * bits / 8, 4);
    put_number(channels * bits / 8, 2);
    put_number(bits, 2);
    while (size < end)
        file[size++] = 0;
    size = end;
}

static void put_samples(uint32_t count)
{
    put_chunk("data", 2 * count);
    for (uint32_t i = 0; i < count; i++)
        put_number(i * 40503 + 32767, 2); /* all of them come, as 40503 is odd */
}

static const char *save(void)
{
    static const char path[] = "case.wav";
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(file, 1, size, f) != size || fclose(f))
        exit(2);
    return path;
}

/* ---- judgement ---- */

static void expect(int right, const char *what, const char *got)
{
    if (right)
        return;
    printf("FAILED: %s: %s\n", what, got);
    failures++;
}

/* The file is refused, with this message. */
static void refused(const char *want)
{
    Wav wav = {0};
    const char *error = wav_read(save(), 2, 4, &wav);
    expect(error && !strcmp(error, want), want, error ? error : "it is taken");
    free(wav.memory);
}

/* The file is taken, with so many samples as put_samples() writes, and zeros around them. */
static void taken(const char *what, uint32_t count, size_t before, size_t multiple)
{
    Wav wav = {0};
    const char *error = wav_read(save(), before, multiple, &wav);
    size_t rest = count % multiple ? multiple - count % multiple : 0, wrong = 0;
    expect(!error, what, error ? error : "");
    if (error)
        return;
    expect(wav.count == count + rest, what, "another number of samples");
    expect(wav.sample == wav.memory + before, what, "zeros before the first");
    expect(wav.seconds == count / 16000.0, what, "seconds");
    for (size_t i = 0; i < before; i++)
        wrong += wav.memory[i] != 0;
    for (uint32_t i = 0; i < count; i++)
        wrong += wav.sample[i] != (float)(int16_t)(i * 40503 + 32767) / 32768.0f;
    for (size_t i = 0; i < rest; i++)
        wrong += wav.sample[count + i] != 0;
    expect(wrong == 0, what, "other samples");
    free(wav.memory);
}

static void judge_heads(void)
{
    size = 0;
    refused("not a WAV file");
    start();
    refused("cut short: no samples");
    size--; /* which is still there behind the end */
    refused("not a WAV file");
    for (int i = 0; i < 12; i += 11) {
        start();
        put_format(16, 1, 1, 16000, 16);
        put_samples(3);
        file[i]++;
        refused("not a WAV file");
    }
    start();
    memcpy(file + 4, "\377\377\377\377", 4); /* of a recorder that did not know */
    put_format(16, 1, 1, 16000, 16);
    put_samples(3);
    taken("any size in the head", 3, 2, 4);
}

static void judge_formats(void)
{
    static const struct {
        uint32_t bytes, tag, channels, rate, bits;
        const char *error;
    } formats[] = {
        {16, 1, 1, 16000, 16, NULL},
        {18, 1, 1, 16000, 16, NULL},
        {41, 1, 1, 16000, 16, NULL},
        {14, 1, 1, 16000, 16, "the format chunk has 14 bytes instead of 16"},
        {15, 1, 1, 16000, 16, "the format chunk has 15 bytes instead of 16"},
        {16, 1, 1, 16000, 8, "format 1 with 8 bits, not 16-bit PCM"},
        {16, 1, 1, 16000, 24, "format 1 with 24 bits, not 16-bit PCM"},
        {16, 1, 1, 16000, 16 + 256, "format 1 with 272 bits, not 16-bit PCM"},
        {16, 3, 1, 16000, 32, "format 3 with 32 bits, not 16-bit PCM"},
        {16, 2, 1, 16000, 16, "format 2 with 16 bits, not 16-bit PCM"},
        {40, 65534, 1, 16000, 16, "format 65534 with 16 bits, not 16-bit PCM"},
        {16, 1, 2, 16000, 16, "2 channels instead of one"},
        {16, 1, 0, 16000, 16, "0 channels instead of one"},
        {16, 1, 257, 16000, 16, "257 channels instead of one"},
        {16, 1, 1, 8000, 16, "8000 samples a second instead of 16000"},
        {16, 1, 1, 16000 + 65536, 16, "81536 samples a second instead of 16000"},
        {16, 1, 1, 16000 + (1u << 24), 16, "16793216 samples a second instead of 16000"},
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char want[200];
        const char *error = formats[i].error;
        start();
        put_format(formats[i].bytes, formats[i].tag, formats[i].channels, formats[i].rate,
                   formats[i].bits);
        put_samples(5);
        snprintf(want, sizeof want, "%s%s", error ? error : "",
                 error && !strstr(error, "chunk")
                     ? "; convert it with: sox IN.wav -r 16000 -c 1 -b 16 OUT.wav"
                     : "");
        if (error)
            refused(want);
        else
            taken("a format that is right", 5, 2, 4);
    }
}

static void judge_chunks(void)
{
    start();
    put_samples(3);
    refused("no format chunk before the samples");
    for (uint32_t bytes = 0; bytes < 4; bytes++) { /* padded to an even size */
        start();
        put_chunk("LIST", bytes);
        size += bytes + bytes % 2;
        put_format(16, 1, 1, 16000, 16);
        put_chunk("junk", bytes);
        size += bytes + bytes % 2;
        put_samples(7);
        put("behind them is whatever");
        taken("chunks around those that count", 7, 3, 2);
    }
    for (uint32_t bytes = 1; bytes < 10; bytes++) {
        start();
        put_format(16, 1, 1, 16000, 16);
        put_chunk("last", bytes);
        size += bytes;
        refused("cut short: no samples");
    }
    start();
    put_format(16, 1, 1, 16000, 16);
    put("data\1\0\0"); /* and no more */
    size += 2;
    refused("cut short: no samples");
    start();
    put_format(16, 1, 1, 16000, 16);
    put_chunk("data", 0);
    refused("empty: no samples");
    put("x");
    file[size - 5] = 1; /* half a sample */
    refused("empty: no samples");
    start();
    put_format(16, 1, 1, 16000, 16);
    put_samples(5);
    size--;
    refused("cut short: 9 of 10 bytes in a chunk");
    file[size - 13] = 9;
    taken("half a sample at the end", 4, 2, 4);
    start();
    put_chunk("junk", UINT32_MAX);
    put("12345678");
    refused("cut short: 8 of 4294967295 bytes in a chunk");
}

/* Samples up to an end of what is read at once, and what they are rounded to. */
static void judge_sizes(void)
{
    for (uint32_t edge = 65536; edge <= 262144; edge *= 2)
        for (uint32_t bytes = edge - 4; bytes <= edge + 4; bytes += 2) {
            start();
            put_format(16, 1, 1, 16000, 16);
            put_samples((bytes - 44) / 2);
            taken("a file of about so many pages", (bytes - 44) / 2, 64, 512);
        }
    for (uint32_t count = 1; count < 10; count++)
        for (size_t multiple = 1; multiple < 5; multiple++) {
            start();
            put_format(16, 1, 1, 16000, 16);
            put_samples(count);
            taken("a few samples", count, count % 3, multiple);
        }
    memory = 131072;
    start();
    put_format(16, 1, 1, 16000, 16);
    put_samples(40000);
    refused("too large for the memory"); /* for its samples */
    memory = 65535;
    refused("too large for the memory"); /* for its bytes */
    memory = SIZE_MAX;
    start();
    put_format(16, 1, 1, 16000, 16);
    put_samples(65536);
    taken("each sample that there is", 65536, 64, 512);
}

static void judge_files(void)
{
    Wav wav = {0};
    const char *error = wav_read("none.wav", 2, 4, &wav);
    expect(error && !strcmp(error, "cannot open: No such file or directory"), "no file",
           error ? error : "it is taken");
    error = wav_read(".", 2, 4, &wav);
    expect(error && !strcmp(error, "cannot read: Is a directory"), "a folder",
           error ? error : "it is taken");
}

static int write_windows(const char *path)
{
    enum { WINDOW = 512 };
    static unsigned char head[44];
    FILE *f = fopen(path, "wb");
    uint32_t samples = 0;
    if (!f || fwrite(head, 1, sizeof head, f) != sizeof head)
        return 1;
    for (long first, second; scanf("%ld %ld", &first, &second) == 2; samples += WINDOW) {
        unsigned char window[2 * WINDOW] = {(unsigned char)first, (unsigned char)(first >> 8)};
        window[2 * WINDOW - 2] = (unsigned char)second;
        window[2 * WINDOW - 1] = (unsigned char)(second >> 8);
        fwrite(window, 1, sizeof window, f);
    }
    start();
    put_format(16, 1, 1, 16000, 16);
    put_chunk("data", 2 * samples);
    rewind(f);
    fwrite(file, 1, size, f);
    return fclose(f) != 0;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return write_windows(argv[1]);
    judge_heads();
    judge_formats();
    judge_chunks();
    judge_sizes();
    judge_files();
    return failures > 0;
}
