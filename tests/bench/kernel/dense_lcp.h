/* dense_lcp.h - LCPs of NSD_DATA/lcp and a clock, for the benchmark programs. */
#ifndef DENSE_LCP_H
#define DENSE_LCP_H

typedef struct dense_lcp {
    int     n;
    double *M; /* n x n, column-major */
    double *q;
} dense_lcp;

/* Reads *.lcp.csv (n, rows of M, q) or *.lcp.bin (int64 n, M, q); 0 on failure. */
int  dense_lcp_read(const char *path, dense_lcp *lcp);
void dense_lcp_free(dense_lcp *lcp);

/* max|min(z, Mz+q)| / max(1, max|q|); infinite when something is NaN */
double dense_lcp_residual(const dense_lcp *lcp, const double *z);

/* One result line "SIDE lcp NAME SOLVER RESIDUAL MILLISECONDS". */
void dense_lcp_print(const char *side, const char *path, const char *solver, double residual,
                     double seconds);

/* CPU time of this process */
double bench_cpu_seconds(void);

#endif
