/* SPDX-License-Identifier: 0BSD
 * `verify --json`. */
#include "tools/verify_json.h"

static void add_numbers(Json *j, const Verdict *v)
{
    json_count(j, "elements", v->count);
    json_count(j, "unequal", v->unequal);
    json_count(j, "outside", v->outside);
    json_count(j, "integers", v->integers);
    json_count(j, "unequal_integers", v->unequal_integers);
    json_count(j, "ties", v->ties);
    if (v->worst_output < 0)
        return;
    json_object(j, "worst");
    json_count(j, "output", v->worst_output);
    json_text(j, "index", v->worst.place);
    json_real(j, "error", v->worst.largest);
    json_real(j, "got", v->worst.got);
    json_real(j, "expected", v->worst.want);
    json_close(j);
}

static void add_costs(Json *j, const ExecResult *r, uint64_t instructions)
{
    json_count(j, "ticks", (int64_t)r->measured.ticks);
    if (instructions)
        json_count(j, "instructions", (int64_t)instructions);
    json_count(j, "stack", r->measured.stack);
    json_count(j, "stack_room", r->measured.stack_room);
    json_bool(j, "canary", r->measured.guarded);
}

void json_verdict(Json *j, const VerifiedCall *call, const Verdict *v, uint64_t instructions)
{
    json_object(j, NULL);
    json_text(j, "method", call->method);
    json_count(j, "case", call->test);
    json_bool(j, "ok", call->ok);
    json_text(j, "says", call->says);
    if (!v->failure && !v->remark)
        add_numbers(j, v);
    if (v->by_steps)
        json_bool(j, "by_steps", true);
    if (v->steps)
        json_text(j, "steps", v->steps);
    if (v->result.measured.known)
        add_costs(j, &v->result, instructions);
    json_close(j);
}

void json_steps(Json *j, const StepsVerdict *v, bool floats_agree)
{
    json_object(j, "steps");
    json_bool(j, "floats_agree", floats_agree);
    json_count(j, "judged", v->judged);
    json_count(j, "differing", v->differing);
    json_text(j, "first", v->first);
    json_text(j, "wrong", v->wrong);
    json_close(j);
}
