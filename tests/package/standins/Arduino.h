// SPDX-License-Identifier: 0BSD
// What a sketch finds without an #include, on a machine with standard output; a sketch's loop runs
// once.
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stdio.h>

struct Stream {
    void begin(long)
    {
    }
    void print(int number)
    {
        printf("%d", number);
    }
    void print(const char *text)
    {
        fputs(text, stdout);
    }
    void println(const char *text)
    {
        puts(text);
    }
};
static Stream Serial;
static inline void delay(unsigned long)
{
}
void setup();
void loop();
int main()
{
    setup();
    loop();
}

#endif
