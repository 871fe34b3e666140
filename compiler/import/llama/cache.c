/* SPDX-License-Identifier: 0BSD
 * Caches of keys and values, [batch, positions, heads, depth], of which some positions are written
 * anew. Positions are the program's own: one outside becomes one behind the last, which scatter
 * refuses before it writes anything. */
#include "import/llama/cache.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

/* Returns the cache `name`, if `rows` can replace some of its positions. */
static Value *arg_cache(Call *c, const char *name, const Value *rows)
{
    Value *cache = arg_tensor(c, name);
    need_rank(c, name, cache, 4);
    need_rank(c, "value", rows, 4);
    if (cache->type.dtype != rows->type.dtype)
        refuse(c, "'%s' is %s, what is written into it %s", name,
               dtype_name((int)cache->type.dtype), dtype_name((int)rows->type.dtype));
    for (int i = 0; i < 4; i++)
        if (i != 1)
            need_equal(c, fmt_text("extents of axis %d of '%s'", i, name), cache->type.dim[i],
                       rows->type.dim[i]);
    return cache;
}

/* Computes positions among `n` by an expression over "i", the element of `in`, and "row", its place
 * along the first axis of `dim`; "end" is one behind the last of all positions. */
static Value *positions(Call *c, Value *in, int rank, Size *const *dim, int64_t n, int64_t end,
                        const char *text)
{
    const Named named[] = {{.name = "i", .value = in},
                           {.name = "row", .value = in}, /* until axis 0 stands for it */
                           {.name = "n", .number = (double)n},
                           {.name = "end", .number = (double)end},
                           {0}};
    Expr *operand[] = {expr_in(0, I64), expr_axis(0)};
    Expr *e = expr_substitute(expr_over(c, named, I64, text), operand);
    return emit_map(c, value_new(c->g, I64, rank, dim), 1, &in, e);
}

Value *write_cache(Call *c, const char *name, Value *rows)
{
    Value *cache = arg_cache(c, name, rows), *start = arg_as_index(c, "start_pos");
    Value *out = arg_out(c, name, 4, cache->type.dim);
    int64_t n = known_size(c, cache->type.dim[1]);
    Value *position = positions(c, start, 1, &rows->type.dim[1], n, n, "0 <= i ? i + row : end");
    scatter_rows(c, cache, position, rows, 1, FN_REPLACE, out);
    return out;
}

void lower_update_cache(Call *c)
{
    write_cache(c, "cache", arg_tensor(c, "value"));
    arg_out_unwritten(c, "out");
}

/* Writes positions that each batch has of its own; batches lie one behind the other. */
void lower_update_cache_with_indices(Call *c)
{
    Value *value = arg_tensor(c, "value"), *indices = arg_tensor(c, "indices");
    Value *cache = arg_cache(c, "cache", value);
    Value *out = arg_out(c, "cache", 4, cache->type.dim);
    Size *const *dim = cache->type.dim;
    int64_t n = known_size(c, dim[1]), all = n * known_size(c, dim[0]);
    need_rank(c, "indices", indices, 2);
    for (int i = 0; i < 2; i++)
        need_equal(c, fmt_text("extents of axis %d of 'indices'", i), indices->type.dim[i],
                   value->type.dim[i]);
    Value *position = positions(c, as_dtype(c, indices, I64), 2, indices->type.dim, n, all,
                                "0 <= i && i < n ? i + row * n : end");
    Size *merged[] = {size_const(all), dim[2], dim[3]};
    scatter_rows(c, reshaped(c, row_major(c, cache), 3, merged), position, value, 0, FN_REPLACE,
                 out);
    arg_out_unwritten(c, "out");
}
