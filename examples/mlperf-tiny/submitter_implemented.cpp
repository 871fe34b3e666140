/* SPDX-License-Identifier: 0BSD
 * The functions that EEMBC's API for MLPerf Tiny leaves to a submitter (th_*, declared in
 * api/submitter_implemented.h), by a model that ptec compiled with --io int8 as `model`. */
#include "api/submitter_implemented.h"
#include "api/internally_implemented.h"
#include "board.h"
#include "model.h"

/* What the runner sends: bytes as the model takes them, pixels from 0 to 255, or floats. */
#define BYTES  1
#define PIXELS 2
#define FLOATS 3

enum { INPUTS = MODEL_FORWARD_INPUT_ELEMENTS, OUTPUTS = MODEL_FORWARD_OUTPUT_ELEMENTS };

static int8_t input[INPUTS];
static int8_t output[OUTPUTS];

/* ---- Inputs and results ---- */

/* Fills `buffer` with what the runner loaded last, all or nothing. */
static bool get_buffer(void *buffer, size_t bytes)
{
    const size_t loaded = ee_get_buffer(static_cast<uint8_t *>(buffer), bytes);
    if (loaded != bytes)
        th_printf("e-[The input has %u bytes, not %u]\r\n", static_cast<unsigned>(loaded),
                  static_cast<unsigned>(bytes));
    return loaded == bytes;
}

static float output_at(int i)
{
    return static_cast<float>(output[i] - MODEL_FORWARD_OUTPUT_ZERO_POINT) *
           MODEL_FORWARD_OUTPUT_SCALE;
}

/* Prints a number with three digits behind the point. */
static void print_number(float number)
{
    const long thousandths = static_cast<long>(number * 1000.0f + (number < 0 ? -0.5f : 0.5f));
    const unsigned long size =
        static_cast<unsigned long>(thousandths < 0 ? -thousandths : thousandths);
    th_printf("%s%lu.%03lu", thousandths < 0 ? "-" : "", size / 1000, size % 1000);
}

#if RUNNER_SENDS == FLOATS
static float feature[INPUTS];

static int8_t quantised(float number)
{
    const float scaled = number / MODEL_FORWARD_INPUT_SCALE;
    const long byte =
        static_cast<long>(scaled + (scaled < 0 ? -0.5f : 0.5f)) + MODEL_FORWARD_INPUT_ZERO_POINT;
    return static_cast<int8_t>(byte < -128 ? -128 : byte > 127 ? 127 : byte);
}

void th_load_tensor()
{
    if (get_buffer(feature, sizeof feature))
        for (int i = 0; i < INPUTS; i++)
            input[i] = quantised(feature[i]);
}

/* The result of an autoencoder: the mean square of what it gets wrong. */
void th_results()
{
    float sum = 0;
    for (int i = 0; i < OUTPUTS; i++)
        sum += (output_at(i) - feature[i]) * (output_at(i) - feature[i]);
    th_printf("m-results-[");
    print_number(sum / static_cast<float>(OUTPUTS));
    th_printf("]\r\n");
}
#else
void th_load_tensor()
{
    const bool loaded = get_buffer(input, sizeof input);
    for (int i = 0; RUNNER_SENDS == PIXELS && loaded && i < INPUTS; i++)
        input[i] = static_cast<int8_t>(static_cast<uint8_t>(input[i]) - 128);
}

void th_results()
{
    th_printf("m-results-[");
    for (int i = 0; i < OUTPUTS; i++) {
        th_printf(i ? "," : "");
        print_number(output_at(i));
    }
    th_printf("]\r\n");
}
#endif

void th_infer()
{
    const pte_status status = model_forward(input, output);
    if (status != PTE_OK)
        th_printf("e-[%s]\r\n", pte_status_name(status));
}

void th_final_initialize(void)
{
    if (model_check_weights(model_weights, MODEL_WEIGHTS_BYTES) != PTE_OK)
        th_printf("e-[The weights are damaged]\r\n");
}

void th_pre()
{
}
void th_post()
{
}

/* ---- Time ---- */

void th_timestamp_initialize(void)
{
    th_printf(EE_MSG_TIMESTAMP_MODE);
    th_timestamp();
}

void th_timestamp(void)
{
#if EE_CFG_ENERGY_MODE == 1
    board_pulse();
#else
    th_printf(EE_MSG_TIMESTAMP, static_cast<unsigned long>(board_microseconds()));
#endif
}

/* ---- The serial port ---- */

void th_serialport_initialize(void)
{
    board_start(EE_CFG_ENERGY_MODE == 1 ? 9600 : 115200);
}

char th_getchar()
{
    return board_get();
}

void th_command_ready(char volatile *command)
{
    ee_serial_command_parser_callback(const_cast<char *>(command));
}

/* Prints a number in at least `width` digits, and returns how many characters that were. */
static int put_digits(unsigned long number, unsigned base, int width, bool zeros)
{
    char digit[24];
    int count = 0;
    do {
        digit[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number);
    while (count < width)
        digit[count++] = zeros ? '0' : ' ';
    for (int i = count; i > 0; i--)
        board_put(digit[i - 1]);
    return count;
}

static int put_text(const char *text)
{
    int count = 0;
    for (; text[count]; count++)
        board_put(text[count]);
    return count;
}

static int put_signed(long number, int width, bool zeros)
{
    if (number >= 0)
        return put_digits(static_cast<unsigned long>(number), 10, width, zeros);
    board_put('-');
    return 1 + put_digits(0ul - static_cast<unsigned long>(number), 10, width - 1, zeros);
}

/* Prints as printf() does what this API asks for: %s, %c, %d, %u and %x, also with `l`, `z`, a
 * width and leading zeros, so that no library has to format. */
int th_vprintf(const char *format, va_list list)
{
    int count = 0;
    for (const char *p = format; *p; p++) {
        if (*p != '%' || *++p == '%') {
            board_put(*p);
            count++;
            continue;
        }
        const bool zeros = *p == '0';
        int width = 0, size = 0;
        for (; *p >= '0' && *p <= '9'; p++)
            width = 10 * width + (*p - '0');
        for (; *p == 'l' || *p == 'z'; p++)
            size++;
        if (*p == 's')
            count += put_text(va_arg(list, const char *));
        else if (*p == 'c')
            board_put(static_cast<char>(va_arg(list, int))), count++;
        else if (*p == 'd' || *p == 'i')
            count += put_signed(size ? va_arg(list, long) : va_arg(list, int), width, zeros);
        else
            count += put_digits(size ? va_arg(list, unsigned long) : va_arg(list, unsigned),
                                *p == 'x' ? 16 : 10, width, zeros);
    }
    return count;
}

void th_printf(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    th_vprintf(format, list);
    va_end(list);
}

/* ---- What the API wants of the C library ---- */

int th_strncmp(const char *a, const char *b, size_t n)
{
    return strncmp(a, b, n);
}

char *th_strncpy(char *to, const char *from, size_t n)
{
    return strncpy(to, from, n);
}

size_t th_strnlen(const char *text, size_t most)
{
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

char *th_strcat(char *to, const char *from)
{
    return strcat(to, from);
}

char *th_strtok(char *text, const char *separators)
{
    return strtok(text, separators);
}

int th_atoi(const char *text)
{
    return atoi(text);
}

void *th_memset(void *to, int byte, size_t n)
{
    return memset(to, byte, n);
}

void *th_memcpy(void *to, const void *from, size_t n)
{
    return memcpy(to, from, n);
}
