/* SPDX-License-Identifier: 0BSD
 * A clock that only goes forward. */
#ifndef PTEC_BASE_CLOCK_H
#define PTEC_BASE_CLOCK_H

double now_seconds(void);

#endif
