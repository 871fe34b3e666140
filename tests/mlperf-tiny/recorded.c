/* SPDX-License-Identifier: 0BSD
 * Writes the input of a recorded call as the runner sends it, and prints the result that the device
 * should give, from the output that was recorded. CASES is the file that `ptec cases` wrote. */
#include CASES

#include <stdio.h>

#define BYTES  1
#define PIXELS 2
#define FLOATS 3

enum {
    INPUTS = MODEL_FORWARD_INPUT_ELEMENTS,
    OUTPUTS = MODEL_FORWARD_OUTPUT_ELEMENTS,
};

int main(int count, char **word)
{
    FILE *file = fopen(word[count - 1], "wb");
    if (!file)
        return 1;
#if RUNNER_SENDS == FLOATS
    double sum = 0;
    fwrite(forward_1_input, sizeof *forward_1_input, INPUTS, file);
    for (int i = 0; i < OUTPUTS; i++)
        sum += (double)(forward_1_output[i] - forward_1_input[i]) *
               (double)(forward_1_output[i] - forward_1_input[i]);
    printf("%.6f\n", sum / OUTPUTS);
#else
    for (int i = 0; i < INPUTS; i++)
        fputc(forward_1_input[i] + (RUNNER_SENDS == PIXELS ? 128 : 0), file);
    for (int i = 0; i < OUTPUTS; i++)
        printf("%.6f\n", (double)forward_1_output[i]);
#endif
    return fclose(file);
}
