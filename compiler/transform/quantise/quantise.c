/* SPDX-License-Identifier: 0BSD
 * What a program computes in float between dequantise and quantise becomes steps on bytes. */
#include "transform/quantise/quantise.h"
#include "graph/dead.h"
#include "transform/fold_constants.h"
#include "transform/quantise/average.h"
#include "transform/quantise/maps.h"
#include "transform/quantise/moves.h"
#include "transform/quantise/products.h"

void quantise(Graph *g)
{
    sign_bytes(g);
    quantise_earlier(g);
    quantise_products(g);
    read_bytes(g);
    tabulate(g);
    remove_dead_steps(g);
    fold_constants(g, true);
    remove_dead_steps(g);
}
