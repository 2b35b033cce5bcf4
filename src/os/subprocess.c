#include "os/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/clock.h"

enum { NO_SOCKET = -1 };

struct subprocess {
    struct subprocess_plan plan;
    pid_t process; /* 0: none */
    int socket;
};

/* The copy's side. */

static void be_silent(void)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGVTALRM};
    const struct rlimit none = {0, 0};
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        signal(fatal[i], SIG_DFL);
    }
    signal(SIGINT, SIG_IGN); /* its end is that of the socket */
}

/* Other subprocesses must see their sockets end with the process that asks. */
static void keep_only(int socket)
{
    if (socket > STDERR_FILENO + 1) {
        close_range(STDERR_FILENO + 1, (unsigned)socket - 1, 0);
    }
    close_range((unsigned)socket + 1, ~0U, 0);
}

static bool receive_all(int socket, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = recv(socket, (char *)bytes + done, size - done, 0);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool send_all(int socket, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t sent = send(socket, (const char *)bytes + done, size - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        done += sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* Lets the process end by SIGVTALRM when it computes for so long; 0: not any more. */
static void bound_computing(unsigned cpu_seconds)
{
    const struct itimerval bound = {.it_value = {.tv_sec = (time_t)cpu_seconds}};
    setitimer(ITIMER_VIRTUAL, &bound, NULL);
}

static bool answer_one(const struct subprocess_plan *plan, int socket, void *question, void *head)
{
    struct buffer body = {0};
    if (!receive_all(socket, question, plan->question_size)) {
        return false;
    }
    bound_computing(plan->cpu_seconds);
    plan->work(plan->user, question, head, &body);
    bound_computing(0);
    uint64_t size = body.size;
    bool sent = !body.failed && send_all(socket, &size, sizeof size) &&
                send_all(socket, head, plan->head_size) && send_all(socket, body.data, body.size);
    buffer_free(&body);
    return sent;
}

_Noreturn static void serve(const struct subprocess_plan *plan, int socket)
{
    be_silent();
    keep_only(socket);
    for (;;) {
        void *question = calloc(1, plan->question_size + 1);
        void *head = calloc(1, plan->head_size + 1);
        if (!question || !head || !answer_one(plan, socket, question, head)) {
            _exit(0);
        }
        free(question);
        free(head);
    }
}

/* The side of the one who asks. */

/* Returns what waitpid says of how the process ended. */
static int stop(struct subprocess *subprocess)
{
    int status = 0;
    if (subprocess->socket != NO_SOCKET) {
        close(subprocess->socket);
        subprocess->socket = NO_SOCKET;
    }
    if (subprocess->process > 0) {
        kill(subprocess->process, SIGKILL);
        while (waitpid(subprocess->process, &status, 0) < 0 && errno == EINTR) {
        }
        subprocess->process = 0;
    }
    return status;
}

static bool start(struct subprocess *subprocess)
{
    int ends[2];
    if (subprocess->process > 0) {
        return true;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
        return false;
    }
    subprocess->process = fork();
    if (subprocess->process == 0) {
        serve(&subprocess->plan, ends[1]);
    }
    close(ends[1]);
    subprocess->socket = ends[0];
    if (subprocess->process < 0) {
        stop(subprocess);
        subprocess->process = 0;
        return false;
    }
    return true;
}

static enum subprocess_end wait_until(int socket, double end_seconds)
{
    for (;;) {
        struct pollfd waited = {.fd = socket, .events = POLLIN};
        double left_ms = (end_seconds - clock_seconds()) * 1000.0;
        int ready = poll(&waited, 1, left_ms > 0.0 ? (int)left_ms : 0);
        if (ready > 0) {
            return SERVANT_ANSWERED;
        }
        if (ready == 0) {
            return SERVANT_LATE;
        }
        if (errno != EINTR) {
            return SERVANT_IMPOSSIBLE;
        }
    }
}

static enum subprocess_end receive(int socket, double end_seconds, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        enum subprocess_end end = wait_until(socket, end_seconds);
        if (end) {
            return end;
        }
        ssize_t got = recv(socket, (char *)bytes + done, size - done, 0);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return SERVANT_DIED;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return SERVANT_ANSWERED;
}

static enum subprocess_end receive_answer(struct subprocess *subprocess, void *head, uint8_t **body,
                                          size_t *body_size)
{
    double end_seconds = clock_seconds() + subprocess->plan.seconds;
    uint64_t size = 0;
    enum subprocess_end end = receive(subprocess->socket, end_seconds, &size, sizeof size);
    if (!end) {
        end = receive(subprocess->socket, end_seconds, head, subprocess->plan.head_size);
    }
    if (end || size == 0) {
        return end;
    }
    if (size > subprocess->plan.body_most) {
        return SERVANT_DIED;
    }
    *body = malloc(size);
    *body_size = size;
    return *body ? receive(subprocess->socket, end_seconds, *body, size) : SERVANT_IMPOSSIBLE;
}

struct subprocess *subprocess_create(const struct subprocess_plan *plan)
{
    struct subprocess *subprocess = malloc(sizeof *subprocess);
    if (subprocess) {
        *subprocess = (struct subprocess){.plan = *plan, .socket = NO_SOCKET};
    }
    return subprocess;
}

void subprocess_destroy(struct subprocess *subprocess)
{
    if (subprocess) {
        stop(subprocess);
        free(subprocess);
    }
}

enum subprocess_end subprocess_ask(struct subprocess *subprocess, const void *question, void *head,
                                   uint8_t **body, size_t *body_size)
{
    *body = NULL;
    *body_size = 0;
    if (!start(subprocess)) {
        return SERVANT_IMPOSSIBLE;
    }
    enum subprocess_end end = SERVANT_DIED;
    if (send_all(subprocess->socket, question, subprocess->plan.question_size)) {
        end = receive_answer(subprocess, head, body, body_size);
    }
    if (end) {
        int status = stop(subprocess);
        bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
        end = end == SERVANT_DIED && is_late ? SERVANT_LATE : end;
        free(*body);
        *body = NULL;
        *body_size = 0;
    }
    return end;
}
