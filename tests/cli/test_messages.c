/* What reaches stderr: each line once, floods cut short, threads apart, terminals safe. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/messages.h"
#include "cli/render/progress.h"

/* stderr goes to a temporary file while a test runs; `said` then holds what was written. */
static char said[1 << 20];
static int real_stderr;
static FILE *caught;

static int catch_stderr(void **state)
{
    (void)state;
    caught = tmpfile();
    real_stderr = dup(STDERR_FILENO);
    return !caught || dup2(fileno(caught), STDERR_FILENO) < 0;
}

static void stop_catching(void)
{
    dup2(real_stderr, STDERR_FILENO);
    rewind(caught);
    said[fread(said, 1, sizeof said - 1, caught)] = '\0';
}

static int release_stderr(void **state)
{
    (void)state;
    close(real_stderr);
    return fclose(caught);
}

static size_t lines_with(const char *words)
{
    size_t count = 0;
    for (const char *at = said; (at = strstr(at, words)); at += strlen(words)) {
        count++;
    }
    return count;
}

static void warn(struct messages *messages, enum adtmap_level level, const char *file,
                 const char *chunk, int64_t offset, const char *what)
{
    struct adtmap_message message = {.level = level, .offset = offset};
    snprintf(message.file, sizeof message.file, "%s", file);
    snprintf(message.chunk, sizeof message.chunk, "%s", chunk);
    snprintf(message.what, sizeof message.what, "%s", what);
    const struct adtmap_log *log = messages_log(messages);
    log->write(log->user, &message);
}

static void a_line_says_file_chunk_and_offset(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    warn(messages, ADTMAP_WARNING, "a.adt", "MCAL", 0x1f3c, "too short");
    warn(messages, ADTMAP_INFO, "a.adt", "", -1, "not for everybody");
    messages_error(messages, "no such map");
    messages_close(messages);
    stop_catching();
    assert_string_equal(said, "adtmap: warning: a.adt: MCAL at 0x1f3c: too short\n"
                              "adtmap: error: no such map\n");
}

static void equal_errors_are_printed_once_if_that_is_asked(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int i = 0; i < 4; i++) {
        if (i == 2) {
            messages_say_errors_once(messages);
        }
        messages_error(messages, "the disk is full");
    }
    messages_error(messages, "another");
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with("the disk is full"), 3);
    assert_int_equal(lines_with("another"), 1);
}

static void equal_lines_are_printed_once(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int i = 0; i < 65536; i++) {
        warn(messages, ADTMAP_WARNING, "a.adt", "MCAL", 64, "too short");
    }
    assert_int_equal(messages_take_warnings(messages), 1);
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with("\n"), 1);
}

static void warnings_of_earlier_maps_are_not_counted_again(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    warn(messages, ADTMAP_WARNING, "a.adt", "MCAL", 64, "too short");
    warn(messages, ADTMAP_WARNING, "b.adt", "MCAL", 64, "too short");
    assert_int_equal(messages_take_warnings(messages), 2);
    assert_int_equal(messages_take_warnings(messages), 0);
    warn(messages, ADTMAP_WARNING, "c.adt", "MCAL", 64, "too short");
    assert_int_equal(messages_take_warnings(messages), 1);
    messages_close(messages);
    stop_catching();
}

/* Only the first map once counted the warnings of a file that several maps read. */
static void each_map_counts_the_warnings_that_it_met(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int map = 0; map < 3; map++) {
        warn(messages, ADTMAP_WARNING, "rock.blp", "", -1, "not in the data");
        warn(messages, ADTMAP_WARNING, "rock.blp", "", -1, "not in the data");
        assert_int_equal(messages_take_warnings(messages), 1);
    }
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with("\n"), 1);
}

static void colours_of_fallbacks_are_one_kind(void **state)
{
    (void)state;
    static const char *const colors[] = {"#9b8561", "#aabbcc", "#636461", "#ffffff",
                                         "#0a0b0c", "#c0ffee", "#1d1e1f", "#deface"};
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (size_t i = 0; i < 8; i++) {
        char what[64];
        snprintf(what, sizeof what, "not in the data; drawn as %s", colors[i]);
        warn(messages, ADTMAP_WARNING, "a.blp", "", -1, what);
    }
    warn(messages, ADTMAP_WARNING, "a.blp", "", -1, "not in the data; drawn as #c0ff of #beef");
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with("\n"), 7);
    assert_non_null(strstr(said, "#c0ffee (and 2 more like it; -v prints all)\n"));
}

static void advice_is_the_last_line_and_never_quiet(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    struct messages *quiet = messages_open(VERBOSITY_QUIET);
    messages_advise(messages, "look into %s", "a\033b");
    messages_advise(messages, "or elsewhere");
    messages_advise(quiet, "look away");
    for (int i = 0; i < 7; i++) {
        warn(messages, ADTMAP_WARNING, "a.adt", "MCAL", i, "too short");
    }
    messages_close(messages);
    messages_close(quiet);
    stop_catching();
    assert_int_equal(lines_with("\n"), 7);
    assert_non_null(strstr(said, "more like it; -v prints all)\nadtmap: notice: look into a?b\n"));
    assert_null(strstr(said, "elsewhere"));
    assert_null(strstr(said, "away"));
}

static void a_flood_of_like_lines_is_counted(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int i = 0; i < 65536; i++) {
        warn(messages, ADTMAP_WARNING, "a.adt", "MCAL", i, "too short");
    }
    assert_int_equal(messages_take_warnings(messages), 65536);
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with("\n"), 6);
    assert_non_null(strstr(said, "(and 65530 more like it; -v prints all)\n"));
}

static void only_so_many_lines_are_remembered(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int i = 0; i <= MESSAGES_SEEN_MAX; i++) {
        warn(messages, ADTMAP_WARNING, "a.adt", "", i, "too short");
    }
    warn(messages, ADTMAP_WARNING, "a.adt", "", MESSAGES_SEEN_MAX - 1, "too short");
    assert_int_equal(messages_take_warnings(messages), MESSAGES_SEEN_MAX + 1);
    warn(messages, ADTMAP_WARNING, "a.adt", "", MESSAGES_SEEN_MAX, "too short");
    warn(messages, ADTMAP_WARNING, "a.adt", "", MESSAGES_SEEN_MAX, "too short");
    assert_int_equal(messages_take_warnings(messages), 2);
    messages_close(messages);
    stop_catching();
}

static void one_line_held_back_has_no_zero_more_behind_it(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int i = 0; i < 6; i++) {
        warn(messages, ADTMAP_WARNING, "a.adt", "MCAL", i, "too short");
    }
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with("too short\n"), 6);
    assert_int_equal(lines_with("more like it"), 0);
}

static void a_harmless_habit_is_one_line_a_run(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    for (int i = 0; i < 190; i++) {
        char file[32];
        snprintf(file, sizeof file, "inn_%03d.wmo", i);
        warn(messages, ADTMAP_NOTICE, file, "MOGP", 12 + i, "too long");
    }
    warn(messages, ADTMAP_NOTICE, "a.blp", "", -1, "no such level");
    assert_int_equal(messages_take_warnings(messages), 0);
    messages_close(messages);
    stop_catching();
    assert_string_equal(said, "adtmap: notice: inn_000.wmo: MOGP at 0xc: too long"
                              " (and 189 more like it; -v prints all)\n"
                              "adtmap: notice: a.blp: no such level\n");
}

static void verbose_prints_all_and_quiet_errors_only(void **state)
{
    (void)state;
    struct messages *all = messages_open(VERBOSITY_ALL);
    struct messages *quiet = messages_open(VERBOSITY_QUIET);
    for (int i = 0; i < 100; i++) {
        char what[32];
        snprintf(what, sizeof what, "finding %d", i);
        warn(all, ADTMAP_INFO, "", "", -1, what);
        warn(quiet, ADTMAP_WARNING, "quiet", "", -1, what);
    }
    messages_error(quiet, "quiet error");
    messages_close(all);
    messages_close(quiet);
    stop_catching();
    assert_int_equal(lines_with("adtmap: info: finding"), 100);
    assert_int_equal(lines_with("quiet"), 1);
}

static void names_cannot_steer_the_terminal(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    warn(messages, ADTMAP_WARNING, "a\033[2J\nb", "", -1, "bad\tname");
    messages_close(messages);
    stop_catching();
    assert_string_equal(said, "adtmap: warning: a?[2J?b: bad?name\n");
}

/* C1 controls, DEL and changes of direction once passed: CSI as one character, names in reverse. */
static void names_cannot_steer_the_terminal_by_other_characters(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    warn(messages, ADTMAP_WARNING,
         "a\xc2\x9b"
         "2Jb\x7f",
         "", -1, "\xe2\x80\xaegnp.\xe2\x81\xa6 \x9b \xc3\xa9\xe4\xb8\xad");
    messages_close(messages);
    stop_catching();
    assert_string_equal(said, "adtmap: warning: a?2Jb?: ?gnp.? ? \xc3\xa9\xe4\xb8\xad\n");
}

static void *warn_much(void *user)
{
    static atomic_int calls;
    for (int i = 0; i < 500; i++) {
        char file[32];
        snprintf(file, sizeof file, "%d", atomic_fetch_add(&calls, 1));
        warn(user, ADTMAP_WARNING, file, "", -1, "a text long enough to be torn in two");
    }
    return NULL;
}

static void lines_of_threads_do_not_mix(void **state)
{
    (void)state;
    struct messages *messages = messages_open(VERBOSITY_ALL);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, warn_much, messages), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    messages_close(messages);
    stop_catching();
    assert_int_equal(lines_with(": a text long enough to be torn in two\n"), 2000);
    assert_int_equal(lines_with("\n"), 2000);
    assert_int_equal(lines_with("adtmap: warning: "), 2000);
}

static void progress_tells_rate_and_remaining_time(void **state)
{
    (void)state;
    char line[PROGRESS_LINE_BYTES];
    progress_format(0, 100, 0, 0.0, line);
    assert_string_equal(line, "0/100 tiles, 0.0 tiles/s, ? left");
    progress_format(25, 100, 2, 5.0, line);
    assert_string_equal(line, "25/100 tiles, 5.0 tiles/s, 15 s left, 2 failed");
    progress_format(1, 1000, 0, 10.0, line);
    assert_string_equal(line, "1/1000 tiles, 0.1 tiles/s, 2 h 46 min left");
}

static void no_progress_where_stderr_is_no_terminal(void **state)
{
    (void)state;
    struct progress progress;
    struct messages *messages = messages_open(VERBOSITY_NORMAL);
    progress_begin(&progress, messages, VERBOSITY_NORMAL, NULL);
    progress_update(&progress, 1, 2, 0, 1.0);
    progress_end(&progress);
    messages_close(messages);
    stop_catching();
    assert_string_equal(said, "");
}

int test_messages(void)
{
#define CATCHING(test) cmocka_unit_test_setup_teardown(test, catch_stderr, release_stderr)
    const struct CMUnitTest tests[] = {
        CATCHING(a_line_says_file_chunk_and_offset),
        CATCHING(equal_lines_are_printed_once),
        CATCHING(equal_errors_are_printed_once_if_that_is_asked),
        CATCHING(warnings_of_earlier_maps_are_not_counted_again),
        CATCHING(each_map_counts_the_warnings_that_it_met),
        CATCHING(colours_of_fallbacks_are_one_kind),
        CATCHING(advice_is_the_last_line_and_never_quiet),
        CATCHING(a_flood_of_like_lines_is_counted),
        CATCHING(only_so_many_lines_are_remembered),
        CATCHING(one_line_held_back_has_no_zero_more_behind_it),
        CATCHING(a_harmless_habit_is_one_line_a_run),
        CATCHING(verbose_prints_all_and_quiet_errors_only),
        CATCHING(names_cannot_steer_the_terminal),
        CATCHING(names_cannot_steer_the_terminal_by_other_characters),
        CATCHING(lines_of_threads_do_not_mix),
        cmocka_unit_test(progress_tells_rate_and_remaining_time),
        CATCHING(no_progress_where_stderr_is_no_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
