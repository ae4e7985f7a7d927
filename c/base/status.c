/* status.c - words and sentences for every outcome. */
#include "base/status.h"

const char *nsd_status_id(nsd_status status)
{
    switch (status) {
#define NSD_STATUS_CASE(name, value, id, message) \
    case name:                                    \
        return id;
        NSD_STATUS_LIST(NSD_STATUS_CASE)
#undef NSD_STATUS_CASE
    }
    return "unknown";
}

const char *nsd_status_message(nsd_status status)
{
    switch (status) {
#define NSD_STATUS_CASE(name, value, id, message) \
    case name:                                    \
        return message;
        NSD_STATUS_LIST(NSD_STATUS_CASE)
#undef NSD_STATUS_CASE
    }
    return "unknown status";
}
