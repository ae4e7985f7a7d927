/* test_nonlinear_sparse.c - recorded models with sparse matrices: the same motions as with full
 * ones, and which of the two is taken. */
#define MOST_NODES 60000
#include "model/tape/tape_sparse.h"
#include "nsd_test.h"
#include "nsd_test_random.h"
#include "nsd_test_tape.h"
#include "scheme/scheme.h"

enum { MOST_N = 60, MOST_M = 20 };

typedef struct recorded { /* a recorded model with random couplings */
    bench           b;
    nsd_tape_set    set;
    nsd_tape_sparse sparse;
    nsd_saddle_plan saddle;
    nsd_tape_model  host;
    double          e[MOST_M], start[MOST_N];
    int             e_parameter[MOST_M];
    void           *memory[4];
    int             cheaper;
} recorded;

static int op(recorded *r, nsd_tape_op code, int a, int b)
{
    return nsd_tape_graph_op(&r->b.g, code, a, b);
}

static int scaled(recorded *r, double c, int node)
{
    return op(r, NSD_TAPE_MUL, nsd_tape_graph_constant(&r->b.g, c), node);
}

static int add(recorded *r, int a, int b)
{
    return op(r, NSD_TAPE_ADD, a, b);
}

/* c times sin or cos of q_i - q_j */
static int wave(recorded *r, nsd_tape_op code, double c, int i, int j)
{
    const int way = op(r, NSD_TAPE_SUB, 1 + i, 1 + j);
    return scaled(r, c, op(r, code, way, way));
}

/* value <- nodes at the places where they are not -1 */
static void set_value(recorded *r, const int *node, int count)
{
    r->b.value.count = 0;
    for (int k = 0; k < count; k++) {
        if (node[k] >= 0) {
            r->b.value.node[r->b.value.count] = node[k];
            r->b.value.place[r->b.value.count++] = k;
        }
    }
}

/* The tape of derivatives of the value by `count` inputs from `first` on; size: of its result */
static nsd_tape derived(recorded *r, int first, int count, int rows, int size)
{
    int                 direction[1 + 2 * MOST_N], seeds[1 + 2 * MOST_N];
    nsd_tape_graph_seed seed = { count, direction, seeds };
    const int           one = nsd_tape_graph_constant(&r->b.g, 1.0);
    for (int i = 0; i < r->b.g.inputs; i++) {
        direction[i] = i >= first && i < first + count ? i - first : -1;
        seeds[i] = one;
    }
    r->b.slope.count = 0;
    nsd_tape_graph_derive(&r->b.g, &r->b.value, &seed, rows, &r->b.slope, &r->b.scratch);
    return build_tape(&r->b, &r->b.slope, size);
}

/* M: c cos(q_i - q_j) beside a dominant diagonal; F: springs between coupled coordinates, dampers,
 * gyroscopic terms, and a follower force without symmetry */
static void record_motion(recorded *r, int n, double degree, unsigned long long *state)
{
    static int M[MOST_N * MOST_N];
    int        F[MOST_N];

    memset(M, -1, sizeof M);
    for (int i = 0; i < n; i++) {
        const int own = scaled(r, 0.3, op(r, NSD_TAPE_COS, 1 + i, 1 + i));
        M[i * (n + 1)] = add(r, nsd_tape_graph_constant(&r->b.g, 2.0 + degree), own);
        F[i] = add(r, nsd_tape_graph_constant(&r->b.g, -20.0),
                   add(r, scaled(r, -30.0, op(r, NSD_TAPE_SIN, 1 + i, 1 + i)),
                       scaled(r, -0.4, 1 + n + i)));
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            if (uniform(state) * n >= degree && j + 1 != i) {
                continue;
            }
            const int turn = scaled(r, signed_uniform(state),
                                    op(r, NSD_TAPE_MUL, 1 + i, 1 + n + j));
            M[i + j * n] = M[j + i * n] = wave(r, NSD_TAPE_COS, 0.3 * signed_uniform(state), i, j);
            F[i] = add(r, add(r, F[i], wave(r, NSD_TAPE_SIN, -200.0, i, j)), turn);
            F[j] = add(r, F[j], wave(r, NSD_TAPE_SIN, 200.0, i, j));
            F[j] = add(r, F[j], scaled(r, 3.0 * signed_uniform(state), 1 + i));
        }
    }
    set_value(r, M, n * n);
    r->set.functions.tape[NSD_TAPE_MASS] = build_tape(&r->b, &r->b.value, n * n);
    set_value(r, F, n);
    r->set.functions.tape[NSD_TAPE_FORCE] = build_tape(&r->b, &r->b.value, n);
    r->set.functions.tape[NSD_TAPE_FORCE_JAC] = derived(r, 1, 2 * n, n, 2 * n * n);
}

/* Values and Jacobians of relations c + q_i + sin(q_j)/4; those of joints vanish at the start */
static void record_relations(recorded *r, int n, int count, int joints, unsigned long long *state)
{
    const int which = joints ? NSD_TAPE_JOINT : NSD_TAPE_GAP;
    int       y[MOST_M] = { 0 };

    for (int a = 0; a < count; a++) {
        const int i = joints ? 3 + 6 * a : n / count * a, j = i + 1 + (int)(2.0 * uniform(state));
        const double now = r->start[i] + 0.25 * sin(r->start[j]);
        const int    far = scaled(r, 0.25, op(r, NSD_TAPE_SIN, 1 + j, 1 + j));
        const int    c = nsd_tape_graph_constant(&r->b.g, joints ? -now : 0.02 - now);
        y[a] = add(r, add(r, c, 1 + i), far);
    }
    set_value(r, y, count);
    r->set.functions.tape[which] = build_tape(&r->b, &r->b.value, count);
    for (int a = 0; a < count; a++) {
        r->b.value.place[a] = a * n;
    }
    r->set.functions.tape[which + 1] = derived(r, 1, n, 1, (n + 1) * count);
}

static void *take(recorded *r, int k, size_t bytes)
{
    return r->memory[k] = malloc(bytes + 1);
}

static recorded *record(int n, double degree, int m, int p, unsigned long long *state)
{
    recorded *r = calloc(1, sizeof *r);
    r->b = open_bench(1 + 2 * n, MOST_NODES);
    r->set.functions.shape = (nsd_tape_shape){ n, n, 0, NSD_TAPE_FUNCTIONS };
    r->set.functions.m = m;
    r->set.p = p;
    r->set.e = r->e;
    r->set.e_parameter = r->e_parameter;
    for (int i = 0; i < n; i++) {
        r->start[i] = 0.5 * signed_uniform(state);
    }
    for (int a = 0; a < m; a++) {
        r->e[a] = 0.3 * a / MOST_M;
        r->e_parameter[a] = -1;
    }
    record_motion(r, n, degree, state);
    record_relations(r, n, m, 0, state);
    record_relations(r, n, p, 1, state);
    if (nsd_tape_sparse_fits(&r->set)) {
        size_t      bytes = nsd_tape_sparse_scratch(&r->set);
        nsd_scratch scratch = { take(r, 0, bytes), bytes, 0 };
        nsd_tape_sparse_init(&r->sparse, &r->set, &scratch);
        bytes = nsd_tape_sparse_plan_scratch(&r->sparse);
        scratch = (nsd_scratch){ take(r, 1, bytes), bytes, 0 };
        nsd_tape_sparse_plan(&r->sparse, &scratch, &r->cheaper);
        const nsd_columns *A = &r->sparse.model.matrix, *H = &r->sparse.model.H;
        bytes = nsd_saddle_plan_scratch(A, H, &r->sparse.model.J);
        scratch = (nsd_scratch){ take(r, 3, bytes), bytes, 0 };
        nsd_saddle_plan_init(&r->saddle, A, H, &r->sparse.model.J, &scratch);
        r->sparse.model.saddle = &r->saddle;
        r->set.sparse = &r->sparse;
    }
    const size_t bytes = nsd_tape_model_scratch(&r->set);
    nsd_scratch  scratch = { take(r, 2, bytes), bytes, 0 };
    nsd_tape_model_init(&r->host, &r->set, NULL, &scratch);
    return r;
}

static void forget(recorded *r)
{
    for (int k = 0; k < 4; k++) {
        free(r->memory[k]);
    }
    close_bench(&r->b);
    free(r);
}

typedef struct motion {
    double    q[MOST_N], v[MOST_N], P[MOST_M], mu[MOST_M], U[MOST_M], U_before[MOST_M];
    double    impulses, kinetic;
    nsd_state state;
    int       status;
} motion;

/* 40 steps of the scheme from the start, without sparse matrices when sparse is 0 */
static void run(recorded *r, const char *method, int ggl, int sparse, motion *to)
{
    const nsd_nonlinear_scheme *scheme = nsd_scheme_find_nonlinear(method);
    nsd_nonlinear_options       options = { .newton_tolerance = 1e-13, .newton_max_iter = 50 };
    nsd_model                   model = r->host.model;
    nsd_stepper                *stepper = NULL;
    nsd_ledger                  ledger;

    options.step = (nsd_step_options){ .h = 4e-3, .theta = 0.55, .activation = 0.5 };
    options.step.lcp = (nsd_lcp_options){ .max_iter = 1000, .tolerance = 1e-12, .relaxation = 1.0 };
    options.step.newmark.gamma = 0.5;
    options.step.newmark.beta = 0.25;
    options.step.newmark.ggl = ggl;
    model.sparse = sparse ? model.sparse : NULL;
    memset(to, 0, sizeof *to);
    memcpy(to->q, r->start, sizeof to->q);
    to->state = (nsd_state){
        .q = to->q, .v = to->v, .P = to->P, .joint = to->mu, .U = to->U, .U_before = to->U_before
    };
    nsd_scratch scratch = { 0 };
    scratch.size = scheme->scratch(&model);
    scratch.base = malloc(scratch.size);
    to->status = scheme->init(&model, &options, &scratch, &to->state, &ledger, &stepper);
    for (int k = 0; k < 40 && to->status == NSD_OK; k++) {
        to->status = stepper->step(stepper, &to->state);
        to->state.t = (k + 1) * options.step.h;
        for (int a = 0; a < model.m; a++) {
            to->impulses += to->P[a];
        }
    }
    if (to->status == NSD_OK) {
        stepper->measure(stepper, &to->state);
        stepper->energy(stepper, &to->state, &ledger);
        to->kinetic = ledger.value[NSD_KINETIC];
    }
    free(scratch.base);
}

/* Largest difference of two motions */
static double difference(const motion *x, const motion *y, int n)
{
    double worst = fmax(fabs(x->impulses - y->impulses), fabs(x->kinetic - y->kinetic));
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fmax(fabs(x->q[i] - y->q[i]), fabs(x->v[i] - y->v[i])));
    }
    for (int a = 0; a < MOST_M; a++) {
        worst = fmax(worst, fmax(fabs(x->P[a] - y->P[a]), fabs(x->mu[a] - y->mu[a])));
        worst = fmax(worst, fabs(x->U[a] - y->U[a]));
    }
    return worst;
}

NSD_TEST(test_sparse_matrices_give_the_motions_of_full_ones)
{
    static const char *const methods[] = { "moreau", "newmark", "hht", "genalpha", "newmark" };
    unsigned long long       state = 11;
    motion                   full, sparse;
    double                   impulses = 0.0;

    for (int k = 0; k < 20; k++) {
        const int n = 30 + 3 * (k % 10), m = k % 4 == 0 ? 0 : 4 + 7 * (k % 3),
                  p = k % 3 == 1 ? 2 : 0;
        recorded *r = record(n, 0.3 * (k % 5), m, p, &state);
        NSD_CHECK(r->set.sparse && r->host.model.sparse);
        run(r, methods[k % 5], k % 5 == 4, 0, &full);
        run(r, methods[k % 5], k % 5 == 4, 1, &sparse);
        NSD_CHECK(full.status == NSD_OK && sparse.status == NSD_OK);
        NSD_CHECK_NEAR(difference(&full, &sparse, n), 0.0, 1e-9); /* velocities up to 10 */
        impulses += full.impulses;
        forget(r);
    }
    NSD_CHECK(impulses > 1.0); /* contacts closed */
}

NSD_TEST(test_the_cheaper_factors_are_taken)
{
    unsigned long long state = 5;
    recorded *chain = record(60, 0.0, 0, 0, &state), *tangle = record(60, 12.5, 0, 0, &state);
    recorded *small = record(12, 0.0, 0, 0, &state), *web = record(40, 30.0, 0, 0, &state);
    NSD_CHECK(chain->cheaper);                         /* no fill         */
    NSD_CHECK(!tangle->cheaper);                       /* factors fill up */
    NSD_CHECK(!small->set.sparse && !web->set.sparse); /* not looked for  */
    NSD_CHECK(chain->sparse.plan.start[60] == 59);
    NSD_CHECK(chain->sparse.model.matrix.start[60] == 60 + 2 * 59);
    forget(chain);
    forget(tangle);
    forget(small);
    forget(web);
}

NSD_TEST(test_constant_matrices_have_patterns_too)
{
    const int          n = 48, m = 4;
    unsigned long long state = 3;
    recorded          *r = record(n, 0.0, m, 0, &state);
    double *M = calloc((size_t)(n * n), sizeof *M), *H = calloc((size_t)(n * m), sizeof *H);
    double  values[400], rates[MOST_M];

    for (int i = 0; i < n; i++) {
        M[i * (n + 1)] = 2.0 + i;
    }
    M[1] = M[n] = 0.5;
    H[7] = 3.0;
    H[9 + n] = H[n] = -1.0; /* columns 2 and 3 are empty */
    r->set.M = M;
    r->set.H = H;
    free(r->memory[0]);
    size_t      bytes = nsd_tape_sparse_scratch(&r->set);
    nsd_scratch scratch = { take(r, 0, bytes), bytes, 0 };
    NSD_CHECK(nsd_tape_sparse_init(&r->sparse, &r->set, &scratch) == NSD_OK);
    const nsd_columns *A = &r->sparse.model.matrix, *G = &r->sparse.model.H;
    NSD_CHECK(r->sparse.model.mass(&r->host, r->start, values) == NSD_OK);
    for (int j = 0; j < n; j++) {
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            NSD_CHECK(values[k] == M[A->row[k] + j * n]);
        }
    }
    NSD_CHECK(r->sparse.model.gap_jac(&r->host, 0.0, r->start, values, rates) == NSD_OK);
    NSD_CHECK(G->start[1] == 1 && G->start[2] == 3 && G->start[3] == 3 && G->start[4] == 3);
    NSD_CHECK(G->row[0] == 7 && G->row[1] == 0 && G->row[2] == 9);
    NSD_CHECK(values[0] == 3.0 && values[1] == -1.0 && values[2] == -1.0 && rates[3] == 0.0);
    forget(r);
    free(M);
    free(H);
}

NSD_TEST_MAIN(test_sparse_matrices_give_the_motions_of_full_ones,
              test_the_cheaper_factors_are_taken, test_constant_matrices_have_patterns_too)
