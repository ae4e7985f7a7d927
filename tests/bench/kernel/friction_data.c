/* friction_data.c - friction problems of NSD_DATA for the benchmark programs. */
#define _POSIX_C_SOURCE 200809L
#include "friction_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int number(FILE *file, double *x)
{
    return fscanf(file, " %lf%*[,]", x) == 1;
}

static int whole(FILE *file)
{
    double x = -1.0;
    return number(file, &x) ? (int)x : -1;
}

static int numbers(FILE *file, int count, double *x)
{
    for (int i = 0; i < count; i++) {
        if (!number(file, x + i)) return 0;
    }
    return 1;
}

/* rows of W in a .csv file */
static int read_rows(FILE *file, friction_data *data)
{
    for (int i = 0; i < data->n; i++) {
        for (int j = 0; j < data->n; j++) {
            if (!number(file, data->W + i + (size_t)j * (size_t)data->n)) return 0;
        }
    }
    return 1;
}

/* storage 1: counts, limits, row pointers, block columns, then the blocks with their numbers */
static int read_blocks(FILE *file, friction_data *data)
{
    const int d = data->dimension, count = whole(file), rows = whole(file), cols = whole(file);
    int       pointer[4096], done = rows == data->contacts && rows < 4095;

    for (int i = 0; i < rows + cols; i++) {
        whole(file);
    }
    const int pointers = whole(file), indices = whole(file);
    for (int i = 0; done && i < pointers && i < 4096; i++) {
        pointer[i] = whole(file);
    }
    int *column = malloc(sizeof(int) * (size_t)(indices > 0 ? indices : 1));
    for (int k = 0; k < indices; k++) {
        column[k] = whole(file);
    }
    for (int k = 0, a = 0; done && k < count; k++) {
        double block[36];
        while (a + 1 < pointers - 1 && pointer[a + 1] <= k) {
            a++;
        }
        done = whole(file) == k && numbers(file, d * d, block);
        for (int j = 0; done && j < d; j++) {
            memcpy(data->W + a * d + (size_t)(column[k] * d + j) * (size_t)data->n, block + j * d,
                   sizeof(double) * (size_t)d);
        }
    }
    free(column);
    return done;
}

static int read_siconos(FILE *file, friction_data *data)
{
    const int storage = whole(file), rows = whole(file), cols = whole(file);
    if (rows != data->n || cols != data->n) return 0;
    if (storage == 1) return read_blocks(file, data);
    return whole(file) == rows && whole(file) == cols && numbers(file, rows * cols, data->W);
}

static void *zeros(size_t count, size_t size)
{
    return calloc(count > 0 ? count : 1, size);
}

/* block columns without the zero blocks */
static void compress(friction_data *data)
{
    const int d = data->dimension, m = data->contacts, n = data->n;
    data->start = zeros((size_t)m + 1, sizeof(int));
    data->row = zeros((size_t)m * (size_t)m, sizeof(int));
    data->blocks = zeros((size_t)n * (size_t)n, sizeof(double));
    for (int a = 0, k = 0; a < m; a++) {
        for (int b = 0; b < m; b++) {
            double *block = data->blocks + (size_t)k * (size_t)(d * d), size = 0.0;
            for (int j = 0; j < d * d; j++) {
                block[j] = data->W[b * d + j % d + (size_t)(a * d + j / d) * (size_t)n];
                size += fabs(block[j]);
            }
            if (size > 0.0 || a == b) data->row[k++] = b;
        }
        data->start[a + 1] = data->block_count = k;
    }
}

int friction_data_read(const char *path, friction_data *data)
{
    FILE       *file = fopen(path, "r");
    const char *dot = strrchr(path, '.');
    memset(data, 0, sizeof *data);
    if (!file) return 0;
    data->dimension = whole(file);
    data->contacts = whole(file);
    data->n = data->dimension * data->contacts;
    const size_t n = (size_t)data->n;
    data->W = zeros(n * n, sizeof(double));
    data->q = zeros(n, sizeof(double));
    data->mu = zeros(n, sizeof(double));
    data->mu_rolling = zeros(n, sizeof(double));
    int done = dot && !strcmp(dot, ".csv") ? read_rows(file, data) : read_siconos(file, data);
    done = done && numbers(file, data->n, data->q) && numbers(file, data->contacts, data->mu);
    if (data->dimension == 5) done = done && numbers(file, data->contacts, data->mu_rolling);
    fclose(file);
    compress(data);
    return done;
}

void friction_data_free(friction_data *data)
{
    free(data->W);
    free(data->q);
    free(data->mu);
    free(data->mu_rolling);
    free(data->start);
    free(data->row);
    free(data->blocks);
}

/* y <- W x */
static void multiply(const friction_data *data, const double *x, double *y)
{
    memset(y, 0, sizeof(double) * (size_t)data->n);
    for (int j = 0; j < data->n; j++) {
        for (int i = 0; i < data->n; i++) {
            y[i] += data->W[i + (size_t)j * (size_t)data->n] * x[j];
        }
    }
}

static double largest_eigenvalue(const friction_data *data, double *x, double *y)
{
    double lambda = 1.0;
    for (int i = 0; i < data->n; i++) {
        x[i] = 1.0 + 0.1 * (i % 7);
    }
    for (int k = 0; k < 300; k++) {
        multiply(data, x, y);
        double size = 0.0;
        for (int i = 0; i < data->n; i++) {
            size += y[i] * y[i];
        }
        lambda = sqrt(size);
        for (int i = 0; i < data->n && lambda > 0.0; i++) {
            x[i] = y[i] / lambda;
        }
    }
    return lambda > 0.0 ? lambda : 1.0;
}

/* |r - proj_C(r - rho uhat)| */
static double natural(int d, double mu, double rho, const double *r, const double *u)
{
    const double slip = d == 2 ? fabs(u[1]) : hypot(u[1], u[2]);
    const double N = r[0] - rho * (u[0] + mu * slip), a = r[1] - rho * u[1];
    const double b = d == 3 ? r[2] - rho * u[2] : 0.0, s = hypot(a, b);
    double       n = N, scale = 1.0;
    if (s > mu * N) {
        n = fmax(0.0, (N + mu * s) / (1.0 + mu * mu));
        scale = s > 0.0 ? mu * n / s : 0.0;
    }
    return hypot(r[0] - n, hypot(r[1] - scale * a, d == 3 ? r[2] - scale * b : 0.0));
}

double friction_data_residual(const friction_data *data, const double *r)
{
    const int d = data->dimension;
    double *u = zeros((size_t)data->n, sizeof(double)), *x = zeros((size_t)data->n, sizeof(double));
    const double rho = 1.0 / largest_eigenvalue(data, x, u);
    double       residual = 0.0, scale = 1.0;
    multiply(data, r, u);
    for (int i = 0; i < data->n; i++) {
        u[i] += data->q[i];
        scale = fmax(scale, fabs(data->q[i]));
    }
    for (int a = 0; a < data->contacts; a++) {
        const double miss = natural(d, data->mu[a], rho, r + a * d, u + a * d);
        if (!(miss <= residual)) residual = isnan(miss) ? INFINITY : miss;
    }
    free(u);
    free(x);
    return residual / rho / scale;
}

void friction_data_print(const char *side, const char *path, const friction_data *data,
                         const friction_result *result)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    printf("%s friction %.*s %s %.3g %.6g %d %d\n", side, (int)strcspn(name, "."), name,
           result->solver, result->residual, 1e3 * result->seconds, result->iterations,
           data->contacts);
    fflush(stdout);
}

double friction_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
