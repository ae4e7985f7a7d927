/* friction_data.h - friction problems of NSD_DATA for the benchmark programs. */
#ifndef FRICTION_DATA_H
#define FRICTION_DATA_H

typedef struct friction_data {
    int     dimension, contacts, n; /* n = dimension * contacts                          */
    double *W;                      /* n x n, column-major                               */
    double *q, *mu, *mu_rolling;    /* mu_rolling: dimension 5, else zeros                */
    int    *start, *row;            /* the same W as block columns, zero blocks left out */
    double *blocks;
    int     block_count;
} friction_data;

/* Reads *.fc.csv (dimension, contacts, rows of W, q, mu) or the *.dat files of Siconos (dense or
 * block sparse); 0 on failure. */
int  friction_data_read(const char *path, friction_data *data);
void friction_data_free(friction_data *data);

/* The residual (FR.5) of doc/theory from r alone, for one group (dimension 2 or 3), with the
 * largest eigenvalue of W by the power method; infinite when something is NaN. */
double friction_data_residual(const friction_data *data, const double *r);

typedef struct friction_result {
    const char *solver;
    double      residual, seconds;
    int         iterations;
} friction_result;

/* One result line "SIDE friction NAME SOLVER RESIDUAL MILLISECONDS ITERATIONS CONTACTS". */
void friction_data_print(const char *side, const char *path, const friction_data *data,
                         const friction_result *result);

/* CPU time of this process */
double friction_cpu_seconds(void);

#endif
