/* SPDX-License-Identifier: 0BSD
 * `verify --steps-crc`: which step is the first whose result on a target is not the one that it has
 * on this machine. Both run the same C with a PTE_STEP that keeps each step's number and the CRC of
 * its result. */
#include "tools/steps.h"
#include "model.h"
#include "tools/exec/exec.h"

#include <string.h>

/* Bounds the host's own trace, which is a count and then that many pairs at most. */
enum { MOST_EVENTS = 1 << 18 };

static const char host_hook[] =
    "unsigned char *ptec_trace;\n"
    "static void ptec_step(int id, const unsigned char *p, long long bytes)\n"
    "{\n"
    "    unsigned int *const trace = (unsigned int *)ptec_trace, n = trace[0]++;\n"
    "    unsigned int crc = ~0u;\n"
    "    if (n >= %d)\n"
    "        return;\n"
    "    for (; bytes > 0; bytes--, p++) {\n"
    "        crc ^= *p;\n"
    "        for (int bit = 0; bit < 8; bit++)\n"
    "            crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));\n"
    "    }\n"
    "    trace[1 + 2 * n] = (unsigned int)id;\n"
    "    trace[2 + 2 * n] = ~crc;\n"
    "}\n";
static const char target_hook[] =
    "void pte_selftest_step(int id, const void *p, unsigned long bytes);\n";

static const Text *with_hook(const Emitted *e, const char *hook, const char *call)
{
    Text *t = NEW(Text, 1);
    text_add(t, "%s", hook);
    text_add(t, "#define PTE_STEP(id, ptr, bytes, call) \\\n    do { call; %s; } while (0)\n",
             call);
    text_bytes(t, e->source->data, e->source->size);
    return t;
}

Emitted with_crcs_by_target(const Emitted *e)
{
    Emitted hooked = *e;
    hooked.source =
        with_hook(e, target_hook, "pte_selftest_step(id, (ptr), (unsigned long)(bytes))");
    return hooked;
}

Exec *open_crcs_by_host(const ExecOptions *o, const Emitted *e, int instances)
{
    ExecOptions *host = NEW(ExecOptions, 1);
    Emitted hooked = *e;
    hooked.source = with_hook(e, fmt_text(host_hook, MOST_EVENTS),
                              "ptec_step(id, (const unsigned char *)(ptr), (long long)(bytes))");
    hooked.trace_bytes = (1 + 2 * (size_t)MOST_EVENTS) * sizeof(uint32_t);
    *host = (ExecOptions){.cc = o->nlinks ? "cc" : NULL, .link = o->link, .nlinks = o->nlinks};
    return exec_open(host, &hooked, instances);
}

static const char *step_name(const Model *m, uint32_t id)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (id-- == 0)
                    return s->name;
    return "?";
}

/* Makes the call on this machine that the target has made, and compares the steps' CRCs. */
const char *compare_crcs(Exec *here, const Graph *g, int instance, const CaseValue *input,
                         const ExecResult *there)
{
    uint32_t *trace = (uint32_t *)(void *)exec_trace(here);
    trace[0] = 0;
    ExecResult r = exec_call(here, g, instance, input, 1);
    if (r.fault)
        return fmt_text("not compared, since here %s", r.fault);
    uint32_t most = trace[0] < MOST_EVENTS ? trace[0] : MOST_EVENTS, i = 0;
    while (i < most && i < there->nsteps && trace[1 + 2 * i] == there->step[2 * i] &&
           trace[2 + 2 * i] == there->step[2 * i + 1])
        i++;
    const char *same = fmt_text("%u step%s as on this machine", (unsigned)i, i == 1 ? "" : "s");
    if ((i == most && i == there->nsteps) || i == MOST_EVENTS)
        return same;
    if (i < there->nsteps)
        return fmt_text("step %u of %u, %s, is the first that differs from this machine",
                        (unsigned)i + 1, (unsigned)most,
                        step_name(here->model, there->step[2 * i]));
    return fmt_text("%s, then %s does not end", same, step_name(here->model, trace[1 + 2 * i]));
}
