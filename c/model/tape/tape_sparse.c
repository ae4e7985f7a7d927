/* tape_sparse.c - patterns of the matrices of a recorded model, tapes with their places  (TP.8) */
#include "model/tape/tape_sparse.h"

#include <string.h>

/* Fewest coordinates for which sparse matrices are thought of. Smaller: time at the start for runs
 * that full matrices serve as well. */
#define LEAST_COORDINATES 24

/* Largest part of an n x n matrix that its pattern may fill. Larger: orders are looked for in
 * vain. */
#define MOST_FILLED 0.25

/* Costs of a factorisation with a solve, in nanoseconds of a machine of 2020; only their ratios
 * count. Sparse: of a multiply-add, an entry of L, an unknown. Full, by LAPACK in blocks: of n^3
 * and of n^2, with the products of a step. Wrong ratios: the slower of the two is taken. (TP.9) */
#define SPARSE_WORK  1.1
#define SPARSE_ENTRY 5.0
#define SPARSE_ROW   20.0
#define FULL_CUBE    0.014
#define FULL_SQUARE  4.4

/* A matrix: of constants, or by a tape, whose results may go on behind it */
typedef struct source {
    const double   *full;
    const nsd_tape *tape;
    int             rows, columns;
} source;

typedef struct sources {
    source M, F, H, J, T; /* F: Fq and Fv side by side */
} sources;

/* 1 when only the places of the tape's results may differ from zero: not for code of users */
static int is_known(const nsd_tape *tape)
{
    const int operations = tape->length - tape->inputs - tape->constants;
    return tape->length > 0 && !(tape->code && operations == 0 && tape->outputs == 0);
}

static source source_of(const nsd_tape_set *set, nsd_tape_function which, const double *full,
                        int columns)
{
    const nsd_tape *tape = &set->functions.tape[which];
    const source    s = { full, full || !is_known(tape) ? NULL : tape, set->functions.shape.n,
                          columns };
    return s;
}

static sources sources_of(const nsd_tape_set *set)
{
    const int     n = set->functions.shape.n;
    const int     tangents = set->functions.size[NSD_TAPE_TANGENT] / n;
    const sources s = { source_of(set, NSD_TAPE_MASS, set->M, n),
                        source_of(set, NSD_TAPE_FORCE_JAC, NULL, 2 * n),
                        source_of(set, NSD_TAPE_GAP_JAC, set->H, set->functions.m),
                        source_of(set, NSD_TAPE_JOINT_JAC, set->J, set->p),
                        source_of(set, NSD_TAPE_TANGENT, set->T, tangents) };
    return s;
}

static int has_pattern(const source *s)
{
    return s->columns == 0 || s->full || s->tape;
}

/* The places of entries that may differ from zero, i + j rows, into list unless that is NULL;
 * returns how many there are */
static int list_places(const source *s, int *list)
{
    const int size = s->rows * s->columns, results = s->tape ? s->tape->outputs : 0;
    int       count = 0;

    for (int k = 0; k < (s->full ? size : 0); k++) {
        if (s->full[k] != 0.0) {
            *(list ? list + count : &(int){ 0 }) = k;
            count++;
        }
    }
    for (int k = 0; k < (s->full ? 0 : results); k++) {
        if (s->tape->place[k] < size) {
            *(list ? list + count : &(int){ 0 }) = s->tape->place[k];
            count++;
        }
    }
    return count;
}

int nsd_tape_sparse_fits(const nsd_tape_set *set)
{
    const sources s = sources_of(set);
    const double  n = set->functions.shape.n;

    if (n < LEAST_COORDINATES || !is_known(&set->functions.tape[NSD_TAPE_FORCE]) ||
        !has_pattern(&s.M) || !has_pattern(&s.F) || !has_pattern(&s.H) || !has_pattern(&s.J) ||
        !has_pattern(&s.T)) {
        return 0;
    }
    return list_places(&s.M, NULL) <= MOST_FILLED * n * n &&
           list_places(&s.F, NULL) <= 2.0 * MOST_FILLED * n * n;
}

typedef struct room {        /* arrays of nsd_tape_sparse_init           */
    int       *list, *other; /* places                                   */
    int       *head;         /* of each row or column                    */
    ptrdiff_t *start[4];     /* of the patterns: matrix, H, J, T         */
    ptrdiff_t *row[4];
    double    *constant[4]; /* numbers of constant matrices             */
    int       *place[5];    /* of the tapes of M, F, H, J, T            */
} room;

static size_t lay_out(room *t, const nsd_tape_set *set, nsd_scratch *scratch)
{
    const sources s = sources_of(set);
    const source *all[] = { &s.M, &s.F, &s.H, &s.J, &s.T };
    const size_t  n = (size_t)s.M.rows;
    size_t        most = n, widest = 2 * n;

    for (int i = 0; i < 5; i++) {
        const size_t count = (size_t)list_places(all[i], NULL);
        t->place[i] = nsd_scratch_ints(scratch, all[i]->tape ? (size_t)all[i]->tape->outputs : 0);
        most += i < 2 ? 2 * count : 0;
        if (i >= 2) {
            t->start[i - 1] = nsd_scratch_take(scratch, (size_t)all[i]->columns + 1,
                                               sizeof(ptrdiff_t));
            t->row[i - 1] = nsd_scratch_take(scratch, count, sizeof(ptrdiff_t));
            t->constant[i - 1] = nsd_scratch_doubles(scratch, all[i]->full ? count : 0);
            widest = nsd_scratch_larger(widest, (size_t)all[i]->columns);
        }
    }
    size_t lists = most;
    for (int i = 2; i < 5; i++) {
        lists = nsd_scratch_larger(lists, (size_t)list_places(all[i], NULL));
    }
    t->start[0] = nsd_scratch_take(scratch, n + 1, sizeof(ptrdiff_t));
    t->row[0] = nsd_scratch_take(scratch, most, sizeof(ptrdiff_t));
    t->constant[0] = nsd_scratch_doubles(scratch, s.M.full ? most : 0);
    NSD_SCRATCH_EACH_INT(scratch, lists, &t->list, &t->other);
    t->head = nsd_scratch_ints(scratch, widest + 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_tape_sparse_scratch(const nsd_tape_set *set)
{
    return lay_out(&(room){ 0 }, set, NSD_SCRATCH_COUNTER);
}

/* other <- the places of the list, sorted by row (place % rows) or column (place / rows), stable */
static void sort_places(const int *list, int count, int rows, int by_column, int keys,
                        const room *t, int *other)
{
    int *head = t->head;
    memset(head, 0, ((size_t)keys + 1) * sizeof *head);
    for (int k = 0; k < count; k++) {
        head[1 + (by_column ? list[k] / rows : list[k] % rows)]++;
    }
    for (int i = 0; i < keys; i++) {
        head[i + 1] += head[i];
    }
    for (int k = 0; k < count; k++) {
        other[head[by_column ? list[k] / rows : list[k] % rows]++] = list[k];
    }
}

/* The pattern of the `count` places in t->list, each once, rows ascending */
static nsd_columns pattern_of(const room *t, int which, int count, int rows, int columns)
{
    ptrdiff_t *start = t->start[which], *row = t->row[which], entries = 0;

    sort_places(t->list, count, rows, 0, rows, t, t->other);
    sort_places(t->other, count, rows, 1, columns, t, t->list);
    memset(start, 0, ((size_t)columns + 1) * sizeof *start);
    for (int k = 0; k < count; k++) {
        if (k == 0 || t->list[k] != t->list[k - 1]) {
            row[entries++] = t->list[k] % rows;
            start[1 + t->list[k] / rows] = entries;
        }
    }
    for (int j = 0; j < columns; j++) { /* columns without entries */
        start[j + 1] = start[j + 1] > 0 ? start[j + 1] : start[j];
    }
    return (nsd_columns){ rows, columns, start, row, NULL };
}

/* The number of entry (i,j), which the pattern has */
static ptrdiff_t find_entry(const nsd_columns *pattern, ptrdiff_t i, int j)
{
    ptrdiff_t low = pattern->start[j], high = pattern->start[j + 1] - 1;
    while (low < high) {
        const ptrdiff_t middle = (low + high) / 2;
        if (pattern->row[middle] < i) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Place on the pattern of the entry at `place` of the matrix; what stands behind the matrix stays
 * behind it. Matrices side by side, Fq and Fv, are numbers side by side. */
static int new_place(const source *s, const nsd_columns *pattern, int place)
{
    const int       size = s->rows * pattern->m, block = place / (size > 0 ? size : 1);
    const ptrdiff_t entries = pattern->start[pattern->m];
    if (place >= s->rows * s->columns) {
        return (int)(entries + (place - s->rows * s->columns));
    }
    const int within = place - block * size;
    return (int)(block * entries + find_entry(pattern, within % s->rows, within / s->rows));
}

/* The tape whose results are the numbers on the pattern; constant: those of a constant matrix */
static nsd_tape sparse_tape(const source *s, const nsd_columns *pattern, int *place,
                            double *constant)
{
    const int entries = (int)pattern->start[pattern->m], size = s->rows * pattern->m;
    nsd_tape  tape = { 0 };

    if (s->full) {
        memset(constant, 0, (size_t)entries * sizeof *constant);
    }
    for (int k = 0; k < (s->full ? size : 0); k++) {
        if (s->full[k] != 0.0) {
            constant[new_place(s, pattern, k)] = s->full[k];
        }
    }
    if (!s->tape) {
        return tape;
    }
    tape = *s->tape;
    for (int k = 0; k < tape.outputs; k++) {
        place[k] = new_place(s, pattern, tape.place[k]);
    }
    const int behind = tape.size - s->rows * s->columns;
    tape.place = place;
    tape.size = entries * (size > 0 ? s->columns / pattern->m : 1) + behind;
    tape.code = NULL; /* writes full matrices */
    return tape;
}

/* t->list <- places of the common pattern of M, Fq and Fv: the union, its mirror image, the
 * diagonal; returns how many, with repetitions */
static int list_union(const sources *s, const room *t)
{
    const int n = s->M.rows, of_mass = list_places(&s->M, t->list);
    int       count = of_mass + list_places(&s->F, t->list + of_mass);

    for (int k = of_mass; k < count; k++) { /* Fv to the places of Fq */
        t->list[k] %= n * n;
    }
    for (int k = count - 1; k >= 0; k--) {
        t->list[count + k] = t->list[k] / n + t->list[k] % n * n;
    }
    count *= 2;
    for (int i = 0; i < n; i++) {
        t->list[count++] = i * (n + 1);
    }
    return count;
}

nsd_status nsd_tape_sparse_init(nsd_tape_sparse *sparse, const nsd_tape_set *set,
                                nsd_scratch *scratch)
{
    const sources     s = sources_of(set);
    const source     *all[] = { &s.M, &s.F, &s.H, &s.J, &s.T };
    nsd_model_sparse *model = &sparse->model;
    nsd_columns   *pattern[] = { &model->matrix, &model->matrix, &model->H, &model->J, &model->T };
    const double **constant[] = { &sparse->M, NULL, &sparse->H, &sparse->J, &sparse->T };
    static const int which[] = { NSD_TAPE_MASS, NSD_TAPE_FORCE_JAC, NSD_TAPE_GAP_JAC,
                                 NSD_TAPE_JOINT_JAC, NSD_TAPE_TANGENT };
    room             t;

    memset(sparse, 0, sizeof *sparse);
    lay_out(&t, set, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    model->matrix = pattern_of(&t, 0, list_union(&s, &t), s.M.rows, s.M.rows);
    for (int i = 2; i < 5; i++) {
        *pattern[i] = pattern_of(&t, i - 1, list_places(all[i], t.list), s.M.rows, all[i]->columns);
    }
    for (int i = 0; i < 5; i++) {
        double *numbers = t.constant[i == 0 ? 0 : i - 1];
        sparse->tape[which[i]] = sparse_tape(all[i], pattern[i], t.place[i], numbers);
        if (all[i]->full) {
            *constant[i] = numbers;
        }
    }
    nsd_tape_model_set_sparse(model);
    return NSD_OK;
}

size_t nsd_tape_sparse_plan_scratch(const nsd_tape_sparse *sparse)
{
    const nsd_columns *A = &sparse->model.matrix;
    return nsd_ldl_plan_scratch(A->n, A->start[A->n]);
}

nsd_status nsd_tape_sparse_plan(nsd_tape_sparse *sparse, nsd_scratch *scratch, int *cheaper)
{
    const nsd_columns *A = &sparse->model.matrix;
    const double       n = A->n;

    NSD_TRY(nsd_ldl_plan_init(&sparse->plan, A, scratch));
    sparse->model.plan = &sparse->plan;
    const double entries = (double)sparse->plan.start[A->n];
    *cheaper = SPARSE_WORK * sparse->plan.work + SPARSE_ENTRY * entries + SPARSE_ROW * n <
               (FULL_CUBE * n + FULL_SQUARE) * n * n;
    return NSD_OK;
}
