#include "os/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
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

/* The worker's side. */

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
    signal(SIGINT, SIG_IGN); /* it ends when the socket does */
}

/* A worker that kept the sockets of others would keep those workers alive. */
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

/* Ends the process by SIGVTALRM after so much processor time; 0 takes the bound away. */
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

/* Bytes of address space that the process has, or 0. */
static uint64_t address_space(void)
{
    char text[64] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) {
        close(file);
    }
    return size > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* AddressSanitizer takes address space by the terabyte. */
static void bound_memory(uint64_t memory_most)
{
#ifndef __SANITIZE_ADDRESS__
    uint64_t now = address_space();
    const struct rlimit bound = {now + memory_most, now + memory_most};
    if (memory_most > 0 && now > 0) {
        setrlimit(RLIMIT_AS, &bound);
    }
#else
    (void)memory_most;
#endif
}

/*
 * Gives up what the work does not need. The signal of a parent's death (PR_SET_PDEATHSIG) is not
 * among it: it comes when the thread that forked ends, and others may go on asking.
 */
static void give_up_rights(const struct subprocess_plan *plan)
{
    const struct rlimit none = {0, 0};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_NPROC, &none);
    bound_memory(plan->memory_most);
}

_Noreturn static void serve(const struct subprocess_plan *plan, int socket)
{
    be_silent();
    keep_only(socket);
    give_up_rights(plan);
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

/* The parent's side. */

/* Returns the status of waitpid. */
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
            return SUBPROCESS_ANSWERED;
        }
        if (ready == 0) {
            return SUBPROCESS_LATE;
        }
        if (errno != EINTR) {
            return SUBPROCESS_IMPOSSIBLE;
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
            return SUBPROCESS_DIED;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return SUBPROCESS_ANSWERED;
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
        return SUBPROCESS_DIED;
    }
    *body = malloc(size);
    *body_size = size;
    return *body ? receive(subprocess->socket, end_seconds, *body, size) : SUBPROCESS_IMPOSSIBLE;
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
        return SUBPROCESS_IMPOSSIBLE;
    }
    enum subprocess_end end = SUBPROCESS_DIED;
    if (send_all(subprocess->socket, question, subprocess->plan.question_size)) {
        end = receive_answer(subprocess, head, body, body_size);
    }
    if (end) {
        int status = stop(subprocess);
        bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
        end = end == SUBPROCESS_DIED && is_late ? SUBPROCESS_LATE : end;
        free(*body);
        *body = NULL;
        *body_size = 0;
    }
    return end;
}
