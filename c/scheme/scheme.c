/* scheme.c - schemes by name. */
#include <string.h>

#include "scheme/scheme.h"

/* The struct of the list whose first field, its name, is `name`, or NULL, which ends the list */
static const void *find(const void *const *list, const char *name)
{
    while (*list && strcmp(*(const char *const *)*list, name) != 0) {
        list++;
    }
    return *list;
}

#define ADDRESS_LINEAR(x)    &nsd_linear_scheme_##x,
#define ADDRESS_NONLINEAR(x) &nsd_nonlinear_scheme_##x,

const nsd_linear_scheme *nsd_scheme_find_linear(const char *name)
{
    static const void *const list[] = { NSD_LINEAR_SCHEMES(ADDRESS_LINEAR) NULL };
    return find(list, name);
}

const nsd_nonlinear_scheme *nsd_scheme_find_nonlinear(const char *name)
{
    static const void *const list[] = { NSD_NONLINEAR_SCHEMES(ADDRESS_NONLINEAR) NULL };
    return find(list, name);
}
