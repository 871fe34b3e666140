/* SPDX-License-Identifier: 0BSD
 * What `ptec VERB --help` prints; only for main.c. */
#ifndef PTEC_HELP_H
#define PTEC_HELP_H

static const char compile_help[] =
    "usage: ptec compile MODEL [options]\n"
    "Writes NAME.c, NAME.h, NAME_steps.h, NAME.json and the weights; prints their flash and RAM.\n"
    "  -o DIR              folder to write to (default: the current one)\n"
    "  --name NAME         prefix of files and symbols (default: the model's file name)\n"
    "  --names OLD.json    keep the names and offsets of an earlier output\n"
    "  --emit c|bundle     code that links the runtime, or one self-contained file (default: c)\n"
    "  --weights bin|c     weights as a binary file or as a C array (default: bin; bundle: c)\n"
    "  --target TARGET     little-endian (default), big-endian, or a target of verify: the order "
    "of\n"
    "                      bytes of the weights\n"
    "  --shared NAME       the weights of all the models as NAME_weights, what is equal only once\n"
    "  --ptd FILE          tensor data that the program keeps outside; may be repeated\n"
    "  --custom OPERATOR   calls of it become calls of a C function of yours; may be repeated\n"
    "  --delegate BACKEND  its delegates are run by functions of yours; may be repeated\n"
    "  --kernels LIST      winograd, vector, mcu (microcontrollers), portable: the first that has\n"
    "                      a kernel (default: portable)\n"
    "  --bind inputI.dimD=N  this extent is always N; may be repeated\n"
    "  --checks on|off     test arguments, sizes and indices in every call (default: on)\n"
    "  --threads N         split steps among N threads at most (default: 1)\n"
    "  --max-ram BYTES     arena and state at most (4800, 64K, 8M): if need be, steps take turns,\n"
    "                      a row each; an error names the tensors that decide\n"
    "  --max-flash BYTES   weights at most; an error names the largest\n"
    "  --size              compile the output, too: bytes of code and tables by function, stack\n"
    "  --cc CC --cflags FLAGS  of --size (default: cc; -O2 unless CC has flags with it)\n"
    "  -O0 | -O2           source operators one by one, or optimised (default: -O2)\n"
    "  -d PASS             print the graph after import, simplify, quantise, fuse, layout, "
    "select,\n"
    "                      strips, split, storage or plan\n";
static const char verify_help[] =
    "usage: ptec verify MODEL.bpte [options]\n"
    "Runs the recorded cases and compares the outputs.\n"
    "  --cc CC             C compiler to use (default: libtcc, in memory)\n"
    "  --cflags FLAGS      its flags (default: -O2)\n"
    "  --rtol R --atol A   |got - want| <= A + R * |want| (default: 1e-3, 1e-5)\n"
    "  --steps N           allow N quantisation steps; print share and signal-to-noise ratio\n"
    "  --steps-each        instead: each step on bytes by itself, with the operands and the "
    "result\n"
    "                      that the source operators compute at -O0\n"
    "  --target TARGET     build a self-test for m4-qemu, m7-qemu, m33-qemu, m55-qemu or "
    "rv32-qemu,\n"
    "                      or for Linux on i386-qemu, aarch64-qemu, ppc-qemu or s390x-qemu, run "
    "it\n"
    "                      there; print ticks, stack and the arena's canary as well\n"
    "  --steps-crc         instead of these: name the first step whose result is another than "
    "here\n"
    "  --runner 'CMD %e'   run the target's image %e by this command instead\n"
    "  --sequence FILE     make the calls that FILE lists, on one instance\n"
    "  --threads N         as for compile, and N threads to run on\n"
    "  --link FILE         your C source, object or archive with functions that the model calls;\n"
    "                      may be repeated (default compiler: cc)\n"
    "  --name, --names, --custom, --delegate, --ptd, --kernels, --bind, --checks, -O0,\n"
    "  -O2: as for compile\n";
static const char run_help[] =
    "usage: ptec run MODEL [options]\n"
    "Runs the model once and prints its outputs.\n"
    "  --input FILE        raw little-endian bytes of the next input (default: the first recorded\n"
    "                      case, else ones)\n"
    "  -n N                time N runs: the first, then mean, median and minimum without the\n"
    "                      first ten\n"
    "  --cc, --cflags, --link, --name, --custom, --delegate, --ptd, --kernels, --bind, --checks,\n"
    "  --threads, -O0, -O2: as for verify\n";
static const char show_help[] =
    "usage: ptec show MODEL [options]\n"
    "Prints what the file holds.\n"
    "  --extract DIR       write the delegates' data to files there, METHOD_INDEX_BACKEND.bin\n"
    "  --memory            instead: draw the arena over the steps, name what is in it at its peak\n"
    "  --selected-operators  instead: the operators as ExecuTorch's selected_operators.yaml\n"
    "  --memory-trace FILE  write the memory plan to FILE, as JSON for chrome://tracing\n"
    "  --names, --ptd, --custom, --delegate, --kernels, --bind, --threads, --max-ram, -O0, -O2:\n"
    "                      as for compile\n";
static const char ops_help[] = "usage: ptec ops [--json]\n"
                               "Lists the operators of ExecuTorch's libraries, and which of them "
                               "ptec compiles;\nwith --json, only these, by name.\n";

#endif
