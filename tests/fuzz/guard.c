/* SPDX-License-Identifier: 0BSD
 * exit(), which the linker's --wrap leads here, jumps back to who started the compiler. */
#include "guard.h"
#include "select/registry.h"

#include <setjmp.h>
#include <stdlib.h>

_Noreturn void __real_exit(int code);
_Noreturn void __wrap_exit(int code);

static jmp_buf start;
static bool running;

_Noreturn void __wrap_exit(int code)
{
    if (!running)
        __real_exit(code);
    if (code != 1)
        abort();
    longjmp(start, 1);
}

const Backend **backends_alone(bool portable)
{
    const Backend **list = NULL;
    int n = 0;
    for (int i = 1; !portable && backends[i]; i++)
        if (backends[i]->automatic && !backends[i]->library)
            PUSH(list, n, backends[i]);
    PUSH(list, n, backends[0]);
    PUSH(list, n, NULL);
    return list;
}

bool run_guarded(void (*work)(void *context), void *context)
{
    running = true;
    bool done = setjmp(start) == 0;
    if (done)
        work(context);
    running = false;
    return done;
}
