/* SPDX-License-Identifier: 0BSD
 * How many bytes a program may make of those of its files: eight times as many, to the byte, and
 * those that are asked for twice count once. 0.01 s. */
#include "read/derived.h"
#include "unit.h"

enum { TIMES = 8, FILE_BYTES = 5, NAMED_BYTES = 9, ALL = TIMES * (FILE_BYTES + NAMED_BYTES) };

int main(void)
{
    static const char data[ALL + 1];
    for (int first = 1; first < ALL; first++)
        for (int more = 0; more < 2; more++) {
            Derived *derived = NULL;
            NamedData named = {.data = {(const uint8_t *)data, NAMED_BYTES}};
            const Program p = {
                .file = {NULL, FILE_BYTES}, .named = &named, .nnamed = 1, .derived = &derived};
            const void **one = derived_bytes(&p, "one", data, (uint64_t)first);
            CHECK(one && !*one, "%d bytes", first);
            if (!one)
                continue;
            *one = data;
            const void **again = derived_bytes(&p, "one", data, (uint64_t)first);
            CHECK(again && *again == data, "%d bytes for the second time", first);
            const void **rest = derived_bytes(&p, "two", data, (uint64_t)(ALL - first + more));
            CHECK((rest != NULL) == (more == 0), "%d bytes and %d", first, ALL - first + more);
            CHECK(!rest || !*rest, "what another form names is made of its own");
        }
    return unit_result("derived");
}
