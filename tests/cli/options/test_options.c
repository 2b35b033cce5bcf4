/* Command lines against a small table: what is taken, what is refused with which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/size.h"
#include "cli/options/option_kinds.h"

struct taken {
    struct option_strings data;
    const char *map;
    uint32_t size_px;
    bool strict;
    struct option_optional_real most;
};

static const struct option_row rows[] = {
    {.name = "data",
     .letter = 'd',
     .argument = "DATA",
     .kind = &option_list,
     .offset = offsetof(struct taken, data),
     .need = OPTION_REQUIRED,
     .help = "where files are"},
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     .offset = offsetof(struct taken, map),
     .need = OPTION_ONCE,
     .help = "which map"},
    {.name = "size",
     .letter = 's',
     .argument = "PX",
     .kind = &option_whole,
     .offset = offsetof(struct taken, size_px),
     .low = 16,
     .high = 8192,
     .help = "pixels"},
    {.name = "strict",
     .kind = &option_flag,
     .offset = offsetof(struct taken, strict),
     .help = "no mercy"},
    {.name = "most",
     .argument = "[YARDS]",
     .kind = &option_real,
     .offset = offsetof(struct taken, most),
     .low = 0,
     .high = 99,
     .is_value_optional = true,
     .help = "how far"},
};

static char said[8192];

/* Parses the words (behind the command's name) with stdout and stderr caught in `said`. */
static enum parse_outcome parse(struct taken *taken, struct operands *operands,
                                const char *const *words, int count)
{
    static char storage[16][64];
    static char *argv[17];
    *taken = (struct taken){.size_px = 512, .most = {.value = 2}};
    const struct option_table table = {"Test", rows, COUNT_OF(rows), taken};
    static const struct help_example examples[HELP_EXAMPLES] = {{"adtmap test x", "tests x"}};
    const struct command_line line = {.command = "test",
                                      .examples = examples,
                                      .synopsis = "FILE",
                                      .about = "Tests.",
                                      .tables = &table,
                                      .table_count = 1,
                                      .operands_min = 1,
                                      .operands_max = 2,
                                      .operand = "FILE"};
    snprintf(storage[0], sizeof storage[0], "test");
    argv[0] = storage[0];
    for (int i = 0; i < count; i++) {
        snprintf(storage[i + 1], sizeof storage[i + 1], "%s", words[i]);
        argv[i + 1] = storage[i + 1];
    }
    argv[count + 1] = NULL;

    fflush(stdout);
    FILE *caught = tmpfile();
    int out = dup(STDOUT_FILENO);
    int err = dup(STDERR_FILENO);
    dup2(fileno(caught), STDOUT_FILENO);
    dup2(fileno(caught), STDERR_FILENO);
    enum parse_outcome outcome = command_line_parse(&line, count + 1, argv, operands);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    rewind(caught);
    said[fread(said, 1, sizeof said - 1, caught)] = '\0';
    fclose(caught);
    return outcome;
}

#define PARSE(taken, operands, ...)                                                                \
    parse(taken, operands, (const char *const[]){__VA_ARGS__},                                     \
          (int)COUNT_OF(((const char *const[]){__VA_ARGS__})))

static void options_and_operands_mix(void **state)
{
    (void)state;
    struct taken taken;
    struct operands operands;
    enum parse_outcome outcome = PARSE(&taken, &operands, "a", "-da", "--size=64", "b", "--data",
                                       "c", "--strict", "-m", "M");
    assert_int_equal(outcome, PARSE_RUN);
    assert_int_equal(taken.data.count, 2);
    assert_string_equal(taken.data.items[1], "c");
    assert_int_equal(taken.size_px, 64);
    assert_string_equal(taken.map, "M");
    assert_true(taken.strict);
    assert_int_equal(operands.count, 2);
    assert_string_equal(operands.items[0], "a");
    assert_string_equal(operands.items[1], "b");
    assert_string_equal(said, "");
}

static void words_behind_two_dashes_are_operands(void **state)
{
    (void)state;
    struct taken taken;
    struct operands operands;
    assert_int_equal(PARSE(&taken, &operands, "-d", "x", "--", "--strict"), PARSE_RUN);
    assert_false(taken.strict);
    assert_string_equal(operands.items[0], "--strict");
}

static void a_value_that_may_be_left_out_is_a_number(void **state)
{
    (void)state;
    static const struct {
        const char *words[6];
        int count;
        float most;
        const char *operand;
    } cases[] = {
        {{"-d", "a", "file", "--most"}, 4, 2, "file"},
        {{"-d", "a", "--most", "7", "file"}, 5, 7, "file"},
        {{"-d", "a", "--most=7.5", "8"}, 4, 7.5F, "8"},
        {{"-d", "a", "--most", "file"}, 4, 2, "file"},
        {{"file", "--most", "7", "-d", "a"}, 5, 7, "file"},
        {{"-d", "a", "--most", "--", "-8"}, 5, 2, "-8"},
        {{"-d", "a", "--most", "--strict", "5"}, 5, 2, "5"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct taken taken;
        struct operands operands;
        assert_int_equal(parse(&taken, &operands, cases[i].words, cases[i].count), PARSE_RUN);
        assert_true(taken.most.given && taken.most.value == cases[i].most);
        assert_int_equal(operands.count, 1);
        assert_string_equal(operands.items[0], cases[i].operand);
    }
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *words[4];
        const char *said;
    } cases[] = {
        {{"f", "-dx", "--size", "7"}, "adtmap test: --size: 7 is not in 16..8192\n"},
        {{"f", "-dx", "-s7", "f"}, "adtmap test: --size: 7 is not in 16..8192\n"},
        {{"f", "-dx", "--szie", "64"},
         "adtmap test: --szie: no such option; did you mean --size?\n"},
        {{"f", "-dx", "--szie=64", "f"},
         "adtmap test: --szie: no such option; did you mean --size?\n"},
        {{"f", "-dx", "--xyzzy", "f"},
         "adtmap test: --xyzzy: no such option; 'adtmap help test' lists them\n"},
        {{"f", "-dx", "-Z", "f"},
         "adtmap test: -Z: no such option; 'adtmap help test' lists them\n"},
        {{"f", "-dx", "-0", "f"},
         "adtmap test: -0: no such option; numbers below 0 go behind '--'\n"},
        {{"f", "-dx", "-9", "f"},
         "adtmap test: -9: no such option; numbers below 0 go behind '--'\n"},
        {{"f", "-dx", "--Threads=2", "f"},
         "adtmap test: --Threads: no such option: --jobs is the number of threads\n"},
        {{"f", "-dx", "--help=pdf", "f"},
         "adtmap test: --help: 'pdf' is not one of text, man, markdown\n"},
        {{"f", "-dx", "--strict=1", "f"}, "adtmap test: --strict: takes no value\n"},
        {{"f", "f", "-dx", "--map"}, "adtmap test: --map: needs a value\n"},
        {{"f", "f", "-dx", "-m"}, "adtmap test: --map: needs a value\n"},
        {{"f", "-dx", "--map", ""}, "adtmap test: --map: is empty\n"},
        {{"", "-dx", "--size", "64"}, "adtmap test: FILE: argument 1 is empty\n"},
        {{"f", "f", "-m", "x"},
         "adtmap test: --data DATA is missing; 'adtmap help test' says more\n"},
        {{"-m", "x", "-d", "x"}, "adtmap test: FILE is missing; 'adtmap help test' says more\n"},
        {{"-dx", "-ma", "-mb", "f"},
         "adtmap test: --map: is given twice, 'b' the second time; it takes one MAP\n"},
        {{"f", "-dx", "f", "g"},
         "adtmap test: 'g' is one argument too many; 'adtmap help test' says more\n"},
    };
    struct taken taken;
    struct operands operands;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(parse(&taken, &operands, cases[i].words, 4), PARSE_WRONG);
        assert_string_equal(said, cases[i].said);
    }
}

static void help_shows_ranges_defaults_and_needs(void **state)
{
    (void)state;
    struct taken taken;
    struct operands operands;
    assert_int_equal(PARSE(&taken, &operands, "--help"), PARSE_SHOWN);
    assert_non_null(strstr(said, "Usage: adtmap test FILE\n\nTests.\n\nTest:\n"));
    assert_non_null(strstr(said, "\n  -d, --data DATA             where files are (required)\n"));
    assert_non_null(
        strstr(said, "\n  -s, --size PX               pixels, 16..8192 (default 512)\n"));
    assert_non_null(strstr(said, "\n      --strict                no mercy\n"));
    assert_int_equal(PARSE(&taken, &operands, "x", "-h", "--nonsense"), PARSE_SHOWN);
}

int test_options(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_operands_mix),
        cmocka_unit_test(words_behind_two_dashes_are_operands),
        cmocka_unit_test(a_value_that_may_be_left_out_is_a_number),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(help_shows_ranges_defaults_and_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
