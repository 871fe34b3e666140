/* SPDX-License-Identifier: 0BSD
 * libFuzzer target: everything from a program's bytes to the text of its C, at each -O, and `show`.
 * Tensor data files are read when an input is one. */
#include "guard.h"
#include "mutate.h"
#include "read/read.h"
#include "tools/tools.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

typedef struct Job {
    Bytes file;
    int opt;
} Job;

static void show_program(void *context)
{
    Job *j = context;
    Text t = {0};
    show(read_model_bytes("fuzz.pte", j->file, NULL, 0), &t);
}

static void compile_program(void *context)
{
    Job *j = context;
    Options o = {.model_path = "fuzz.pte",
                 .name = "fuzz",
                 .out_dir = "",
                 .opt = j->opt,
                 .weights = WEIGHTS_EXTERN};
    Bundle *b = read_model_bytes(o.model_path, j->file, NULL, 0);
    Text source = {0}, weights = {0};
    emit_bundle(compile_model(b->program, &o), &source, &weights);
}

static void read_tensor_data(void *context)
{
    (void)context;
    int count;
    read_ptd("fuzz.ptd", &count);
}

/* The linker's --wrap leads file_read() here; only read_ptd() calls it. */
static Bytes tensor_data;
Bytes __wrap_file_read(const char *path);
Bytes __wrap_file_read(const char *path)
{
    (void)path;
    return tensor_data;
}

static bool run(void (*work)(void *context), Job *job)
{
    bool done = run_guarded(work, job);
    free_all();
    return done;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file = malloc(size ? size : 1); /* aligned, and the sanitizer knows where it ends */
    memcpy(file, data, size);
    Job job = {.file = {file, size}};
    tensor_data = job.file;
    if (strcmp(file_identifier(job.file), "FT01") == 0) {
        run(read_tensor_data, &job);
    } else if (run(show_program, &job)) {
        bool plain = run(compile_program, &job);
        job.opt = 2;
        if (!run(compile_program, &job) && plain)
            bug("accepted at -O0, refused at -O2");
    }
    free(file);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    if (seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, most);
    mutate_scalars(data, size, seed);
    return size;
}
