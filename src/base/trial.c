#include "base/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void be_silent(void)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    const struct rlimit none = {0, 0};
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
    }
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        signal(fatal[i], SIG_DFL);
    }
}

/* The copy's side: one byte says that the work returned. */
_Noreturn static void work_and_leave(void (*work)(void *user), void *user, int result)
{
    const char well = 1;
    be_silent();
    work(user);
    ssize_t written = write(result, &well, 1);
    _exit(written == 1 ? 0 : 1);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the byte, or for the end of the pipe without it. */
static enum trial_end await(int result, unsigned seconds)
{
    int64_t end_ms = now_ms() + (int64_t)seconds * 1000;
    for (;;) {
        struct pollfd waited = {.fd = result, .events = POLLIN};
        int64_t left_ms = end_ms - now_ms();
        int ready = poll(&waited, 1, left_ms > 0 ? (int)left_ms : 0);
        if (ready == 0) {
            return TRIAL_LATE;
        }
        if (ready > 0) {
            char byte;
            return read(result, &byte, 1) == 1 ? TRIAL_WELL : TRIAL_ABNORMAL;
        }
        if (errno != EINTR) {
            return TRIAL_IMPOSSIBLE;
        }
    }
}

enum trial_end trial_run(void (*work)(void *user), void *user, unsigned seconds)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) {
        return TRIAL_IMPOSSIBLE;
    }
    pid_t copy = fork();
    if (copy == 0) {
        close(ends[0]);
        work_and_leave(work, user, ends[1]);
    }
    close(ends[1]);
    enum trial_end end = TRIAL_IMPOSSIBLE;
    if (copy > 0) {
        end = await(ends[0], seconds);
        kill(copy, SIGKILL); /* whatever it does after its byte, or too late */
        while (waitpid(copy, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    close(ends[0]);
    return end;
}
