/* Work tried in another process: how it ends is known, and nothing of it stays. */
#include "base/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void count(void *user)
{
    ++*(int *)user;
}

static void end_in_abort(void *user)
{
    (void)user;
    fprintf(stderr, "this must not be seen\n");
    abort();
}

static void end_in_exit(void *user)
{
    _exit(*(int *)user);
}

static void never_end(void *user)
{
    (void)user;
    for (;;) {
        pause();
    }
}

static void work_that_returns_is_well_and_changes_nothing(void **state)
{
    (void)state;
    int counted = 0;
    assert_int_equal(trial_run(count, &counted, 60), TRIAL_WELL);
    assert_int_equal(counted, 0);
}

static void work_that_ends_the_process_is_abnormal(void **state)
{
    (void)state;
    int status = 0;
    assert_int_equal(trial_run(end_in_abort, NULL, 60), TRIAL_ABNORMAL);
    assert_int_equal(trial_run(end_in_exit, &status, 60), TRIAL_ABNORMAL);
}

static void work_that_does_not_end_is_stopped(void **state)
{
    (void)state;
    assert_int_equal(trial_run(never_end, NULL, 0), TRIAL_LATE);
}

static void no_process_is_left_behind(void **state)
{
    (void)state;
    int counted = 0;
    trial_run(count, &counted, 60);
    trial_run(never_end, NULL, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* A program that ignores its children's ends, as servers do, has none to wait for. */
static void ignored_children_do_no_harm(void **state)
{
    (void)state;
    int counted = 0;
    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(trial_run(count, &counted, 60), TRIAL_WELL);
    assert_int_equal(trial_run(end_in_abort, NULL, 60), TRIAL_ABNORMAL);
    signal(SIGCHLD, SIG_DFL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_that_returns_is_well_and_changes_nothing),
        cmocka_unit_test(work_that_ends_the_process_is_abnormal),
        cmocka_unit_test(work_that_does_not_end_is_stopped),
        cmocka_unit_test(no_process_is_left_behind),
        cmocka_unit_test(ignored_children_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
