/* compliance.h - compliant contacts: a massless surface that is pressed in by delta.  (CC.1)-(CC.4)
 *
 *   lambda = k delta^n (1 + d delta') + c delta',   0 <= y + delta  _|_  lambda >= 0
 *
 * Kelvin-Voigt: n = 1 and c; Hertz: n = 3/2; Hunt-Crossley: d; Flores: d from e and the speed of
 * the approach. A surface without force comes back by itself: lambda = 0 is its equation then. */
#ifndef NSD_COMPLIANCE_H
#define NSD_COMPLIANCE_H

typedef struct nsd_compliance { /* the law of one contact                                     */
    double k;                   /* stiffness, force per depth^n; 0: the contact is rigid      */
    double n;                   /* exponent, >= 1                                             */
    double c;                   /* damping, force per speed; only with n = 1                  */
    double d;                   /* damping of Hunt and Crossley, per speed                    */
    double e;                   /* Flores: restitution in (0,1], from which d follows; else 0 */
} nsd_compliance;

/* A law with the d of this contact: that of the law, or Flores' for an approach with `speed`
 *                                                                                        (CC.3) */
nsd_compliance nsd_compliance_at_speed(const nsd_compliance *law, double speed);

/* lambda at depth delta and its rate; for negative depths the odd continuation, so that it changes
 * sign where the contact is released                                                    (CC.1) */
double nsd_compliance_force(const nsd_compliance *law, double depth, double rate);

/* A smooth function with the sign of the force, by which releases are located: Hertz's force is not
 * smooth at zero */
double nsd_compliance_pressure(const nsd_compliance *law, double depth, double rate);

/* Energy k delta^(n+1) / (n+1) that a surface stores                                    (CC.4) */
double nsd_compliance_energy(const nsd_compliance *law, double depth);

/* Depth of a surface without force, `time` after it had this depth; its rate into *rate  (CC.2) */
double nsd_compliance_relaxed(const nsd_compliance *law, double depth, double time, double *rate);

/* When the elastic force of a step is taken                                              (CC.5) */
typedef enum nsd_compliance_rule {
    NSD_COMPLIANCE_MEAN, /* work over way, which keeps energy: for contacts that steps resolve */
    NSD_COMPLIANCE_END   /* at the end: for contacts that are over within a step              */
} nsd_compliance_rule;

/* Impulse of a step of length h in which the depth goes from `from` to `to`; its derivative by `to`
 * into *slope                                                                            (CC.5) */
double nsd_compliance_impulse(const nsd_compliance *law, nsd_compliance_rule rule, double h,
                              double from, double to, double *slope);

/* Depth `to` of a step without impulse, which begins with depth `from`                   (CC.5) */
double nsd_compliance_free_depth(const nsd_compliance *law, nsd_compliance_rule rule, double h,
                                 double from);

#endif
