/* SPDX-License-Identifier: 0BSD
 * The buffers that live at one step, as a treap: a search tree by offset, balanced by random
 * priorities, whose nodes know the widest gap below them. What is done with one buffer takes time
 * that grows with the logarithm of their number. */
#include "plan/live_set.h"
#include "base/align.h"
#include "plan/overlap.h"

typedef struct Node Node;
struct Node {
    Buffer *buffer;
    uint32_t priority;
    Node *left, *right;
    /* Of all nodes here and below: the lowest offset, the highest end, and the most bytes between
     * an end and the next offset. */
    int64_t start, reach, gap;
};

struct LiveSet {
    Node *node, *root;
    int count;
    Node **leaving; /* a heap: the one that leaves first is the first */
    int nleaving;
};

LiveSet *live_set_new(int room)
{
    LiveSet *s = NEW(LiveSet, 1);
    s->node = NEW(Node, room);
    s->leaving = NEW(Node *, room);
    return s;
}

static int64_t end_of(const Buffer *b)
{
    return round_up(b->offset + b->bound, ARENA_ALIGN);
}

/* Nodes at the same offset stand in the order in which they were added. */
static bool is_before(const Node *a, const Node *b)
{
    return a->buffer->offset != b->buffer->offset ? a->buffer->offset < b->buffer->offset : a < b;
}

static Node *updated(Node *n)
{
    n->start = n->buffer->offset;
    n->reach = end_of(n->buffer);
    n->gap = INT64_MIN;
    if (n->left) {
        n->start = n->left->start;
        n->reach = max64(n->reach, n->left->reach);
        n->gap = max64(n->left->gap, n->buffer->offset - n->left->reach);
    }
    if (n->right) {
        n->gap = max64(n->gap, max64(n->right->gap, n->right->start - n->reach));
        n->reach = max64(n->reach, n->right->reach);
    }
    return n;
}

/* Splits a tree into the nodes before `at` and the others. */
static void split(Node *tree, const Node *at, Node **before, Node **behind)
{
    if (!tree) {
        *before = *behind = NULL;
    } else if (is_before(tree, at)) {
        split(tree->right, at, &tree->right, behind);
        *before = updated(tree);
    } else {
        split(tree->left, at, before, &tree->left);
        *behind = updated(tree);
    }
}

static Node *joined(Node *before, Node *behind)
{
    if (!before || !behind)
        return before ? before : behind;
    if (before->priority > behind->priority) {
        before->right = joined(before->right, behind);
        return updated(before);
    }
    behind->left = joined(before, behind->left);
    return updated(behind);
}

static Node *with(Node *tree, Node *n)
{
    if (!tree || n->priority > tree->priority) {
        split(tree, n, &n->left, &n->right);
        return updated(n);
    }
    Node **side = is_before(n, tree) ? &tree->left : &tree->right;
    *side = with(*side, n);
    return updated(tree);
}

static Node *without(Node *tree, const Node *n)
{
    if (tree == n)
        return joined(tree->left, tree->right);
    Node **side = is_before(n, tree) ? &tree->left : &tree->right;
    *side = without(*side, n);
    return updated(tree);
}

static bool leaves_before(const Node *a, const Node *b)
{
    return a->buffer->last < b->buffer->last;
}

static void push_leaving(LiveSet *s, Node *n)
{
    int at = s->nleaving++;
    for (; at > 0 && leaves_before(n, s->leaving[(at - 1) / 2]); at = (at - 1) / 2)
        s->leaving[at] = s->leaving[(at - 1) / 2];
    s->leaving[at] = n;
}

static void pop_leaving(LiveSet *s)
{
    Node **heap = s->leaving, *last = heap[--s->nleaving];
    int at = 0;
    for (int child = 1; child < s->nleaving; child = 2 * at + 1) {
        child += child + 1 < s->nleaving && leaves_before(heap[child + 1], heap[child]);
        if (!leaves_before(heap[child], last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
}

void live_set_add(LiveSet *s, Buffer *b)
{
    Node *n = &s->node[s->count++];
    uint32_t mixed = (uint32_t)s->count * 0x9E3779B1u;
    *n = (Node){.buffer = b, .priority = (mixed ^ mixed >> 15) * 0x85EBCA77u};
    s->root = with(s->root, n);
    push_leaving(s, n);
}

void live_set_advance(LiveSet *s, int step)
{
    while (s->nleaving && s->leaving[0]->buffer->last < step) {
        s->root = without(s->root, s->leaving[0]);
        pop_leaving(s);
    }
}

static bool overlap_in_space(const Buffer *a, int64_t at, const Buffer *b)
{
    return at < b->offset + b->bound && b->offset < at + a->bound;
}

static bool tree_allows(const Node *n, const Buffer *b, int64_t at)
{
    if (!n || n->start >= at + b->bound || n->reach <= at)
        return true;
    if (overlap_in_space(b, at, n->buffer) && !may_overlap(b, at, n->buffer))
        return false;
    return tree_allows(n->left, b, at) && tree_allows(n->right, b, at);
}

bool live_set_allows(const LiveSet *s, const Buffer *b, int64_t at)
{
    return at >= 0 && tree_allows(s->root, b, at);
}

/* Looks for the first gap of `bytes` bytes at *at or behind. Returns whether the tree has one
 * before one of its nodes; else *at is behind them all. */
static bool find_gap(const Node *n, int64_t *at, int64_t bytes)
{
    if (!n)
        return false;
    if (n->gap < bytes && n->start - *at < bytes) {
        *at = max64(*at, n->reach);
        return false;
    }
    if (find_gap(n->left, at, bytes) || n->buffer->offset - *at >= bytes)
        return true;
    *at = max64(*at, end_of(n->buffer));
    return find_gap(n->right, at, bytes);
}

static bool has_member(const Node *n, const Buffer *b)
{
    if (!n || n->buffer == b)
        return n;
    return (n->buffer->offset <= b->offset && has_member(n->right, b)) ||
           (n->buffer->offset >= b->offset && has_member(n->left, b));
}

/* Takes over the lowest end below *best of the nodes that reach `from`, if `b` may lie there. */
static void try_ends(const LiveSet *s, const Node *n, const Buffer *b, int64_t from, int64_t *best)
{
    if (!n || n->start >= *best || n->reach < from)
        return;
    try_ends(s, n->left, b, from, best);
    int64_t at = end_of(n->buffer);
    if (at >= from && at < *best && live_set_allows(s, b, at))
        *best = at;
    try_ends(s, n->right, b, from, best);
}

int64_t live_set_lowest(const LiveSet *s, const Buffer *b)
{
    int64_t best = 0;
    find_gap(s->root, &best, b->bound);
    const Buffer *operand = b->over;
    if (!operand || !has_member(s->root, operand))
        return best;
    if (live_set_allows(s, b, 0))
        return 0;
    const int64_t shifted[] = {operand->offset + b->over_before, operand->offset + b->over_behind};
    for (int i = 0; i < 2; i++)
        if (shifted[i] < best && live_set_allows(s, b, shifted[i]))
            best = shifted[i];
    try_ends(s, s->root, b, operand->offset - b->bound, &best);
    return best;
}
