/* SPDX-License-Identifier: 0BSD
 * Makes three calls of either side, of which count.c counts the last. Inputs are the files in0,
 * in1,
 * ... of a folder; the outputs of the first call go to out0, out1, ... of another, as many bytes as
 * those files have.
 * usage: counted PROGRAM INPUTS NIN OUTPUTS NOUT */
#include "tensors.h"

#ifdef __riscv
#define MARK() __asm__ volatile("or x27, x27, x27" ::: "memory")
#else
#define MARK() __asm__ volatile("orr x27, x27, x27" ::: "memory")
#endif

int side_open(const char *program);
int side_reset(void);
int side_run(void *const *in, void *const *out);
void side_outputs(void *const *out);

static void write_tensor(const char *folder, int i, const void *data, size_t size)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/out%d", folder, i);
    FILE *const f = fopen(path, "wb");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0)
        stop(path);
}

static void call(void *const *in, void *const *out)
{
    side_reset();
    if (side_run(in, out) != 0)
        stop("a call fails");
}

int main(int argc, char **argv)
{
    void *in[MOST], *out[MOST];
    size_t unused, size[MOST];

    if (argc != 6)
        return 2;
    const int nin = atoi(argv[3]), nout = atoi(argv[5]);
    for (int i = 0; i < nin; i++)
        in[i] = read_tensor(argv[2], "in", i, &unused);
    for (int i = 0; i < nout; i++)
        out[i] = read_tensor(argv[4], "out", i, &size[i]);
    if (side_open(argv[1]) != 0)
        stop(argv[1]);
    call(in, out);
    side_outputs(out);
    for (int i = 0; i < nout; i++)
        write_tensor(argv[4], i, out[i], size[i]);
    call(in, out);
    side_reset();
    MARK();
    const int status = side_run(in, out);
    MARK();
    fflush(stdout);
    _Exit(status); /* without the destructors of libraries */
}
