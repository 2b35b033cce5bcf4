/*
 * AddressSanitizer and fork(), for sanitized builds alone. The C library sees to it that a copy of
 * a process with threads can allocate; clang's AddressSanitizer does so from version 18 on. Before,
 * a copy waits forever for a lock that another thread had while it was made, and subprocesses
 * (os/subprocess.h) come to no end. So its locks are taken before and given back after, in the
 * order that version 18 has. The functions are no interface of the sanitizer: where they are not in
 * the program (other versions, gcc's library) nothing is done.
 */
#include <pthread.h>

extern void lock_threads(void) __asm__("_ZN6__lsan18LockThreadRegistryEv") __attribute__((weak));
extern void unlock_threads(void) __asm__("_ZN6__lsan20UnlockThreadRegistryEv")
    __attribute__((weak));
extern void lock_allocator(void) __asm__("_ZN6__lsan13LockAllocatorEv") __attribute__((weak));
extern void unlock_allocator(void) __asm__("_ZN6__lsan15UnlockAllocatorEv") __attribute__((weak));
extern void lock_stacks(void) __asm__("_ZN11__sanitizer17StackDepotLockAllEv")
    __attribute__((weak));
extern void unlock_stacks(void) __asm__("_ZN11__sanitizer19StackDepotUnlockAllEv")
    __attribute__((weak));

static void before_fork(void)
{
    lock_threads();
    lock_allocator();
    lock_stacks();
}

static void after_fork(void)
{
    unlock_stacks();
    unlock_allocator();
    unlock_threads();
}

__attribute__((constructor)) static void see_to_forks(void)
{
    if (lock_threads && unlock_threads && lock_allocator && unlock_allocator && lock_stacks &&
        unlock_stacks) {
        pthread_atfork(before_fork, after_fork, after_fork);
    }
}
