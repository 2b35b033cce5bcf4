/*
 *     unit_tests NAME [TEST]      runs the tests of one file, or those whose names match TEST, with
 *                                 * and ? as in a shell
 *     unit_tests                  lists the files
 */
#include "test_program.h"

#ifdef _WIN32
#include <fcntl.h>
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int main(int argc, char **argv)
{
#ifdef _WIN32
    _fmode = _O_BINARY; /* of files that tests write */
#endif
    for (const struct test_file *file = TEST_FILES; file->name && argc > 1; file++) {
        if (strcmp(argv[1], file->name) == 0) {
            cmocka_set_test_filter(argc > 2 ? argv[2] : NULL);
            return file->run();
        }
    }
    fprintf(stderr, "usage: %s FILE [TEST], where FILE is one of\n", argv[0]);
    for (const struct test_file *file = TEST_FILES; file->name; file++) {
        fprintf(stderr, "    %s\n", file->name);
    }
    return 2;
}
