/* SPDX-License-Identifier: 0BSD
 * Writes the results of a lowered call to the slots that the program names. */
#include "import/call/results.h"
#include "import/call/slots.h"

void write_results(Import *im)
{
    for (int i = 0; i < im->nwrites; i++)
        write_slot(im, im->current, im->write[i].slot, im->write[i].value);
}
