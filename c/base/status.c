/* status.c - words and sentences for every outcome. */
#include "base/status.h"

typedef struct words {
    const char *id, *message;
} words;

static words words_of(nsd_status status)
{
    switch (status) {
#define NSD_STATUS_CASE(name, value, id, message) \
    case name:                                    \
        return (words){ id, message };
        NSD_STATUS_LIST(NSD_STATUS_CASE)
#undef NSD_STATUS_CASE
    }
    return (words){ "unknown", "unknown status" };
}

const char *nsd_status_id(nsd_status status)
{
    return words_of(status).id;
}

const char *nsd_status_message(nsd_status status)
{
    return words_of(status).message;
}
