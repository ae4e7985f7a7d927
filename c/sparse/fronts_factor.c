/* fronts_factor.c - factors front by front, and solves                                  (SPA.15) */
#include <string.h>

#include "sparse/fronts.h"

void nsd_fronts_lay_out(nsd_fronts *fronts, const nsd_fronts_plan *plan, int d,
                        nsd_scratch *scratch)
{
    nsd_fronts  *s = fronts;
    const size_t nodes = (size_t)plan->graph.n, entries = (size_t)plan->graph.start[plan->graph.n];
    const size_t count = (size_t)plan->fronts, large = (size_t)plan->largest, size = (size_t)d;

    s->factor = nsd_scratch_doubles(scratch, (size_t)plan->factor * size * size);
    s->stack = nsd_scratch_doubles(scratch, (size_t)plan->stack * size * size);
    s->rest = nsd_scratch_doubles(scratch, large * large * size * size);
    s->x = nsd_scratch_doubles(scratch, nodes * size);
    s->y = nsd_scratch_doubles(scratch, large * size);
    s->factor_start = nsd_scratch_take(scratch, count + 1, sizeof *s->factor_start);
    s->pivot = nsd_scratch_take(scratch, nodes * size + 1, sizeof *s->pivot);
    s->mirror = nsd_scratch_ints(scratch, entries);
    s->local = nsd_scratch_ints(scratch, nodes);
    NSD_SCRATCH_EACH_INT(scratch, large * size + 1, &s->list, &s->child);
    s->on = nsd_scratch_take(scratch, nodes, 1);
}

/* mirror <- the place of the block across the diagonal of each block: columns are visited in
 * ascending order, so that the mirrors of a row are met in ascending order too */
static void fill_mirrors(nsd_fronts *s)
{
    const nsd_fronts_graph *g = &s->plan->graph;
    int                    *next = s->local;

    memcpy(next, g->start, (size_t)g->n * sizeof *next);
    for (int a = 0; a < g->n; a++) {
        for (int k = g->start[a]; k < g->start[a + 1]; k++) {
            s->mirror[k] = next[g->row[k]]++;
        }
    }
}

void nsd_fronts_begin(nsd_fronts *fronts, const nsd_fronts_plan *plan, int d, const double *A)
{
    fronts->plan = plan;
    fronts->d = d;
    fronts->A = A;
    fronts->definite = 0;
    fill_mirrors(fronts);
    memset(fronts->on, 1, (size_t)plan->graph.n);
}

typedef struct front { /* the matrix of the nodes that front t eliminates, and of its border */
    int     t;
    int     own, border; /* unknowns of both that are on                     */
    int     all;         /* own + border, leading dimension of `left`        */
    double *left;        /* [F11; F21]                                       */
    double *right;       /* F12, leading dimension own                       */
    double *rest;        /* F22, leading dimension border                    */
} front;

/* list <- the numbers of the border of front t that are on; returns how many */
static int border_on(const nsd_fronts *s, int t, int *list)
{
    const nsd_fronts_plan *plan = s->plan;
    int                    count = 0;
    for (ptrdiff_t p = plan->border_start[t]; p < plan->border_start[t + 1]; p++) {
        if (s->on[plan->order[plan->border[p]]]) {
            list[count++] = plan->border[p];
        }
    }
    return count;
}

/* list <- the numbers of front t that are on, those of its border behind; own <- how many of both
 * are its own */
static int numbers_on(const nsd_fronts *s, int t, int *list, int *own)
{
    int count = 0;
    for (int k = s->plan->first[t]; k < s->plan->first[t + 1]; k++) {
        if (s->on[s->plan->order[k]]) {
            list[count++] = k;
        }
    }
    *own = count;
    return count + border_on(s, t, list + count);
}

/* Sizes and places of the matrices of front t, whose factors begin at `start`, all zero */
static front open_front(nsd_fronts *s, int t, size_t start)
{
    front     f = { .t = t };
    int       own = 0;
    const int count = numbers_on(s, t, s->list, &own);

    for (int i = 0; i < count; i++) {
        s->local[s->list[i]] = i;
    }
    f.own = own * s->d;
    f.all = count * s->d;
    f.border = f.all - f.own;
    f.left = s->factor + start;
    f.right = f.left + (size_t)f.own * (size_t)f.all;
    f.rest = s->rest;
    memset(f.left, 0, (size_t)f.own * (size_t)(f.all + f.border) * sizeof *f.left);
    memset(f.rest, 0, (size_t)f.border * (size_t)f.border * sizeof *f.rest);
    s->factor_start[t] = start;
    return f;
}

/* Entry (i,j) of the front, one of i and j being its own */
static double *entry(const front *f, int i, int j)
{
    return j < f->own ? f->left + i + (size_t)j * (size_t)f->all
                      : f->right + i + (size_t)(j - f->own) * (size_t)f->own;
}

static void add_block(const front *f, int d, int i, int j, const double *block)
{
    for (int c = 0; c < d; c++) {
        double *to = entry(f, i * d, j * d + c);
        for (int r = 0; r < d; r++) {
            to[r] += block[r + c * d];
        }
    }
}

/* Adds the blocks of A in the columns and rows of the front's own nodes. */
static void add_matrix(const nsd_fronts *s, const front *f)
{
    const nsd_fronts_plan *plan = s->plan;
    const int              d = s->d, begin = plan->first[f->t], end = plan->first[f->t + 1];

    for (int k = begin; k < end; k++) {
        const int a = plan->order[k];
        for (int p = plan->graph.start[a]; s->on[a] && p < plan->graph.start[a + 1]; p++) {
            const int b = plan->graph.row[p], number = plan->place[b];
            if (number < begin || !s->on[b]) {
                continue;
            }
            add_block(f, d, s->local[number], s->local[k], s->A + (size_t)p * (size_t)(d * d));
            if (number >= end) {
                add_block(f, d, s->local[k], s->local[number],
                          s->A + (size_t)s->mirror[p] * (size_t)(d * d));
            }
        }
    }
}

/* Adds the rest of child t, `border` unknowns with their places in s->child, to its parent. */
static void add_rest(const nsd_fronts *s, const front *f, const double *rest, int border)
{
    const int *at = s->child;
    int        inner = 0; /* unknowns that the parent eliminates */

    while (inner < border && at[inner] < f->own) {
        inner++;
    }
    for (int j = 0; j < border; j++) {
        const double *from = rest + (size_t)j * (size_t)border;
        double       *to = entry(f, 0, at[j]);
        const int     rows = j < inner ? border : inner;
        for (int i = 0; i < rows; i++) {
            to[at[i]] += from[i];
        }
        if (j >= inner) {
            double *rest_to = f->rest + (size_t)(at[j] - f->own) * (size_t)f->border;
            for (int i = inner; i < border; i++) {
                rest_to[at[i] - f->own] += from[i];
            }
        }
    }
}

/* Takes the rests of the children of a front from the top of the stack, the last one first;
 * returns the new height of the stack. */
static size_t add_children(nsd_fronts *s, const front *f, size_t height)
{
    for (int t = s->plan->child[f->t]; t >= 0; t = s->plan->sibling[t]) {
        const int count = border_on(s, t, s->child), border = count * s->d;
        for (int i = count - 1; i >= 0; i--) {
            const int place = s->local[s->child[i]] * s->d;
            for (int r = s->d - 1; r >= 0; r--) {
                s->child[i * s->d + r] = place + r;
            }
        }
        height -= (size_t)border * (size_t)border;
        add_rest(s, f, s->stack + height, border);
    }
    return height;
}

/* F11 = L U, F12 <- F11^-1 F12, F22 <- F22 - F21 F12                                    (SPA.15) */
static nsd_status eliminate(nsd_fronts *s, const front *f, nsd_int *pivot)
{
    if (f->own == 0) {
        return NSD_OK;
    }
    if (s->definite) {
        NSD_TRY(nsd_dense_cholesky(f->own, f->left, f->all));
        nsd_dense_cholesky_solve(f->own, f->border, f->left, f->all, f->right, f->own);
    } else {
        NSD_TRY(nsd_dense_lu(f->own, f->left, f->all, pivot));
        if (f->border > 0) {
            nsd_dense_lu_solve_many(f->own, f->border, f->left, f->all, pivot, f->right, f->own);
        }
    }
    if (f->border > 0) {
        nsd_dense_gemm(NSD_PLAIN, f->border, f->border, f->own, -1.0, f->left + f->own, f->all,
                       f->right, f->own, 1.0, f->rest, f->border);
    }
    return NSD_OK;
}

nsd_status nsd_fronts_factor(nsd_fronts *fronts)
{
    nsd_fronts *s = fronts;
    size_t      start = 0, height = 0;

    for (int t = 0; t < s->plan->fronts; t++) {
        if (nsd_poll_stopped(s->poll)) {
            return NSD_STOPPED;
        }
        const front  f = open_front(s, t, start);
        const size_t rest = (size_t)f.border * (size_t)f.border;
        add_matrix(s, &f);
        height = add_children(s, &f, height);
        NSD_TRY(eliminate(s, &f, s->pivot + (size_t)s->plan->first[t] * (size_t)s->d));
        memcpy(s->stack + height, f.rest, rest * sizeof *f.rest);
        height += rest;
        start += (size_t)f.own * (size_t)(f.all + f.border);
    }
    return NSD_OK;
}

/* The unknowns of the numbers in list, x by numbers to y, or (back is 1) from y to x */
static void exchange(const nsd_fronts *s, const int *list, int count, double *y, int back)
{
    const size_t bytes = (size_t)s->d * sizeof *y;
    for (int i = 0; i < count; i++) {
        double *x = s->x + (size_t)list[i] * (size_t)s->d, *own = y + (size_t)i * (size_t)s->d;
        memcpy(back ? x : own, back ? own : x, bytes);
    }
}

/* Own unknowns <- F11^-1 own, border <- border - F21 own; or (back is 1) own <- own - F12 border */
static void pass_front(nsd_fronts *s, int t, int back)
{
    int           own = 0;
    const int     count = numbers_on(s, t, s->list, &own), all = count * s->d, p = own * s->d;
    const double *left = s->factor + s->factor_start[t], *right = left + (size_t)p * (size_t)all;
    double       *y = s->y;

    if (own == 0) {
        return;
    }
    exchange(s, s->list, count, y, 0);
    if (back) {
        if (all > p) {
            nsd_dense_gemv(NSD_PLAIN, p, all - p, -1.0, right, p, y + p, 1.0, y);
        }
    } else {
        if (s->definite) {
            nsd_dense_cholesky_solve_one(p, left, all, y);
        } else {
            const nsd_int *pivot = s->pivot + (size_t)s->plan->first[t] * (size_t)s->d;
            nsd_dense_lu_solve(p, 1, left, all, pivot, y, p);
        }
        if (all > p) {
            nsd_dense_gemv(NSD_PLAIN, all - p, p, -1.0, left + p, all, y, 1.0, y + p);
        }
    }
    exchange(s, s->list, back ? own : count, y, 1);
}

void nsd_fronts_solve(nsd_fronts *fronts, double *b)
{
    const nsd_fronts_plan *plan = fronts->plan;
    const size_t           d = (size_t)fronts->d, bytes = d * sizeof *b;

    for (int a = 0; a < plan->graph.n; a++) {
        memcpy(fronts->x + (size_t)plan->place[a] * d, b + (size_t)a * d, bytes);
    }
    for (int t = 0; t < plan->fronts; t++) {
        pass_front(fronts, t, 0);
    }
    for (int t = plan->fronts - 1; t >= 0; t--) {
        pass_front(fronts, t, 1);
    }
    for (int a = 0; a < plan->graph.n; a++) {
        double *to = b + (size_t)a * d;
        memcpy(to, fronts->x + (size_t)plan->place[a] * d, bytes);
        if (!fronts->on[a]) {
            memset(to, 0, bytes);
        }
    }
}
