/*
 * Limits a process to the system calls that reading files takes, by seccomp (Linux, through
 * libseccomp where it was found when building). For processes that read hostile data: code that
 * takes such a process over can neither start programs nor reach the network, other processes or
 * files that are not open. Other calls fail with EPERM. A limit cannot be taken back. Limits that
 * the system or the build lacks are left out; under AddressSanitizer there are none.
 */
#ifndef OS_SYSCALL_FILTER_H
#define OS_SYSCALL_FILTER_H

/* Version of libseccomp, major << 16 | minor << 8 | micro; 0 if the build has none. */
unsigned syscall_filter_version(void);

/*
 * Allows memory without execution, reading and writing open files, opening files for reading,
 * timers, signals to itself, and its own end.
 */
void syscall_filter_start(void);

/* Takes away opening files as well. */
void syscall_filter_seal(void);

#endif
