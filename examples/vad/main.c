/* SPDX-License-Identifier: 0BSD
 * Finds the speech in a WAV file, window by window, and draws when it was and what it cost. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "vad.h"
#include "wav.h"

enum {
    WINDOW = 512, /* new samples a call: 32 ms */
    CONTEXT = 64, /* samples of the window before, which the network sees again */
    STATE = 2 * 128,
    COLUMNS = 64, /* windows a line of the drawing */
    PAUSE = 4     /* a silence of up to so many windows is part of the speech around it */
};
static const float ON = 0.5f, OFF = 0.35f; /* speech starts above and ends below */

typedef struct Timing {
    double sum, max; /* seconds */
} Timing;

typedef struct Segment {
    size_t first, end; /* windows */
} Segment;

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(size_t windows)
{
    return (double)(windows * WINDOW) / WAV_RATE;
}

/* The probability of speech in each window. The network's memory is the state that goes into a
 * call and comes out of it; inputs stay unchanged, so two buffers take turns. */
static pte_status detect(const Wav *wav, float *speech, Timing *timing)
{
    static float state[2][STATE];
    const size_t windows = wav->count / WINDOW;
    for (size_t i = 0; i < windows; i++) {
        const float *samples = wav->sample + i * WINDOW - CONTEXT;
        const double start = now();
        const pte_status status =
            vad_forward(samples, state[i % 2], &speech[i], state[(i + 1) % 2]);
        const double took = now() - start;
        if (status != PTE_OK)
            return status;
        timing->sum += took;
        timing->max = took > timing->max ? took : timing->max;
    }
    return PTE_OK;
}

/* Joins windows into segments; returns how many. `segment` has room for every second window. */
static size_t find_segments(const float *speech, size_t windows, Segment *segment)
{
    size_t count = 0, silent = 0;
    bool on = false;
    for (size_t i = 0; i < windows; i++) {
        if (speech[i] >= ON) {
            if (!on)
                segment[count++].first = i;
            on = true;
            silent = 0;
        } else if (on && (silent || speech[i] < OFF) && ++silent > PAUSE && speech[i] < OFF) {
            segment[count - 1].end = i + 1 - silent;
            on = false;
        }
    }
    if (on)
        segment[count - 1].end = windows;
    return count;
}

static void put_bar(float share)
{
    static const char *const bar[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const int eighths = (int)(share * 8.0f + 0.5f);
    fputs(bar[eighths < 0 ? 0 : eighths > 8 ? 8 : eighths], stdout);
}

static float peak(const float *samples)
{
    float most = 0;
    for (int i = 0; i < WINDOW; i++) {
        const float size = samples[i] < 0 ? -samples[i] : samples[i];
        most = size > most ? size : most;
    }
    return most;
}

/* A bracket below the windows of each segment. */
static void put_segments(size_t first, size_t end, const Segment *segment, size_t count)
{
    size_t s = 0;
    for (size_t i = first; i < end; i++) {
        while (s < count && segment[s].end <= i)
            s++;
        const bool in = s < count && i >= segment[s].first;
        const bool left = in && i == segment[s].first, right = in && i + 1 == segment[s].end;
        fputs(left ? "└" : right ? "┘" : in ? "─" : " ", stdout);
    }
}

/* A mark at each half second, with the number at each whole one. */
static void put_ruler(size_t first, size_t end)
{
    const size_t half = WAV_RATE / 2;
    for (size_t i = first; i < end; i++) {
        const size_t tick = (i * WINDOW + WINDOW - 1) / half; /* the last at or before its end */
        if (tick * half < i * WINDOW)
            putchar(' ');
        else if (tick % 2)
            fputs("·", stdout);
        else
            i += (size_t)printf("%zu s", tick / 2) - 1;
    }
}

static void draw(const Wav *wav, const float *speech, const Segment *segment, size_t count)
{
    const size_t windows = wav->count / WINDOW;
    for (size_t first = 0; first < windows; first += COLUMNS) {
        const size_t end = first + COLUMNS < windows ? first + COLUMNS : windows;
        fputs("\n   sound  ", stdout);
        for (size_t i = first; i < end; i++)
            put_bar(peak(wav->sample + i * WINDOW));
        fputs("\n  speech  ", stdout);
        for (size_t i = first; i < end; i++)
            put_bar(speech[i]);
        fputs("\n          ", stdout);
        put_segments(first, end, segment, count);
        fputs("\n          ", stdout);
        put_ruler(first, end);
        putchar('\n');
    }
}

static void print_segments(const float *speech, const Segment *segment, size_t count)
{
    printf("\n%zu segment%s of speech\n", count, count == 1 ? "" : "s");
    for (size_t s = 0; s < count; s++) {
        float sum = 0;
        for (size_t i = segment[s].first; i < segment[s].end; i++)
            sum += speech[i];
        const double start = seconds(segment[s].first), end = seconds(segment[s].end);
        printf("%3zu  %6.2f s to %6.2f s  %5.2f s  mean probability %.2f\n", s + 1, start, end,
               end - start, (double)sum / (double)(segment[s].end - segment[s].first));
    }
}

static void print_cost(size_t windows, const Timing *timing)
{
    const double mean = timing->sum / (double)windows;
    printf("\ntime   %.1f us a window (longest %.1f us) of 32 ms: real-time factor %.5f\n",
           1e6 * mean, 1e6 * timing->max, timing->sum / seconds(windows));
    printf("RAM    %d bytes: arena %d, state in and out %zu\n",
           VAD_ARENA_BYTES + VAD_STATE_BYTES + 2 * STATE * (int)sizeof(float), VAD_ARENA_BYTES,
           VAD_STATE_BYTES + 2 * STATE * sizeof(float));
    printf("flash  %d bytes of weights, besides the code\n", VAD_WEIGHTS_BYTES);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE.wav\n", argc > 0 ? argv[0] : "vad");
        return 2;
    }
    Wav wav = {0};
    const char *error = wav_read(argv[1], CONTEXT, WINDOW, &wav);
    if (error) {
        fprintf(stderr, "%s: %s\n", argv[1], error);
        return 1;
    }
    const size_t windows = wav.count / WINDOW;
    float *speech = calloc(windows, sizeof *speech);
    Segment *segment = calloc(windows / 2 + 1, sizeof *segment);
    Timing timing = {0};
    const pte_status status =
        speech && segment ? detect(&wav, speech, &timing) : PTE_OUT_OF_RESOURCES;
    if (status == PTE_OK) {
        printf("%s: %.2f s, %zu window%s of 32 ms\n", argv[1], wav.seconds, windows,
               windows == 1 ? "" : "s");
        const size_t count = find_segments(speech, windows, segment);
        draw(&wav, speech, segment, count);
        print_segments(speech, segment, count);
        print_cost(windows, &timing);
    } else {
        fprintf(stderr, "vad_forward: %s\n", pte_status_name(status));
    }
    free(segment);
    free(speech);
    free(wav.memory);
    return status == PTE_OK ? 0 : 1;
}
