/* law.h - laws of friction and cohesion that depend on speed, gap and history.  (LW.1)-(LW.6)
 *
 * Stribeck and curves: mu(s) at the sliding speed s of the start of the step.
 * Rate and state: mu(s, Theta) at the speed of the end, Theta of the start, then aged.
 * Cohesion: a pull F(opening, beta) with the damage of the start of the step. */
#ifndef NSD_LAW_H
#define NSD_LAW_H

typedef enum nsd_law_kind {
    NSD_LAW_CONSTANT,
    NSD_LAW_STRIBECK,  /* mu_s, mu_k, v_s, exponent, viscous                    (LW.1) */
    NSD_LAW_CURVE,     /* points (speed, mu), straight between them             (LW.2) */
    NSD_LAW_RATE_STATE /* mu_0, a, b, V_0, L, Theta at the start                (LW.3) */
} nsd_law_kind;

#define NSD_LAW_PARAMETERS 6 /* most parameters of a law: rate and state has six */

typedef struct nsd_law { /* the law of one contact */
    nsd_law_kind  kind;
    double        p[NSD_LAW_PARAMETERS];
    int           points;   /* of a curve, ascending speeds, the first 0           */
    const double *curve;    /* 2 x points: speed, mu                                */
    double        strength; /* cohesion: largest pull, 0 without                    */
    double        opening;  /* cohesion: gap at which the pull has vanished         */
    double        delay;    /* cohesion: time constant of the damage, 0: at once    */
} nsd_law;

/* The law with this coefficient of friction, if it is constant; others stay as they are. */
static inline nsd_law nsd_law_with(const nsd_law *law, double mu)
{
    nsd_law own = *law;
    if (own.kind == NSD_LAW_CONSTANT) {
        own.p[0] = mu;
    }
    return own;
}

/* Coefficient of friction at a sliding speed >= 0 and state Theta. */
double nsd_law_friction(const nsd_law *law, double speed, double theta);

/* Theta after a time h at this speed                                                   (LW.4) */
double nsd_law_age(const nsd_law *law, double speed, double theta, double h);

/* Pull of the cohesion, >= 0, at a gap with intensity beta                             (LW.5) */
double nsd_law_pull(const nsd_law *law, double gap, double beta);

/* beta after a time h at this gap                                                      (LW.6) */
double nsd_law_damage(const nsd_law *law, double gap, double beta, double h);

#endif
