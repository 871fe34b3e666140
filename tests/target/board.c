/* SPDX-License-Identifier: 0BSD
 * Plays a board at a serial port: makes a pseudo-terminal with a link to it, and writes to it what
 * stands on standard input, once somebody has opened it and set it as boards are.
 * usage: board LINK <OUTPUT */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

/* 115200 bits a second, 8 data bits, no parity, one stop bit, nothing changed on the way. */
static int is_set(int port)
{
    struct termios t;
    if (tcgetattr(port, &t))
        exit(1);
    return cfgetispeed(&t) == B115200 && cfgetospeed(&t) == B115200 &&
           (t.c_cflag & (CSIZE | PARENB | CSTOPB | CRTSCTS)) == CS8 &&
           !(t.c_lflag & (ICANON | ECHO | ISIG)) && !(t.c_iflag & (ICRNL | INLCR | IXON | ISTRIP));
}

int main(int argc, char **argv)
{
    char part[64];
    int wire = posix_openpt(O_RDWR | O_NOCTTY), port;
    if (argc != 2 || wire < 0 || grantpt(wire) || unlockpt(wire) || symlink(ptsname(wire), argv[1]))
        return 1;
    port = open(ptsname(wire), O_RDWR | O_NOCTTY); /* it stays while others come and go */
    static const char before[] = "ptec:end 2 0 0*00000000\nnoise of what ran before\n";
    if (port < 0 || write(wire, before, sizeof before - 1) < 0)
        return 1;
    for (int tries = 0; !is_set(port); rest())
        if (++tries > 3000)
            return 1;
    if (write(wire, before, sizeof before - 1) < 0)
        return 1;
    for (ssize_t n; (n = read(0, part, sizeof part)) > 0;)
        if (write(wire, part, (size_t)n) != n)
            return 1;
    close(port); /* a board that is unplugged, once everything is read */
    for (int i = 0; i < 100; i++)
        rest();
    return 0;
}
