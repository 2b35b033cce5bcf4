/*
 * A copy of this process that answers questions: for work that may end the process, such as a call
 * into a library that is not ready for damaged input. What it does to memory stays its own, what it
 * answers comes back as bytes.
 */
#ifndef OS_SUBPROCESS_H
#define OS_SUBPROCESS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum subprocess_end {
    SERVANT_ANSWERED,
    SERVANT_DIED,       /* the work ended the process */
    SERVANT_LATE,       /* it was still at it when the time was over, and was stopped */
    SERVANT_IMPOSSIBLE, /* the system has no process or no memory for it */
};

struct subprocess_plan {
    /*
     * Answers the question: a head of head_size bytes, zeroes before, and a body of any size. Runs
     * in the copy, one question after the other, and must not wait for other threads, which the
     * copy does not have, nor use files that were open before.
     */
    void (*work)(void *user, const void *question, void *head, struct buffer *body);
    void *user; /* borrowed; the copy has it as it was when it was made */
    size_t question_size;
    size_t head_size;
    size_t body_most;     /* bytes; a longer body counts as SERVANT_DIED */
    unsigned cpu_seconds; /* of processor time for one answer; 0: no bound but the next */
    unsigned seconds;     /* for one answer */
};

/* Belongs to one thread at a time. */
struct subprocess;

/* Makes no process yet. NULL when out of memory. */
struct subprocess *subprocess_create(const struct subprocess_plan *plan);

/* Ends the process, whatever it does. NULL-safe. */
void subprocess_destroy(struct subprocess *subprocess);

/*
 * Asks; makes the process first when there is none, which takes 0.3 ms, more in a process with much
 * memory. `head` receives plan.head_size bytes; *body is from malloc, the caller's, and NULL when
 * its size is 0. Nothing that the subprocess or the system says about its end reaches stderr, no
 * core is written. Whatever the end, the subprocess may be asked again.
 */
enum subprocess_end subprocess_ask(struct subprocess *subprocess, const void *question, void *head,
                                   uint8_t **body, size_t *body_size);

#endif
