/* SPDX-License-Identifier: 0BSD
 * Writes the results of a lowered call to the slots that the program names. */
#ifndef PTEC_IMPORT_CALL_RESULTS_H
#define PTEC_IMPORT_CALL_RESULTS_H

#include "import/call/import.h"

void write_results(Import *im); /* results of the call being lowered */

#endif
