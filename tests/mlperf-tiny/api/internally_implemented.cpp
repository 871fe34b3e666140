/* SPDX-License-Identifier: 0BSD
 * A stand-in for the file of this name of MLPerf Tiny: the commands `name`, `profile`, `db`,
 * `infer` and `results`, with the answers that the runner waits for. */
#include "api/internally_implemented.h"
#include "api/submitter_implemented.h"

enum { COMMAND_BYTES = 80 };

static char line[COMMAND_BYTES + 1];
static size_t line_bytes;
static uint8_t buffer[MAX_DB_INPUT_SIZE];
static size_t loaded, wanted;

void ee_serial_callback(char c)
{
    if (c != '%') {
        line[line_bytes] = c;
        line_bytes += line_bytes < COMMAND_BYTES;
        return;
    }
    line[line_bytes] = 0;
    line_bytes = 0;
    th_command_ready(line);
}

void ee_benchmark_initialize(void)
{
    th_serialport_initialize();
    th_timestamp_initialize();
    th_final_initialize();
    th_printf("m-init-done\r\nm-ready\r\n");
}

static unsigned digit(char c)
{
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void load(const char *digits)
{
    for (; digits[0] && digits[1] && loaded < wanted; digits += 2)
        buffer[loaded++] = static_cast<uint8_t>(16 * digit(digits[0]) + digit(digits[1]));
    if (loaded == wanted)
        th_printf("m-load-done\r\n");
}

static void infer(int times, int before)
{
    th_load_tensor();
    th_printf("m-warmup-start-%d\r\n", before);
    while (before-- > 0)
        th_infer();
    th_printf("m-warmup-done\r\nm-infer-start-%d\r\n", times);
    th_timestamp();
    th_pre();
    while (times-- > 0)
        th_infer();
    th_post();
    th_timestamp();
    th_printf("m-infer-done\r\n");
    th_results();
}

static bool is(const char *word, const char *name)
{
    return word && th_strncmp(word, name, COMMAND_BYTES) == 0;
}

void ee_serial_command_parser_callback(char *command)
{
    const char *verb = th_strtok(command, " "), *first = th_strtok(NULL, " "),
               *second = th_strtok(NULL, " ");
    if (is(verb, "name")) {
        th_printf("m-name-%s-[%s]\r\n", "dut", "unspecified");
    } else if (is(verb, "profile")) {
        th_printf("m-profile-[stand-in]\r\nm-model-[%s]\r\n", TH_MODEL_VERSION);
    } else if (is(verb, "db") && is(first, "load") && second) {
        wanted = static_cast<size_t>(th_atoi(second));
        loaded = 0;
        th_printf("m-[Expecting %d bytes]\r\n", static_cast<int>(wanted));
    } else if (is(verb, "db") && first) {
        load(first);
    } else if (is(verb, "infer") && first && second) {
        infer(th_atoi(first), th_atoi(second));
    } else if (is(verb, "results")) {
        th_results();
    } else {
        th_printf("e-[Unknown command: %s]\r\n", command);
    }
    th_printf("m-ready\r\n");
}

size_t ee_get_buffer(uint8_t *to, size_t most)
{
    const size_t n = loaded < most ? loaded : most;
    th_memcpy(to, buffer, n);
    return n;
}
