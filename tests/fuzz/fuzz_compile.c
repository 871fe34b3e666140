/* SPDX-License-Identifier: 0BSD
 * libFuzzer target: everything from a program's bytes to the text of its C, at each -O, and `show`.
 * An input that is a tensor data file goes with the program that EXTERNAL names. */
#include "base/files.h"
#include "compile.h"
#include "emit/output.h"
#include "guard.h"
#include "mutate.h"
#include "read/bundle.h"
#include "read/identifier.h"
#include "tools/show/show.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* The linker's --wrap leads file_read() here; only read_ptd() calls it. */
static Bytes tensor_data;
Bytes __real_file_read(const char *path);
Bytes __wrap_file_read(const char *path);
Bytes __wrap_file_read(const char *path)
{
    (void)path;
    return tensor_data;
}

typedef struct Job {
    Bytes file;
    int opt;
} Job;

static Bundle *read_job(const Job *j)
{
    static char *ptds[] = {"fuzz.ptd"};
    return read_model_bytes("fuzz.pte", j->file, ptds, tensor_data.size > 0);
}

static void show_program(void *context)
{
    Text t = {0};
    show(read_job(context), &t);
}

static void compile_program(void *context)
{
    Job *j = context;
    Options o = {.model_path = "fuzz.pte",
                 .name = "fuzz",
                 .out_dir = "",
                 .opt = j->opt,
                 .backend = backends_alone(false)};
    Text source = {0}, weights = {0};
    emit_bundle(compile_model(read_job(j)->program, &o), &source, &weights);
}

static bool run(void (*work)(void *context), Job *job)
{
    bool done = run_guarded(work, job);
    free_all();
    return done;
}

static bool compile_at(int opt, Job *job)
{
    job->opt = opt;
    return run(compile_program, job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Bytes external;
    uint8_t *file = malloc(size ? size : 1); /* aligned, and the sanitizer knows where it ends */
    memcpy(file, data, size);
    Job job = {.file = {file, size}};
    tensor_data = (Bytes){0};
    if (strcmp(file_identifier(job.file), "FT01") == 0) {
        external = external.data ? external : __real_file_read(EXTERNAL);
        tensor_data = job.file;
        job.file = external;
    }
    if (run(show_program, &job) && compile_at(0, &job) && !compile_at(2, &job))
        bug("accepted at -O0, refused at -O2");
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
