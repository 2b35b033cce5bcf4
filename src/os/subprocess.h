/*
 * A forked worker for code that may crash, such as a call into a library that is not safe against
 * damaged input. The worker's changes to memory stay its own; its answers come back as bytes.
 *
 * The worker gives up what it does not need, as far as the system allows: it can gain no privileges
 * (no_new_privs), starts no processes, writes no files and no core, takes no more than the given
 * memory, and makes only the system calls of syscall_filter_start. It has no open file but its
 * socket; standard input, output and error are /dev/null. Guards that the system lacks are left
 * out; they are not failures. It ends with the process that asks, also in the middle of its work.
 */
#ifndef OS_SUBPROCESS_H
#define OS_SUBPROCESS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum subprocess_end {
    SUBPROCESS_ANSWERED,
    SUBPROCESS_DIED,       /* the work ended the process */
    SUBPROCESS_LATE,       /* the work took too long and was stopped */
    SUBPROCESS_IMPOSSIBLE, /* the system has no process or no memory for it */
};

struct subprocess_plan {
    /*
     * Answers a question: a head of head_size bytes, zeroed before, and a body of any size. Runs in
     * the worker, one question after the other. It must not wait for other threads, which the
     * worker does not have, nor use files that were open before.
     */
    void (*work)(void *user, const void *question, void *head, struct buffer *body);
    void *user; /* borrowed; the worker has it as it was at the fork */
    size_t question_size;
    size_t head_size;
    size_t body_most;     /* bytes; a longer body counts as SUBPROCESS_DIED */
    uint64_t memory_most; /* bytes beyond those it has at the fork; 0: no bound */
};

/* How long one answer may take. */
struct subprocess_limits {
    unsigned cpu_seconds; /* processor time; 0: bounded by `seconds` alone */
    unsigned seconds;     /* by the clock, with waiting for disks */
};

/* Used by one thread at a time. */
struct subprocess;

/* Does not fork yet. NULL when out of memory. */
struct subprocess *subprocess_create(const struct subprocess_plan *plan);

/* Ends the worker, whatever it is doing. NULL-safe. */
void subprocess_destroy(struct subprocess *subprocess);

/*
 * Asks a question. Forks the worker first if there is none, which takes 0.3 ms, more in a process
 * with much memory. `head` receives plan.head_size bytes; *body is from malloc, the caller's, and
 * NULL if its size is 0. Nothing that the worker or the system says about its end reaches stderr.
 * After any end the subprocess may be asked again.
 */
enum subprocess_end subprocess_ask(struct subprocess *subprocess, const void *question,
                                   const struct subprocess_limits *limits, void *head,
                                   uint8_t **body, size_t *body_size);

#endif
