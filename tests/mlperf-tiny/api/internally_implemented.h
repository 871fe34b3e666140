/* SPDX-License-Identifier: 0BSD
 * A stand-in for the header of this name of MLPerf Tiny (mlcommons/tiny, benchmark/api): what its
 * implementers call, written for this test. */
#ifndef INTERNALLY_IMPLEMENTED_H
#define INTERNALLY_IMPLEMENTED_H

#include <stddef.h>
#include <stdint.h>

#define EE_MODEL_VERSION_KWS01 "kws01"
#define EE_MODEL_VERSION_VWW01 "vww01"
#define EE_MODEL_VERSION_AD01  "ad01"
#define EE_MODEL_VERSION_IC01  "ic01"

void ee_serial_callback(char c);
void ee_serial_command_parser_callback(char *command);
void ee_benchmark_initialize(void);
size_t ee_get_buffer(uint8_t *buffer, size_t most);

#endif
