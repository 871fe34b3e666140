/* SPDX-License-Identifier: 0BSD
 * A clock that only goes forward: milliseconds. */
#include "base/clock.h"

#include <windows.h>

double now_seconds(void)
{
    return 1e-3 * (double)GetTickCount64();
}
