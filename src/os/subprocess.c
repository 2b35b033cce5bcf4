#include "os/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/size.h"
#include "os/clock.h"
#include "os/syscall_filter.h"

enum { NOT_OPEN = -1 };

struct subprocess {
    struct subprocess_plan plan;
    pid_t process; /* 0: none */
    int handle;    /* pidfd of the process; NOT_OPEN if the system has none */
    int socket;
    int lifeline; /* a pipe that the process watches: it ends when this closes */
};

/* Precedes a question. */
struct order {
    unsigned cpu_seconds;
};

/* The worker's side. */

static void be_silent(void)
{
    static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF};
    const struct rlimit none = {0, 0};
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO && nowhere >= 0; i++) {
        dup2(nowhere, i);
    }
    if (nowhere > STDERR_FILENO) {
        close(nowhere);
    }
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        signal(fatal[i], SIG_DFL);
    }
    signal(SIGINT, SIG_IGN); /* it ends when the socket does */
}

static void close_files(int first, int last)
{
    if (first <= last) {
        close_range((unsigned)first, (unsigned)last, 0);
    }
}

/* A worker that kept the sockets of others would keep those workers alive. */
static void keep_only(int a, int b)
{
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    close_files(STDERR_FILENO + 1, low - 1);
    close_files(low + 1, high - 1);
    close_files(high + 1, INT_MAX);
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

/* Ends the process by SIGPROF after so much processor time, of its own and of the system for it; 0
 * takes the bound away. */
static void bound_computing(unsigned cpu_seconds)
{
    const struct itimerval bound = {.it_value = {.tv_sec = (time_t)cpu_seconds}};
    setitimer(ITIMER_PROF, &bound, NULL);
}

/*
 * The process ends by SIGIO as soon as its parent does. PR_SET_PDEATHSIG would come when the thread
 * that forked ends, while others may go on asking. A pipe with O_ASYNC sends SIGIO when its other
 * end closes; nothing is ever written to it.
 */
static void end_with_parent(int lifeline)
{
    struct pollfd parent = {.fd = lifeline};
    signal(SIGIO, SIG_DFL);
    fcntl(lifeline, F_SETOWN, getpid());
    fcntl(lifeline, F_SETFL, O_ASYNC);
    if (poll(&parent, 1, 0) > 0) { /* it has ended already */
        _exit(0);
    }
}

static bool answer_one(const struct subprocess_plan *plan, int socket, void *question, void *head)
{
    struct buffer body = {0};
    struct order order;
    if (!receive_all(socket, &order, sizeof order) ||
        !receive_all(socket, question, plan->question_size)) {
        return false;
    }
    bound_computing(order.cpu_seconds);
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

/* Never more than the limit of the process that asks. */
static void bound_memory(uint64_t memory_most)
{
    uint64_t now = address_space();
    struct rlimit bound;
    if (!ADTMAP_SANITIZED && memory_most > 0 && now > 0 && getrlimit(RLIMIT_AS, &bound) == 0) {
        bound.rlim_cur = size_min(bound.rlim_cur, now + memory_most);
        bound.rlim_max = bound.rlim_cur;
        setrlimit(RLIMIT_AS, &bound);
    }
}

/* Gives up what the work does not need. */
static void give_up_rights(const struct subprocess_plan *plan)
{
    const struct rlimit none = {0, 0};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_NPROC, &none);
    bound_memory(plan->memory_most);
    syscall_filter_start();
}

_Noreturn static void serve(const struct subprocess_plan *plan, int socket, int lifeline)
{
    be_silent();
    keep_only(socket, lifeline);
    end_with_parent(lifeline);
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

static void close_descriptor(int *descriptor)
{
    if (*descriptor != NOT_OPEN) {
        close(*descriptor);
        *descriptor = NOT_OPEN;
    }
}

/* By its handle: the number of a process that has ended may be another's by now, where the ends of
 * children are ignored. */
static void end_process(const struct subprocess *subprocess)
{
    if (subprocess->handle != NOT_OPEN) {
        pidfd_send_signal(subprocess->handle, SIGKILL, NULL, 0);
    } else {
        kill(subprocess->process, SIGKILL);
    }
}

/* Returns the status of waitpid. */
static int stop(struct subprocess *subprocess)
{
    int status = 0;
    close_descriptor(&subprocess->socket);
    if (subprocess->process > 0) {
        end_process(subprocess);
        while (waitpid(subprocess->process, &status, 0) < 0 && errno == EINTR) {
        }
        subprocess->process = 0;
    }
    close_descriptor(&subprocess->handle);
    close_descriptor(&subprocess->lifeline);
    return status;
}

/* The ends that the new process takes. */
struct ends {
    int socket;
    int lifeline;
};

static bool connect_ends(struct subprocess *subprocess, struct ends *ends)
{
    int sockets[2];
    int pipe_ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) {
        return false;
    }
    if (pipe2(pipe_ends, O_CLOEXEC)) {
        close(sockets[0]);
        close(sockets[1]);
        return false;
    }
    subprocess->socket = sockets[0];
    subprocess->lifeline = pipe_ends[1];
    *ends = (struct ends){sockets[1], pipe_ends[0]};
    return true;
}

static bool start(struct subprocess *subprocess)
{
    struct ends ends;
    if (subprocess->process > 0) {
        return true;
    }
    if (!connect_ends(subprocess, &ends)) {
        return false;
    }
    subprocess->process = fork();
    if (subprocess->process == 0) {
        serve(&subprocess->plan, ends.socket, ends.lifeline);
    }
    close(ends.socket);
    close(ends.lifeline);
    if (subprocess->process < 0) {
        stop(subprocess);
        subprocess->process = 0;
        return false;
    }
    subprocess->handle = pidfd_open(subprocess->process, 0);
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

static enum subprocess_end receive_answer(struct subprocess *subprocess, unsigned seconds,
                                          void *head, uint8_t **body, size_t *body_size)
{
    double end_seconds = clock_seconds() + seconds;
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
        *subprocess = (struct subprocess){
            .plan = *plan, .handle = NOT_OPEN, .socket = NOT_OPEN, .lifeline = NOT_OPEN};
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

static bool send_question(const struct subprocess *subprocess, const void *question,
                          unsigned cpu_seconds)
{
    const struct order order = {cpu_seconds};
    return send_all(subprocess->socket, &order, sizeof order) &&
           send_all(subprocess->socket, question, subprocess->plan.question_size);
}

enum subprocess_end subprocess_ask(struct subprocess *subprocess, const void *question,
                                   const struct subprocess_limits *limits, void *head,
                                   uint8_t **body, size_t *body_size)
{
    *body = NULL;
    *body_size = 0;
    if (!start(subprocess)) {
        return SUBPROCESS_IMPOSSIBLE;
    }
    enum subprocess_end end = SUBPROCESS_DIED;
    if (send_question(subprocess, question, limits->cpu_seconds)) {
        end = receive_answer(subprocess, limits->seconds, head, body, body_size);
    }
    if (end) {
        int status = stop(subprocess);
        bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
        end = end == SUBPROCESS_DIED && is_late ? SUBPROCESS_LATE : end;
        free(*body);
        *body = NULL;
        *body_size = 0;
    }
    return end;
}
