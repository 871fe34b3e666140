/* SPDX-License-Identifier: 0BSD
 * Writes both forms of a program and their tables (mutant.h) for sweep.c.
 * usage: forms FOLDER PROGRAM */
#include "../fuzz/describe.h"
#include "compile.h"
#include "read/bundle.h"

int main(int argc, char **argv)
{
    if (argc != 3)
        usage_error("usage: forms FOLDER PROGRAM");
    Bundle *b = read_model(argv[2], NULL, 0);
    for (int opt = 0; opt <= 2; opt += 2) {
        Options o = {.model_path = argv[2],
                     .out_dir = argv[1],
                     .name = opt ? "model_2" : "model_0",
                     .opt = opt};
        write_form(compile_model(b->program, &o), "model");
    }
    free_all();
    return 0;
}
