/*
 * A copy of this process that answers questions: for work that may end the process, such as a call
 * into a library that is not ready for damaged input. What it does to memory stays its own, what it
 * answers comes back as bytes.
 */
#ifndef OS_SERVANT_H
#define OS_SERVANT_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum servant_end {
    SERVANT_ANSWERED,
    SERVANT_DIED,       /* the work ended the process */
    SERVANT_LATE,       /* it was still at it when the time was over, and was stopped */
    SERVANT_IMPOSSIBLE, /* the system has no process or no memory for it */
};

struct servant_plan {
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
struct servant;

/* Makes no process yet. NULL when out of memory. */
struct servant *servant_create(const struct servant_plan *plan);

/* Ends the process, whatever it does. NULL-safe. */
void servant_destroy(struct servant *servant);

/*
 * Asks; makes the process first when there is none, which takes 0.3 ms, more in a process with much
 * memory. `head` receives plan.head_size bytes; *body is from malloc, the caller's, and NULL when
 * its size is 0. Nothing that the servant or the system says about its end reaches stderr, no core
 * is written. Whatever the end, the servant may be asked again.
 */
enum servant_end servant_ask(struct servant *servant, const void *question, void *head,
                             uint8_t **body, size_t *body_size);

#endif
