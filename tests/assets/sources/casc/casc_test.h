/* What the tests of storages share: cmocka, and a diag that keeps what is said. */
#ifndef TESTS_ASSETS_SOURCES_CASC_CASC_TEST_H
#define TESTS_ASSETS_SOURCES_CASC_CASC_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/data_fixture.h"

struct listener {
    struct messages said;
    struct adtmap_log log;
    struct adtmap_message failure;
    struct diag diag;
};

static inline void listen(struct listener *l)
{
    memset(l, 0, sizeof *l);
    l->log = (struct adtmap_log){fixture_note, &l->said};
    l->diag = (struct diag){"input", &l->log, &l->failure};
}

#define assert_says(text, part) assert_non_null(strstr(text, part))

#endif
