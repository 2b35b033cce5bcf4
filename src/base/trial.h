/*
 * Work that may end the program, such as a call into a library that is not ready for damaged
 * input, tried in a process of its own first.
 */
#ifndef BASE_TRIAL_H
#define BASE_TRIAL_H

enum trial_end {
    TRIAL_WELL,       /* the work returned */
    TRIAL_ABNORMAL,   /* it ended the process */
    TRIAL_LATE,       /* it was still at it when the time was over, and was stopped */
    TRIAL_IMPOSSIBLE, /* the system has no process to try it in */
};

/*
 * Calls `work` in a copy of this process, for `seconds` at most, and forgets all that it does to
 * memory. Nothing that it or the system says about its end reaches stderr, no core is written. Any
 * thread may call it; `work` must not wait for other threads, which the copy does not have. Takes
 * 0.3 ms and what the work takes, more in a process with much memory.
 */
enum trial_end trial_run(void (*work)(void *user), void *user, unsigned seconds);

#endif
