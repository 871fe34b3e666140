/* SPDX-License-Identifier: 0BSD
 * What the process that runs emitted C cannot do. */
#ifndef PTEC_TOOLS_EXEC_CONFINE_H
#define PTEC_TOOLS_EXEC_CONFINE_H

/* From here on this process starts no other and opens no socket: such calls fail with EPERM. A
 * system that cannot forbid it allows it. */
void confine(void);

#endif
