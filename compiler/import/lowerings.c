/* SPDX-License-Identifier: 0BSD
 * The functions that lower the operators of the tables. */
#include "import/lowerings.h"
#include "import/aten/map.h"
#include "import/call/call.h"

#include <string.h>

#define MAP(compute, schema, expr)
#define LOWER(function, schema) void lower_##function(Call *c);
#include "operators/operators.def"
#undef MAP
#undef LOWER

#define WHOLE(name)
#define PARTS(function, name) void lower_##function(Call *c);
#include "operators/complex.def"
#undef WHOLE
#undef PARTS

/* Lists the lowerings in the order of the operators' rows. */
static const Lowering lowerings[] = {
#define MAP(compute, schema, expr) lower_map,
#define LOWER(function, schema)    lower_##function,
#include "operators/operators.def"
#undef MAP
#undef LOWER
};

static const struct {
    const char *name;
    Lowering lower;
} of_parts[] = {
#define WHOLE(name)
#define PARTS(function, name) {name, lower_##function},
#include "operators/complex.def"
#undef WHOLE
#undef PARTS
};

Lowering lowering_of(const OpRow *row)
{
    return lowerings[row->number - 1];
}

Lowering lowering_of_parts(const OpRow *row)
{
    for (size_t i = 0; i < sizeof of_parts / sizeof *of_parts; i++)
        if (strcmp(of_parts[i].name, row->name) == 0)
            return of_parts[i].lower;
    bug("%s has no lowering of complex numbers", row->name);
}
