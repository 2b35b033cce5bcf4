/* What a path turned out to be, as messages say it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "assets/sources/open_path.h"
#include "base/size.h"

static void each_kind_of_contents_has_its_text(void **state)
{
    (void)state;
    static const struct {
        struct path_contents contents;
        size_t files;
        const char *part;
    } cases[] = {
        {{.kind = CONTENTS_FOLDER}, 0, "a folder without files"},
        {{.kind = CONTENTS_FOLDER}, 7, "7 files, none of a map"},
        {{.kind = CONTENTS_FOLDER, .nested = 2, .first_nested = "a/b"},
         7,
         "2 folders below hold data, the first is a/b"},
        {{.kind = CONTENTS_FOLDER, .unused_archives = 1}, 0, "1 MPQ, none"},
        {{.kind = CONTENTS_FOLDER, .unused_archives = 3}, 9, "3 MPQs, none with"},
        {{.kind = CONTENTS_FOLDER, .archives = 12}, 0, "a client with 12 archives"},
        {{.kind = CONTENTS_ARCHIVE}, 4, "an MPQ archive that lists 4 files"},
        {{.kind = CONTENTS_STORAGE}, 5, "storage (CASC) that lists 5 names"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[ASSETS_CONTENTS_BYTES];
        path_contents_text(&cases[i].contents, cases[i].files, text);
        assert_non_null(strstr(text, cases[i].part));
        assert_true(strlen(text) + 1 < sizeof text);
    }
}

int test_open_path(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_kind_of_contents_has_its_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
