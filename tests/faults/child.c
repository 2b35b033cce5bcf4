#include "faults/child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LATE_MS = 120000 };

/*
 * Libraries without fault injection, because they do not survive faults: the loader and OpenMP end
 * the process; StormLib, which writes archives, takes zlib's out of memory for success. Sanitizers
 * are not under test.
 */
static const char spared[] = "ld-linux:libgomp:libomp:libstorm:libstdc++:libasan:libtsan:libubsan";

static void set_number(const char *name, const char *format, uint64_t value)
{
    char text[32];
    unsetenv(name);
    if (value) {
        snprintf(text, sizeof text, format, value);
        setenv(name, text, 1);
    }
}

static void be_child(const struct place *place, const struct fault *fault, char *const *argv)
{
    int out = open("stdout", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int err = open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int in = open("/dev/null", O_RDONLY);
    if (out < 0 || err < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) {
        _exit(125);
    }
    close(in);
    close(out);
    close(err);
    setenv("OMP_NUM_THREADS", "1", 1);
    if (fault->kind) {
        setenv("FAULT_KIND", fault->kind, 1);
        setenv("FAULT_LOG", place->log, 1);
        setenv("FAULT_SPARE", spared, 1);
        set_number("FAULT_AT", "%" PRIu64, fault->at);
        set_number("FAULT_SITE", "%" PRIx64, fault->site);
        set_number("FAULT_STAY", "%" PRIu64, fault->stay);
    }
    setenv("LD_PRELOAD", place->preload, 1); /* without a fault, too: it waits for no disk */
    execv(argv[0], argv);
    _exit(126);
}

static bool ends_in_time(pid_t child)
{
    struct pollfd waited = {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN};
    int ready = waited.fd < 0 ? 1 : poll(&waited, 1, LATE_MS);
    if (waited.fd >= 0) {
        close(waited.fd);
    }
    return ready > 0;
}

char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat info;
    char *text = NULL;
    if (file && fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode)) {
        text = calloc(1, (size_t)info.st_size + 1);
        *size = text ? fread(text, 1, (size_t)info.st_size, file) : 0;
    }
    if (file) {
        fclose(file);
    }
    return text;
}

struct child child_run(const struct place *place, const struct fault *fault, char *const *argv)
{
    struct child child = {.status = -1};
    int state = 0;
    size_t size;
    if (chdir(place->work)) {
        perror(place->work);
        exit(2);
    }
    unlink(place->log);
    pid_t pid = fork();
    if (pid == 0) {
        be_child(place, fault, argv);
    }
    child.late = !ends_in_time(pid);
    if (child.late) {
        kill(pid, SIGKILL);
    }
    while (waitpid(pid, &state, 0) < 0 && errno == EINTR) {
    }
    child.status = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    child.signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    child.out = read_whole("stdout", &size);
    child.err = read_whole("stderr", &size);
    if (pid < 0 || !child.out || !child.err) {
        perror("cannot run the program");
        exit(2);
    }
    return child;
}

void child_free(struct child *child)
{
    free(child->out);
    free(child->err);
    *child = (struct child){0};
}
