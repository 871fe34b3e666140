/* SPDX-License-Identifier: 0BSD
 * What happens around each step of the model, which is compiled with `-include hooks.h`. */
#ifndef HOOKS_H
#define HOOKS_H

#include "board.h"

extern uint32_t step_ticks[]; /* of each step, since the start */

#define PTE_STEP(id, ptr, bytes, call)                                                             \
    do {                                                                                           \
        const uint32_t start = board_ticks();                                                      \
        call;                                                                                      \
        step_ticks[id] += board_ticks_since(start);                                                \
        board_kick_watchdog();                                                                     \
    } while (0)

#endif
