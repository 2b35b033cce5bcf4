/* What a process says when it is stopped, and that it ends by the signal. */
#include "os/interrupt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a process that gets the signal writes to stderr; returns how it ended. */
static int stop_by(int signal_number, void (*ahead)(int), char text[64])
{
    int ends[2];
    int status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(signal_number, ahead);
        dup2(ends[1], STDERR_FILENO);
        interrupt_say("stopped\n");
        raise(signal_number);
        _exit(7);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t size = read(ends[0], text, 63);
    text[size > 0 ? size : 0] = '\0';
    close(ends[0]);
    return status;
}

static void the_line_is_said_and_the_signal_ends_the_process(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char text[64];
        int status = stop_by(signals[i], SIG_DFL, text);
        assert_string_equal(text, "stopped\n");
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
    }
}

static void a_signal_that_is_ignored_stays_so(void **state)
{
    (void)state;
    char text[64];
    int status = stop_by(SIGINT, SIG_IGN, text);
    assert_string_equal(text, "");
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
}

/* Held, the first signal says the line and is asked for; the process ends by it, or by a second,
 * which may be the other one. */
static void held_the_first_signal_waits_to_be_asked_for(void **state)
{
    (void)state;
    for (int second = 0; second < 3; second++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            int null = open("/dev/null", O_WRONLY);
            dup2(null, STDERR_FILENO);
            interrupt_say("stopped\n");
            interrupt_hold(true);
            if (interrupt_came() || raise(SIGTERM) || !interrupt_came()) {
                _exit(7);
            }
            if (second) {
                raise(second == 1 ? SIGTERM : SIGINT);
                _exit(8);
            }
            interrupt_end();
            _exit(9);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), second == 2 ? SIGINT : SIGTERM);
    }
}

int test_interrupt(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_said_and_the_signal_ends_the_process),
        cmocka_unit_test(a_signal_that_is_ignored_stays_so),
        cmocka_unit_test(held_the_first_signal_waits_to_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
