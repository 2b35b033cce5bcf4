#include "os/syscall_filter.h"

#if ADTMAP_SANITIZED
#undef ADTMAP_HAVE_SECCOMP
#endif

#ifdef ADTMAP_HAVE_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Two filters, of which the second is put on top of the first: the kernel takes the stricter
 * answer. Names of calls that a machine does not have are skipped by libseccomp.
 */

static const int plain_calls[] = {
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(pread64),
    SCMP_SYS(write),
    SCMP_SYS(lseek),
    SCMP_SYS(recvfrom),
    SCMP_SYS(sendto),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(fcntl),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(setitimer),
    SCMP_SYS(futex),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getrandom),
    SCMP_SYS(restart_syscall),
};

static void allow(scmp_filter_ctx filter, int call)
{
    seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
}

/* Allows the call if bits `mask` of its argument `index` are `value`. */
static void allow_if(scmp_filter_ctx filter, int call, unsigned index, scmp_datum_t mask,
                     scmp_datum_t value)
{
    const struct scmp_arg_cmp condition = {index, SCMP_CMP_MASKED_EQ, mask, value};
    seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &condition);
}

static void allow_memory(scmp_filter_ctx filter)
{
    enum { PROTECTION = 2 };
    allow_if(filter, SCMP_SYS(mmap), PROTECTION, PROT_EXEC, 0);
    allow_if(filter, SCMP_SYS(mprotect), PROTECTION, PROT_EXEC, 0);
}

/* abort() sends a signal to its own thread. */
static void allow_own_end(scmp_filter_ctx filter)
{
    allow_if(filter, SCMP_SYS(tgkill), 0, ~(scmp_datum_t)0, (scmp_datum_t)getpid());
}

static void allow_opening(scmp_filter_ctx filter)
{
    const scmp_datum_t writing = O_ACCMODE | O_CREAT | O_TRUNC;
    allow_if(filter, SCMP_SYS(openat), 2, writing, O_RDONLY);
    allow_if(filter, SCMP_SYS(open), 1, writing, O_RDONLY);
}

static void limit(bool may_open)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) {
        return;
    }
    for (size_t i = 0; i < sizeof plain_calls / sizeof *plain_calls; i++) {
        allow(filter, plain_calls[i]);
    }
    allow_memory(filter);
    allow_own_end(filter);
    if (may_open) { /* and the second filter, later */
        allow_opening(filter);
        allow(filter, SCMP_SYS(prctl));
        allow(filter, SCMP_SYS(seccomp));
    }
    seccomp_load(filter);
    seccomp_release(filter);
}

unsigned syscall_filter_version(void)
{
    const struct scmp_version *version = seccomp_version();
    return version->major << 16 | version->minor << 8 | version->micro;
}

void syscall_filter_start(void)
{
    limit(true);
}

void syscall_filter_seal(void)
{
    limit(false);
}

#else

unsigned syscall_filter_version(void)
{
    return 0;
}

void syscall_filter_start(void) {}

void syscall_filter_seal(void) {}

#endif
