/* ggl_parts.h - tuned numbers and functions that ggl.c and ggl_friction.c share. */
#ifndef NSD_GGL_PARTS_H
#define NSD_GGL_PARTS_H

#include "scheme/ggl.h"

/* Reciprocal condition number below which joints or contacts count as redundant and the shortest
 * impulses are taken. Larger: contacts with nearly equal normals share their impulses; smaller:
 * steps with redundant joints or contacts fail. The same as in contact/contact_fixed.c. */
#define NSD_GGL_RANK_TOLERANCE 1e-12

/* Rounds of active sets before the sets count as a cycle; four rounds are usual. Smaller: more
 * steps are solved by sweeps, which cost more; larger: a cycle costs more rounds. */
#define NSD_GGL_ACTIVE_SET_ROUNDS 20

/* Sweeps over both levels before the step fails. Without damping one sweep is enough; smaller:
 * steps of damped systems do not converge; larger: a step without solution fails later. */
#define NSD_GGL_LEVEL_SWEEPS 100

/* zJ of joints in the motion without contacts, and its effect on r: zJ = -AJJ^+ rJ,
 * r <- r + AcJ zJ                                                                       (MJ.7) */
void nsd_ggl_joints_before_contacts(nsd_ggl *ggl);

/* zJ <- zJ - AJJ^+ AJc z, once z of the contacts is known                               (MJ.7) */
void nsd_ggl_joints_after_contacts(nsd_ggl *ggl);

/* closed, acting <- the contacts that the motion without impulses closes; returns their number. */
int nsd_ggl_find_closing(nsd_ggl *ggl);

/* index <- the contacts a with set[a] != 0 equal to `wanted` (0 or 1); returns their number. */
int nsd_ggl_list_contacts(nsd_ggl *ggl, const unsigned char *set, int wanted);

/* z of one level, with z of the other level given:
 * 0 <= r + A(level, other) z_other + A(level, level) z _|_ z >= 0 on the first `count` contacts of
 * ggl->index; z of all other contacts is zero.                                         (NMK.10) */
nsd_status nsd_ggl_solve_level(nsd_ggl *ggl, nsd_contact_fixed *contact, nsd_ggl_level level,
                               int count);

/* closed <- the contacts with a position impulse, or with a gap of zero without an impulse. */
void nsd_ggl_find_touching(nsd_ggl *ggl);

#endif
