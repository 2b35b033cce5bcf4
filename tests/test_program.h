/*
 * The program of the unit tests: test_program.c is its main, and the build writes the table of its
 * files. A file test_NAME.c has one function test_NAME, which runs the file's tests with cmocka and
 * returns what the program ends with: 0, 77 for "cannot be tried here", or else. To the linker it
 * is FOLDER_test_NAME.
 */
#ifndef TESTS_TEST_PROGRAM_H
#define TESTS_TEST_PROGRAM_H

struct test_file {
    const char *name;
    int (*run)(void);
};

extern const struct test_file TEST_FILES[]; /* the last one has no name */

#endif
