/* SPDX-License-Identifier: 0BSD
 * A call of an XNNPACK delegate becomes the canonical steps of its nodes. */
#ifndef PTEC_IMPORT_XNNPACK_DELEGATE_H
#define PTEC_IMPORT_XNNPACK_DELEGATE_H

#include "import/call/import.h"

void import_xnn(Import *im, int index); /* a call of a delegate that has a graph */

#endif
