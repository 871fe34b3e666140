/* SPDX-License-Identifier: 0BSD
 * A target that does not answer in time is given up.
 * usage: timeout PROGRAM */
#include "compile.h"
#include "emit/output.h"
#include "read/bundle.h"
#include "tools/exec/targets.h"
#include "tools/verify.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        usage_error("usage: timeout PROGRAM");
    const Options options = {.model_path = argv[1], .name = "model", .out_dir = ""};
    const ExecOptions exec = {.target = &targets[0], .runner = "tail -n 0 -f %e", .cpu_seconds = 1};
    Bundle *b = read_model(argv[1], NULL, 0);
    Model *m = compile_model(b->program, &options);
    Text source = {0}, header = {0}, weights = {0};
    emit_bundle(m, &source, &weights);
    emit_header(m, &header);
    const Emitted e = {.model = m,
                       .source = &source,
                       .header = &header,
                       .kernels = "portable",
                       .weights = {(const uint8_t *)weights.data, weights.size}};
    return verify_model(&exec, b, &e, NULL, NULL) != 1;
}
