/* test_status.c - every outcome has one id and one sentence; negative ones are errors. */
#include <ctype.h>
#include <string.h>

#include "base/status.h"
#include "nsd_test.h"

#define AS_VALUE(name, value, id, message) name,
#define AS_NAME(name, value, id, message)  #name,
static const nsd_status  all[] = { NSD_STATUS_LIST(AS_VALUE) };
static const char *const names[] = { NSD_STATUS_LIST(AS_NAME) };
static const int         count = (int)(sizeof all / sizeof *all);

NSD_TEST(test_words_are_those_users_see)
{
    NSD_CHECK(strcmp(nsd_status_id(NSD_OK), "ok") == 0);
    NSD_CHECK(strcmp(nsd_status_id(NSD_MAX_ITER), "maxIter") == 0);
    NSD_CHECK(strcmp(nsd_status_id(NSD_RAY), "ray") == 0);
    NSD_CHECK(strcmp(nsd_status_id(NSD_STALLED), "stalled") == 0);
    NSD_CHECK(strcmp(nsd_status_id(NSD_STOPPED), "stopped") == 0);
    NSD_CHECK(strcmp(nsd_status_id(NSD_ERR_NOT_DEFINITE), "notDefinite") == 0);
    NSD_CHECK(strcmp(nsd_status_message(NSD_MAX_ITER), "iteration limit reached") == 0);
}

NSD_TEST(test_success_is_zero_and_errors_are_negative)
{
    NSD_CHECK(NSD_OK == 0);
    for (int i = 0; i < count; i++) {
        const int named_error = strncmp(names[i], "NSD_ERR_", 8) == 0;
        NSD_CHECK(named_error == ((int)all[i] < 0));
    }
}

/* An outcome that is reported and an error that is raised may have the same id. */
NSD_TEST(test_ids_and_values_are_unique)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            const int both = ((int)all[i] < 0) == ((int)all[j] < 0);
            NSD_CHECK(all[i] != all[j]);
            NSD_CHECK(!both || strcmp(nsd_status_id(all[i]), nsd_status_id(all[j])) != 0);
        }
    }
}

NSD_TEST(test_ids_fit_an_error_identifier)
{
    for (int i = 0; i < count; i++) {
        const char *id = nsd_status_id(all[i]);
        NSD_CHECK(islower((unsigned char)id[0]));
        for (; *id; id++) {
            NSD_CHECK(isalnum((unsigned char)*id));
        }
        NSD_CHECK(strlen(nsd_status_message(all[i])) > 0);
    }
}

NSD_TEST(test_a_number_that_is_no_status_is_unknown)
{
    NSD_CHECK(strcmp(nsd_status_id((nsd_status)-100), "unknown") == 0);
    NSD_CHECK(strcmp(nsd_status_message((nsd_status)-100), "unknown status") == 0);
}

NSD_TEST_MAIN(test_words_are_those_users_see, test_success_is_zero_and_errors_are_negative,
              test_ids_and_values_are_unique, test_ids_fit_an_error_identifier,
              test_a_number_that_is_no_status_is_unknown)
