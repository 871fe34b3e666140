/* SPDX-License-Identifier: 0BSD
 * A serial port that a board writes to: 115200 bits a second, 8 data bits, no parity, one stop bit.
 */
#define _DEFAULT_SOURCE
#include "tools/exec/port.h"
#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <termios.h>

/* Opens a serial port, without waiting for a carrier; what came before is dropped. */
int port_open(const char *path)
{
    struct termios t;
    int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        fatal(path, "cannot be opened: %s", strerror(errno));
    if (tcgetattr(fd, &t))
        fatal(path, "is no serial port");
    cfmakeraw(&t);
    t.c_cflag = CS8 | CREAD | CLOCAL;
    if (cfsetispeed(&t, B115200) || cfsetospeed(&t, B115200) || tcsetattr(fd, TCSAFLUSH, &t))
        fatal(path, "cannot be set to 115200 bits a second: %s", strerror(errno));
    return fd;
}
