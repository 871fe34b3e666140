/* SPDX-License-Identifier: 0BSD
 * Bounds of the stack, by a graph of calls as gcc writes it. */
#include "tools/calls.h"
#include "unit.h"

#define NODE(name, bytes, kind)                                                                    \
    "node: { title: \"" name "\" label: \"" name "\\nx.c:1:5\\n" bytes " bytes (" kind             \
    ")\\n0 dynamic objects\" }\n"
#define OUTSIDE(name)                                                                              \
    "node: { title: \"" name "\" label: \"" name "\\n<built-in>\" shape : ellipse }\n"
#define EDGE(from, to)                                                                             \
    "edge: { sourcename: \"" from "\" targetname: \"" to "\" label: \"x.c:2:3\" }\n"

static const char graph[] =
    "graph: { title: \"x.c\"\n" EDGE("before", "leaf") NODE("x.c:leaf", "16", "static")
        NODE("before", "8", "static") NODE("middle", "100", "static") OUTSIDE("memcpy")
            EDGE("middle", "memcpy") EDGE("middle", "x.c:leaf") NODE("root", "32", "static")
                EDGE("root", "x.c:leaf") EDGE("root", "middle") EDGE("root", "x.c:leaf")
                    EDGE("root", "before") NODE("wide", "40", "dynamic,bounded")
                        EDGE("wide", "x.c:leaf") OUTSIDE("__indirect_call");
static const char pointer[] = NODE("sort", "24", "static") EDGE("sort", "__indirect_call")
    NODE("caller", "8", "static") EDGE("caller", "sort") NODE("other", "8", "static");
static const char cycle[] = NODE("a", "8", "static") NODE("b", "8", "static")
    NODE("c", "8", "static") EDGE("a", "b") EDGE("b", "c") EDGE("c", "b");
static const char dynamic[] = NODE("f", "8", "dynamic") NODE("g", "8", "static") EDGE("g", "f");

static CallGraph *read_graph(const char *text)
{
    return calls_read((Bytes){(const uint8_t *)text, strlen(text)});
}

/* The number of bytes, or why there is none. */
static void expect(CallGraph *c, const char *function, const char *want)
{
    StackBound b = *function ? stack_of(c, function) : stack_of_any(c);
    const char *got = b.unbounded ? b.unbounded : fmt_text("%d", (int)b.bytes);
    CHECK(strcmp(got, want) == 0, "%s: %s instead of %s", function, got, want);
}

int main(void)
{
    CallGraph *c = read_graph(graph);
    expect(c, "leaf", "16");
    expect(c, "before", "24");
    expect(c, "middle", "116");
    expect(c, "root", "148");
    expect(c, "wide", "56");
    expect(c, "memcpy", "0");
    expect(c, "absent", "0");
    expect(c, "", "148");

    c = read_graph(pointer);
    expect(c, "caller", "sort calls through a pointer");
    expect(c, "other", "8");
    expect(c, "", "sort calls through a pointer");

    c = read_graph(cycle);
    expect(c, "a", "b calls itself");
    expect(c, "c", "b calls itself");

    c = read_graph(dynamic);
    expect(c, "g", "f has a frame whose size is known only at run time");
    return unit_result("calls");
}
