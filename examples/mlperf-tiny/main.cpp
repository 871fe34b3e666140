/* SPDX-License-Identifier: 0BSD
 * The device under test: commands come by the serial port, a character at a time. */
#include "api/internally_implemented.h"
#include "api/submitter_implemented.h"

int main()
{
    ee_benchmark_initialize();
    for (;;)
        ee_serial_callback(th_getchar());
}
