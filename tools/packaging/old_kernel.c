/*
 * Runs a program as on Linux 3.17 of 2014: calls that later kernels brought do not exist.
 *
 *     old_kernel PROGRAM ARGUMENT...
 *
 * For tools/binary, on x86-64. Ends with 3 if this kernel has no filters, or PROGRAM cannot be run.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

enum { LAST_CALL = 319 }; /* memfd_create; getrandom came with it */

int main(int argc, char **argv)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_CALL, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    if (argc > 1 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0) {
        execv(argv[1], argv + 1);
    }
    perror("old_kernel");
    return 3;
}
