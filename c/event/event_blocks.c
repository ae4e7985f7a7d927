/* event_blocks.c - which coordinates move together, and the matrices of each block. */
#include "event/event_blocks.h"

#include <math.h>
#include <string.h>

enum { LARGEST = NSD_EVENT_LARGEST_BLOCK };

/* Least ratio of the pivots of W = G'M^-1 G of held contacts. Smaller: forces that are not unique
 * are taken for unique; larger: blocks with very different masses fly as a whole system. */
#define LEAST_PIVOT_RATIO 1e-8

void nsd_event_blocks_lay_out(nsd_event_blocks *b, const nsd_linear *linear, nsd_scratch *scratch)
{
    const size_t n = (size_t)linear->n, m = (size_t)linear->m;
    const size_t entries = (size_t)linear->H.start[m], squares = n * LARGEST;

    NSD_SCRATCH_EACH_INT(scratch, n + 1, &b->base, &b->of, &b->start, &b->member, &b->list_start,
                         &b->parent, &b->degree, &b->place);
    b->list = nsd_scratch_ints(scratch, entries);
    b->held = nsd_scratch_ints(scratch, m);
    b->square = nsd_scratch_take(scratch, n, sizeof *b->square);
    NSD_SCRATCH_EACH(scratch, squares, &b->inverse, &b->K, &b->C);
    b->stride = (n / NSD_EVENT_GROUP + 1) * NSD_EVENT_GROUP;
    b->t0 = nsd_scratch_zeros(scratch, b->stride);
    NSD_SCRATCH_EACH(scratch, n, &b->until, &b->work);
    b->share = nsd_scratch_doubles(scratch, m * LARGEST);
    b->room = nsd_scratch_doubles(scratch, 4 * LARGEST * LARGEST);
    b->wave = nsd_scratch_doubles(scratch, 2 * (size_t)linear->F.harmonics);
    b->c = nsd_scratch_zeros(scratch, b->stride * NSD_EVENT_COEFFICIENTS);
}

/* --- which coordinates belong together: trees whose roots are their first coordinates -------- */

static int root_of(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void unite(int *parent, int i, int j)
{
    const int a = root_of(parent, i), b = root_of(parent, j);
    parent[a < b ? b : a] = a < b ? a : b;
}

/* Unites coordinates that have an entry of A in common; 1 when A has entries */
static int unite_entries(int *parent, const nsd_matrix *A)
{
    const int n = A->n, w = A->bandwidth;
    int       any = 0;

    for (int i = 0; i < n && A->storage == NSD_ROWS; i++) {
        for (ptrdiff_t k = A->start[i]; k < A->start[i + 1]; k++) {
            any |= A->values[k] != 0.0;
            if (A->values[k] != 0.0) {
                unite(parent, i, (int)A->column[k]);
            }
        }
    }
    const int from = A->storage == NSD_DENSE ? -n : -w, to = A->storage == NSD_DENSE ? n : w;
    for (int i = 0; i < n && (A->storage == NSD_DENSE || A->storage == NSD_DIAGONALS); i++) {
        for (int j = i + from > 0 ? i + from : 0; j < n && j <= i + to; j++) {
            const double value = A->storage == NSD_DENSE
                                     ? A->values[(size_t)i + (size_t)j * (size_t)n]
                                     : A->values[(size_t)(j - i + w) * (size_t)n + (size_t)i];
            any |= value != 0.0;
            if (value != 0.0) {
                unite(parent, i, j);
            }
        }
    }
    return any;
}

/* Numbers the trees: of, start, member; returns the size of the largest block */
static int number_blocks(nsd_event_blocks *b)
{
    const int n = b->linear->n;
    int       largest = 0, sum = 0;

    b->count = 0;
    memset(b->start, 0, (size_t)(n + 1) * sizeof(int));
    for (int i = 0; i < n; i++) {
        const int root = root_of(b->parent, i);
        b->of[i] = root == i ? b->count++ : b->of[root];
        b->start[b->of[i]]++;
    }
    for (int k = 0; k <= b->count; k++) {
        const int size = k < b->count ? b->start[k] : 0;
        largest = size > largest ? size : largest;
        b->start[k] = sum;
        sum += size;
    }
    for (int i = 0; i < n; i++) {
        b->member[b->start[b->of[i]]++] = i;
    }
    for (int k = b->count; k > 0; k--) {
        b->start[k] = b->start[k - 1];
    }
    b->start[0] = 0;
    for (int p = 0; p < n; p++) {
        b->place[b->member[p]] = p - b->start[b->of[b->member[p]]];
    }
    return largest;
}

int nsd_event_blocks_find(nsd_event_blocks *b, const nsd_linear *linear)
{
    const int n = linear->n;

    b->linear = linear;
    b->wave_t = NAN;
    for (int i = 0; i < n; i++) {
        b->parent[i] = i;
    }
    unite_entries(b->parent, &linear->M);
    b->damped = unite_entries(b->parent, &linear->C);
    b->springs = unite_entries(b->parent, &linear->K);
    for (int i = 0; i < n; i++) {
        b->base[i] = root_of(b->parent, i);
    }
    memset(b->held, -1, (size_t)linear->m * sizeof(int)); /* no blocks are joined yet */
    memset(b->work, 0, (size_t)n * sizeof(double));
    return number_blocks(b) > LARGEST ? 0 : b->count;
}

/* --- contacts of each block -------------------------------------------------------------- */

/* Calls of this count the contacts of each block (`fill` 0) or write them into their lists */
static void visit_contacts(nsd_event_blocks *b, int fill)
{
    const nsd_columns *H = &b->linear->H;
    int               *last = b->parent; /* the contact that a block has got last */

    memset(last, -1, (size_t)b->count * sizeof(int));
    for (int a = 0; a < H->m; a++) {
        for (ptrdiff_t k = H->start[a]; k < H->start[a + 1]; k++) {
            const int block = b->of[H->row[k]];
            if (last[block] != a && fill) {
                b->list[b->list_start[block]] = a;
            }
            b->list_start[block] += last[block] != a;
            last[block] = a;
        }
    }
}

static void list_contacts(nsd_event_blocks *b)
{
    int sum = 0;

    memset(b->list_start, 0, (size_t)(b->count + 1) * sizeof(int));
    visit_contacts(b, 0);
    for (int k = 0; k <= b->count; k++) {
        const int size = k < b->count ? b->list_start[k] : 0;
        b->list_start[k] = sum;
        sum += size;
    }
    visit_contacts(b, 1);
    for (int k = b->count; k > 0; k--) {
        b->list_start[k] = b->list_start[k - 1];
    }
    b->list_start[0] = 0;
}

/* --- matrices ------------------------------------------------------------------------------ */

static double entry(const nsd_matrix *A, int i, int j)
{
    const size_t n = (size_t)A->n;
    const int    k = j - i + A->bandwidth;

    switch (A->storage) {
    case NSD_DENSE:
        return A->values[(size_t)i + (size_t)j * n];
    case NSD_DIAGONALS:
        return k >= 0 && k <= 2 * A->bandwidth ? A->values[(size_t)k * n + (size_t)i] : 0.0;
    case NSD_ROWS:
        for (ptrdiff_t p = A->start[i]; p < A->start[i + 1]; p++) {
            if (A->column[p] == j) {
                return A->values[p];
            }
        }
        return 0.0;
    default:
        return 0.0;
    }
}

/* B <- the part of A that belongs to a block */
static void fill_block(const nsd_event_blocks *b, int block, const nsd_matrix *A, double *B)
{
    const int *member = b->member + b->start[block], size = b->start[block + 1] - b->start[block];
    for (int j = 0; j < size; j++) {
        for (int i = 0; i < size; i++) {
            B[i + j * size] = entry(A, member[i], member[j]);
        }
    }
}

/* G <- normals of the held contacts of a block, which go into `which`; returns their number, or -1
 * when there are more than coordinates */
static int held_normals(const nsd_event_blocks *b, int block, double *G, int *which)
{
    const nsd_columns *H = &b->linear->H;
    const int          size = b->start[block + 1] - b->start[block];
    int                count = 0;

    for (int k = b->list_start[block]; k < b->list_start[block + 1]; k++) {
        const int a = b->list[k];
        if (!b->held[a]) {
            continue;
        }
        if (count == size) {
            return -1;
        }
        double *column = G + (size_t)count * (size_t)size;
        memset(column, 0, (size_t)size * sizeof *column);
        for (ptrdiff_t p = H->start[a]; p < H->start[a + 1]; p++) {
            column[b->place[H->row[p]]] += H->values[p];
        }
        which[count++] = a;
    }
    return count;
}

/* W <- Cholesky factor of G'X with X = M^-1 G; 0 when the forces of the contacts are not unique */
static int factor_held(int size, int count, const double *G, const double *X, double *W)
{
    double least = INFINITY, largest = 0.0;
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < count; i++) {
            W[i + j * count] = nsd_dense_dot(size, G + i * size, X + j * size);
        }
    }
    if (nsd_dense_cholesky(count, W, count) != NSD_OK) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        const double pivot = W[i + i * count] * W[i + i * count];
        least = fmin(least, pivot);
        largest = fmax(largest, pivot);
    }
    return least > LEAST_PIVOT_RATIO * largest;
}

/* M^-1 of a block loses the motion of its held contacts, M^-1 - X W^-1 X'; their forces are
 * -W^-1 X' times the force on the block (ED.28); 0 when they are not unique */
static int hold(nsd_event_blocks *b, int block)
{
    const int size = b->start[block + 1] - b->start[block];
    double   *inverse = b->inverse + b->square[block];
    double   *G = b->room, *X = G + LARGEST * LARGEST, *W = X + LARGEST * LARGEST;
    double   *S = W + LARGEST * LARGEST; /* W^-1 X' */
    int       which[LARGEST];
    const int count = held_normals(b, block, G, which);

    if (count <= 0) {
        return count == 0;
    }
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < size; i++) {
            X[i + j * size] = nsd_dense_dot(size, inverse + i * size, G + j * size);
        }
    }
    if (!factor_held(size, count, G, X, W)) {
        return 0;
    }
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < count; j++) {
            S[j + i * count] = X[i + j * size];
        }
        nsd_dense_cholesky_solve_one(count, W, count, S + i * count);
        for (int j = 0; j < count; j++) {
            b->share[i + which[j] * LARGEST] = -S[j + i * count];
        }
    }
    for (int j = 0; j < size; j++) {
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < count; k++) {
                inverse[i + j * size] -= X[i + k * size] * S[k + j * count];
            }
        }
    }
    return 1;
}

/* Matrices of a block; 0 when the forces of its held contacts are not unique */
static int fill_matrices(nsd_event_blocks *b, int block)
{
    const int size = b->start[block + 1] - b->start[block];
    double   *inverse = b->inverse + b->square[block], *L = b->room;

    fill_block(b, block, &b->linear->M, L);
    fill_block(b, block, &b->linear->K, b->K + b->square[block]);
    fill_block(b, block, &b->linear->C, b->C + b->square[block]);
    if (nsd_dense_cholesky(size, L, size) != NSD_OK) {
        return 0;
    }
    nsd_dense_identity(size, inverse);
    nsd_dense_cholesky_solve(size, size, L, size, inverse, size);
    return hold(b, block);
}

int nsd_event_blocks_join(nsd_event_blocks *b, const int *held)
{
    const nsd_columns *H = &b->linear->H;
    const size_t       n = (size_t)b->linear->n;
    size_t             place = 0;

    b->highest = 1;
    b->soonest = INFINITY;
    b->too_short = 0;
    if (memcmp(b->held, held, (size_t)H->m * sizeof(int)) == 0) {
        return 1;
    }
    memcpy(b->held, held, (size_t)H->m * sizeof(int));
    memcpy(b->parent, b->base, n * sizeof(int));
    int good = 1;
    for (int a = 0; a < H->m; a++) {
        good &= !held[a] || H->start[a] < H->start[a + 1];
        for (ptrdiff_t k = H->start[a] + 1; k < H->start[a + 1] && held[a]; k++) {
            unite(b->parent, (int)H->row[k - 1], (int)H->row[k]);
        }
    }
    good &= number_blocks(b) <= LARGEST;
    if (good) {
        list_contacts(b);
    }
    for (int k = 0; k < b->count && good; k++) {
        const size_t size = (size_t)(b->start[k + 1] - b->start[k]);
        b->square[k] = place;
        place += size * size;
        good = fill_matrices(b, k);
    }
    if (!good) {
        memset(b->held, -1, (size_t)H->m * sizeof(int)); /* what was filled is not valid */
    }
    return good;
}

double nsd_event_blocks_push(const nsd_event_blocks *b, int contact, double *change)
{
    const nsd_columns *H = &b->linear->H;
    const ptrdiff_t    from = H->start[contact], to = H->start[contact + 1];

    for (ptrdiff_t k = from; k < to; k++) {
        const int block = b->of[H->row[k]];
        for (int p = b->start[block]; p < b->start[block + 1]; p++) {
            change[b->member[p]] = 0.0;
        }
    }
    for (ptrdiff_t k = from; k < to; k++) {
        const int     block = b->of[H->row[k]], first = b->start[block];
        const int     size = b->start[block + 1] - first;
        const double *column = b->inverse + b->square[block] + b->place[H->row[k]] * size;
        for (int i = 0; i < size; i++) {
            change[b->member[first + i]] += column[i] * H->values[k];
        }
    }
    return nsd_columns_dot(H, contact, change);
}

void nsd_event_blocks_add(const nsd_event_blocks *b, int contact, double impulse,
                          const double *change, double *v)
{
    const nsd_columns *H = &b->linear->H;
    for (ptrdiff_t k = H->start[contact]; k < H->start[contact + 1]; k++) {
        const int block = nsd_event_blocks_at(b, contact, k);
        for (int p = block < 0 ? 0 : b->start[block]; block >= 0 && p < b->start[block + 1]; p++) {
            v[b->member[p]] += impulse * change[b->member[p]];
        }
    }
}
