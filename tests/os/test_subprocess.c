/* Questions to another process: answers come back, its end is known, and nothing else of it stays.
 */
#include "os/subprocess.h"
#include "os/syscall_filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum order {
    ECHO,
    COUNT,
    ABORT,
    EXIT,
    SLEEP,
    FLOOD,
    HOLDS_FILES,
    COMPUTE,
    ALLOCATE,
    RIGHTS,
    WRITE_OUTPUT,
    CALLS,
    SEALED_CALLS,
};

struct question {
    enum order order;
    uint32_t number;
};

struct head {
    uint32_t number;
};

enum { BODY_MOST = 3 << 20, MEMORY_MOST = 256 << 20 };

static int opened; /* a file of the one who asks */

static bool takes_memory(size_t size)
{
    void *volatile memory = malloc(size);
    bool taken = memory != NULL;
    free(memory);
    return taken;
}

static bool writes_files(void)
{
    char name[] = "/tmp/adtmap-test-XXXXXX";
    int file = mkstemp(name);
    signal(SIGXFSZ, SIG_IGN);
    bool written = file >= 0 && write(file, "x", 1) == 1;
    unlink(name);
    return written;
}

static bool opens(const char *path, int flags)
{
    int file = open(path, flags);
    bool opened_it = file >= 0;
    if (opened_it) {
        close(file);
    }
    return opened_it;
}

/* What someone who took the process over would want to do. */
static bool can_attack(void)
{
    void *code =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return code != MAP_FAILED || socket(AF_INET, SOCK_STREAM, 0) >= 0 || kill(getppid(), 0) == 0 ||
           opens("/dev/null", O_WRONLY) || execl("/bin/true", "true", (char *)NULL) == 0;
}

static void work(void *user, const void *asked, void *answer, struct buffer *body)
{
    const struct question *question = asked;
    struct head *head = answer;
    uint32_t *count = user;
    switch (question->order) {
    case ECHO:
        head->number = question->number;
        for (uint32_t i = 0; i < question->number; i++) {
            buffer_u8(body, (uint8_t)(i * 7));
        }
        return;
    case COUNT:
        head->number = ++*count;
        return;
    case ABORT:
        fprintf(stderr, "this must not be seen\n");
        abort();
    case EXIT:
        _exit(0);
    case SLEEP:
        for (;;) {
            pause();
        }
    case FLOOD:
        buffer_extend(body, BODY_MOST + 1);
        return;
    case COMPUTE:
        for (volatile unsigned i = 0;; i++) {
        }
    case ALLOCATE:
        head->number = takes_memory((size_t)MEMORY_MOST * 2);
        return;
    case RIGHTS:
        head->number = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && !writes_files();
        return;
    case WRITE_OUTPUT:
        head->number = write(STDOUT_FILENO, "seen\n", 5) == 5;
        return;
    case CALLS:
        head->number = !can_attack() && opens("/dev/null", O_RDONLY);
        return;
    case SEALED_CALLS:
        syscall_filter_seal();
        head->number =
            !can_attack() && !opens("/dev/null", O_RDONLY) && takes_memory(MEMORY_MOST / 4);
        return;
    case HOLDS_FILES:
        head->number = fcntl(opened, F_GETFD) >= 0;
        return;
    }
}

static uint32_t counted;
static struct subprocess_limits limits; /* of the subprocess made last */

static struct subprocess *make(unsigned seconds)
{
    const struct subprocess_plan plan = {
        .work = work,
        .user = &counted,
        .question_size = sizeof(struct question),
        .head_size = sizeof(struct head),
        .body_most = BODY_MOST,
        .memory_most = MEMORY_MOST,
    };
    counted = 0;
    limits = (struct subprocess_limits){.cpu_seconds = 1, .seconds = seconds};
    struct subprocess *subprocess = subprocess_create(&plan);
    assert_non_null(subprocess);
    return subprocess;
}

/* Asks for an answer without a body. */
static enum subprocess_end ask(struct subprocess *subprocess, enum order order, uint32_t *number)
{
    const struct question question = {order, 0};
    struct head head = {0};
    uint8_t *body;
    size_t size;
    enum subprocess_end end = subprocess_ask(subprocess, &question, &limits, &head, &body, &size);
    assert_null(body);
    assert_int_equal(size, 0);
    *number = head.number;
    return end;
}

static void answers_of_any_size_come_back_whole(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 4096, 1000003, BODY_MOST};
    struct subprocess *subprocess = make(60);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct question question = {ECHO, sizes[i]};
        struct head head;
        uint8_t *body;
        size_t size;
        assert_int_equal(subprocess_ask(subprocess, &question, &limits, &head, &body, &size),
                         SUBPROCESS_ANSWERED);
        assert_int_equal(head.number, sizes[i]);
        assert_int_equal(size, sizes[i]);
        for (size_t k = 0; k < size; k++) {
            assert_true(body[k] == (uint8_t)(k * 7));
        }
        free(body);
    }
    subprocess_destroy(subprocess);
}

static void what_it_remembers_is_its_own(void **state)
{
    (void)state;
    uint32_t number;
    struct subprocess *subprocess = make(60);
    for (uint32_t i = 1; i <= 3; i++) {
        assert_int_equal(ask(subprocess, COUNT, &number), SUBPROCESS_ANSWERED);
        assert_int_equal(number, i);
    }
    assert_int_equal(counted, 0);
    subprocess_destroy(subprocess);
}

static void one_that_dies_is_replaced(void **state)
{
    (void)state;
    static const enum order ends[] = {ABORT, EXIT, FLOOD};
    uint32_t number;
    struct subprocess *subprocess = make(60);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        assert_int_equal(ask(subprocess, ends[i], &number), SUBPROCESS_DIED);
        assert_int_equal(ask(subprocess, COUNT, &number), SUBPROCESS_ANSWERED);
        assert_int_equal(number, 1);
    }
    subprocess_destroy(subprocess);
}

static void one_that_does_not_end_is_stopped(void **state)
{
    (void)state;
    uint32_t number;
    struct subprocess *subprocess = make(0);
    assert_int_equal(ask(subprocess, SLEEP, &number), SUBPROCESS_LATE);
    subprocess_destroy(subprocess);
}

/* However long it may wait for a slow disk. */
static void one_that_computes_for_too_long_is_stopped(void **state)
{
    (void)state;
    uint32_t number;
    struct subprocess *subprocess = make(600);
    assert_int_equal(ask(subprocess, COMPUTE, &number), SUBPROCESS_LATE);
    assert_int_equal(ask(subprocess, COUNT, &number), SUBPROCESS_ANSWERED);
    subprocess_destroy(subprocess);
}

/* Two subprocesses that held each other's sockets would outlive a killed program. */
static void it_holds_no_files_of_the_one_who_asks(void **state)
{
    (void)state;
    uint32_t number;
    opened = open("/dev/null", O_RDONLY);
    assert_true(opened > STDERR_FILENO);
    struct subprocess *subprocess = make(60);
    assert_int_equal(ask(subprocess, HOLDS_FILES, &number), SUBPROCESS_ANSWERED);
    assert_int_equal(number, 0);
    subprocess_destroy(subprocess);
    close(opened);
}

static void it_takes_no_more_memory_than_it_may(void **state)
{
    (void)state;
    if (ADTMAP_SANITIZED) {
        skip();
    }
    uint32_t number;
    struct subprocess *subprocess = make(60);
    assert_int_equal(ask(subprocess, ALLOCATE, &number), SUBPROCESS_ANSWERED);
    assert_int_equal(number, 0);
    subprocess_destroy(subprocess);
}

static void it_gains_no_privileges_and_writes_no_files(void **state)
{
    (void)state;
    uint32_t number;
    struct subprocess *subprocess = make(60);
    assert_int_equal(ask(subprocess, RIGHTS, &number), SUBPROCESS_ANSWERED);
    assert_int_equal(number, 1);
    subprocess_destroy(subprocess);
}

/* One that was taken over could have written into a picture on standard output. */
static void what_it_prints_is_not_seen(void **state)
{
    (void)state;
    uint32_t number;
    char text[16];
    int ends[2];
    int output = dup(STDOUT_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_true(dup2(ends[1], STDOUT_FILENO) >= 0);
    struct subprocess *subprocess = make(60);
    ask(subprocess, WRITE_OUTPUT, &number);
    subprocess_destroy(subprocess);
    dup2(output, STDOUT_FILENO);
    close(output);
    close(ends[1]);
    assert_int_equal(number, 1);
    assert_int_equal(read(ends[0], text, sizeof text), 0);
    close(ends[0]);
}

static void it_makes_no_calls_but_those_of_reading(void **state)
{
    (void)state;
    static const enum order orders[] = {CALLS, SEALED_CALLS, SEALED_CALLS};
    uint32_t number;
    if (!syscall_filter_version()) {
        skip();
    }
    struct subprocess *subprocess = make(60);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        assert_int_equal(ask(subprocess, orders[i], &number), SUBPROCESS_ANSWERED);
        assert_int_equal(number, 1);
    }
    subprocess_destroy(subprocess);
}

/* Asks for work without end; to be killed before there is an answer. */
_Noreturn static void wait_for_work_without_end(void)
{
    uint32_t number;
    struct subprocess *subprocess = make(600);
    limits.cpu_seconds = 0;
    ask(subprocess, COMPUTE, &number);
    _exit(1);
}

/* It went on to the end of its processor time. */
static void it_ends_with_the_one_who_asks_in_the_middle_of_its_work(void **state)
{
    (void)state;
    int status;
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    pid_t asking = fork();
    if (asking == 0) {
        wait_for_work_without_end();
    }
    usleep(300 * 1000); /* the worker is there; if it is not yet, it notices at once */
    kill(asking, SIGKILL);
    assert_int_equal(waitpid(asking, &status, 0), asking);
    assert_true(waitpid(-1, &status, 0) > 0); /* hangs if the worker goes on */
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGIO : WEXITSTATUS(status) == 0);
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

static void no_process_is_left_behind(void **state)
{
    (void)state;
    uint32_t number;
    struct subprocess *subprocess = make(60);
    subprocess_destroy(make(60));
    ask(subprocess, COUNT, &number);
    ask(subprocess, ABORT, &number);
    ask(subprocess, COUNT, &number);
    subprocess_destroy(subprocess);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* A program that ignores its children's ends, as servers do, has none to wait for. */
static void ignored_children_do_no_harm(void **state)
{
    (void)state;
    uint32_t number;
    struct subprocess *subprocess = make(60);
    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(ask(subprocess, COUNT, &number), SUBPROCESS_ANSWERED);
    assert_int_equal(ask(subprocess, ABORT, &number), SUBPROCESS_DIED);
    subprocess_destroy(subprocess);
    signal(SIGCHLD, SIG_DFL);
}

int test_subprocess(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_any_size_come_back_whole),
        cmocka_unit_test(what_it_remembers_is_its_own),
        cmocka_unit_test(one_that_dies_is_replaced),
        cmocka_unit_test(one_that_does_not_end_is_stopped),
        cmocka_unit_test(one_that_computes_for_too_long_is_stopped),
        cmocka_unit_test(it_holds_no_files_of_the_one_who_asks),
        cmocka_unit_test(it_takes_no_more_memory_than_it_may),
        cmocka_unit_test(it_gains_no_privileges_and_writes_no_files),
        cmocka_unit_test(what_it_prints_is_not_seen),
        cmocka_unit_test(it_makes_no_calls_but_those_of_reading),
        cmocka_unit_test(it_ends_with_the_one_who_asks_in_the_middle_of_its_work),
        cmocka_unit_test(no_process_is_left_behind),
        cmocka_unit_test(ignored_children_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
