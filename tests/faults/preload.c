/*
 * A preloaded library: makes one call of the program under test fail, or kills the program there.
 *
 *     FAULT_KIND   memory: allocations; io: files, threads and processes; look: what paths lead to;
 *                  kill: as io, changes only
 *     FAULT_AT     number of the call, from 1; 0 for none
 *     FAULT_SITE   or the first call from this call site (a hash of the callers, in hex)
 *     FAULT_STAY   if set, every later call fails too, as on a full disk
 *     FAULT_LOG    file for the call site of every call, 8 bytes each, or the callers of the failed
 *                  call
 *     FAULT_SPARE  libraries, separated by ':', whose calls, direct or indirect, do not fail
 *
 * Calls are counted from main on. Writing to stdout and stderr is not counted.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

enum { DEPTH = 24, MODULES = 64, CALLS_MAX = 1 << 22, EARLY_BYTES = 1 << 16 };

/* Kinds of calls. Creating, writing and renaming files can fail and can be killed. Removing can
   only be killed, since the program cleans up by it after a failure. */
enum call { CALL_MEMORY, CALL_IO, CALL_LOOK, CALL_CHANGE, CALL_REMOVE };

enum kind { KIND_NONE, KIND_MEMORY, KIND_IO, KIND_LOOK, KIND_KILL };

struct module {
    uintptr_t begin;
    uintptr_t end;
    bool spared;
    bool self;
};

static struct {
    enum kind kind;
    uint64_t at;
    uint64_t site;
    bool stay;
    int log;
    struct module modules[MODULES];
    size_t module_count;
    uint64_t *places;
} setup;

static atomic_bool counting;
static atomic_bool failing;
static atomic_uint_fast64_t calls;
/* Volatile: dlsym is declared as a function without callbacks, but it has them. */
static _Thread_local volatile bool inside __attribute__((tls_model("initial-exec")));

#define NEXT(name) next_function((void **)&real_##name, #name)

static void next_function(void **function, const char *name)
{
    if (!*function) {
        inside = true;
        *function = dlsym(RTLD_NEXT, name);
        inside = false;
    }
}

static bool is_spared(const char *path)
{
    const char *list = getenv("FAULT_SPARE");
    const char *base = strrchr(path, '/');
    base = base ? base + 1 : path;
    while (list && *list) {
        size_t length = strcspn(list, ":");
        if (length && strncmp(base, list, length) == 0) {
            return true;
        }
        list += length + (list[length] == ':');
    }
    return false;
}

static int note_module(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    (void)user;
    if (setup.module_count == MODULES) {
        return 1;
    }
    struct module *module = &setup.modules[setup.module_count++];
    *module = (struct module){UINTPTR_MAX, 0, is_spared(info->dlpi_name), false};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD) {
            module->begin = begin < module->begin ? begin : module->begin;
            module->end = begin + part->p_memsz > module->end ? begin + part->p_memsz : module->end;
        }
    }
    uintptr_t here = (uintptr_t)&note_module;
    module->self = here >= module->begin && here < module->end;
    return 0;
}

static const struct module *module_of(uintptr_t address)
{
    for (size_t i = 0; i < setup.module_count; i++) {
        if (address >= setup.modules[i].begin && address < setup.modules[i].end) {
            return &setup.modules[i];
        }
    }
    return NULL;
}

/* A hash of the callers, which is the same in every run; 0 for a call that is not counted. */
static uint64_t place_of(void *const *frames, int count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    bool own = false; /* reached the program; frames before it are libraries that it called */
    for (int i = 0; i < count; i++) {
        const struct module *module = module_of((uintptr_t)frames[i]);
        if (!module || module->self) {
            continue;
        }
        own = own || module == &setup.modules[0];
        if (!own && module->spared) {
            return 0;
        }
        hash ^= (uintptr_t)frames[i] - module->begin + (uintptr_t)(module - setup.modules);
        hash *= UINT64_C(0x100000001b3);
    }
    return hash ? hash : 1;
}

struct callers {
    void *frames[DEPTH];
    int count;
};

static _Unwind_Reason_Code note_caller(struct _Unwind_Context *context, void *user)
{
    struct callers *callers = user;
    callers->frames[callers->count++] = (void *)_Unwind_GetIP(context);
    return callers->count < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void fail_here(void *const *frames, int count)
{
    if (setup.kind == KIND_KILL) {
        raise(SIGKILL);
    }
    if (!atomic_exchange(&failing, true) && setup.log >= 0) {
        backtrace_symbols_fd(frames, count, setup.log);
    }
}

/* Whether this call must fail. Behind a fault that stands alone nobody looks at calls. */
static bool fails(enum call call)
{
    static const enum kind kinds[][2] = {[CALL_MEMORY] = {KIND_MEMORY, KIND_MEMORY},
                                         [CALL_IO] = {KIND_IO, KIND_IO},
                                         [CALL_LOOK] = {KIND_LOOK, KIND_LOOK},
                                         [CALL_CHANGE] = {KIND_IO, KIND_KILL},
                                         [CALL_REMOVE] = {KIND_KILL, KIND_KILL}};
    if ((setup.kind != kinds[call][0] && setup.kind != kinds[call][1]) || !atomic_load(&counting) ||
        inside || (atomic_load(&failing) && !setup.stay)) {
        return false;
    }
    int error_number = errno;
    struct callers callers = {.count = 0};
    inside = true;
    _Unwind_Backtrace(note_caller, &callers); /* backtrace() would load a library, by malloc */
    uint64_t place = place_of(callers.frames, callers.count);
    bool fail = false;
    if (place) {
        uint64_t number = atomic_fetch_add(&calls, 1) + 1;
        bool again = atomic_load(&failing);
        fail = again ? setup.stay : setup.site ? place == setup.site : number == setup.at;
        if (fail) {
            fail_here(callers.frames, callers.count);
        }
        if (setup.places && number <= CALLS_MAX) {
            setup.places[number - 1] = place;
        }
    }
    inside = false;
    errno = error_number;
    return fail;
}

static uint64_t number_from(const char *name, int base)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, base) : 0;
}

static void begin(void)
{
    const char *kind = getenv("FAULT_KIND");
    const char *log = getenv("FAULT_LOG");
    if (!kind) {
        return;
    }
    setup.kind = *kind == 'm'   ? KIND_MEMORY
                 : *kind == 'i' ? KIND_IO
                 : *kind == 'l' ? KIND_LOOK
                                : KIND_KILL;
    setup.at = number_from("FAULT_AT", 10);
    setup.site = number_from("FAULT_SITE", 16);
    setup.stay = getenv("FAULT_STAY") != NULL;
    setup.log = log ? (int)syscall(SYS_openat, AT_FDCWD, log,
                                   O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                    : -1;
    if (!setup.at && !setup.site) {
        setup.places = mmap(NULL, CALLS_MAX * sizeof *setup.places, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    dl_iterate_phdr(note_module, NULL);
    atomic_store(&counting, true);
}

static void end(void)
{
    atomic_store(&counting, false);
    uint64_t count = atomic_load(&calls);
    if (setup.places && setup.log >= 0) {
        count = count < CALLS_MAX ? count : CALLS_MAX;
        syscall(SYS_write, setup.log, setup.places, count * sizeof *setup.places);
    }
}

static int (*program_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment)
{
    begin();
    int status = program_main(argc, argv, environment);
    end();
    return status;
}

int __libc_start_main(int (*entry)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end);

int __libc_start_main(int (*entry)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end)
{
    static int (*real___libc_start_main)(int (*)(int, char **, char **), int, char **,
                                         void (*)(void), void (*)(void), void (*)(void), void *);
    NEXT(__libc_start_main);
    program_main = entry;
    return real___libc_start_main(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

/* Memory. Allocations while the real functions are looked up come from here. */

static _Alignas(64) uint8_t early[EARLY_BYTES];
static size_t early_used;

static void *early_alloc(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    void *memory = early_used + size <= EARLY_BYTES ? early + early_used : NULL;
    early_used += size;
    return memory;
}

static bool is_early(const void *memory)
{
    return (uintptr_t)memory >= (uintptr_t)early &&
           (uintptr_t)memory < (uintptr_t)early + EARLY_BYTES;
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    static void *(*real_malloc)(size_t);
    if (inside && !real_malloc) {
        return early_alloc(size);
    }
    NEXT(malloc);
    return fails(CALL_MEMORY) ? no_memory() : real_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    static void *(*real_calloc)(size_t, size_t);
    if (inside && !real_calloc) {
        return early_alloc(count * size);
    }
    NEXT(calloc);
    return fails(CALL_MEMORY) ? no_memory() : real_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    static void *(*real_realloc)(void *, size_t);
    NEXT(realloc);
    return fails(CALL_MEMORY) ? no_memory() : real_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    static void *(*real_aligned_alloc)(size_t, size_t);
    NEXT(aligned_alloc);
    return fails(CALL_MEMORY) ? no_memory() : real_aligned_alloc(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    static int (*real_posix_memalign)(void **, size_t, size_t);
    NEXT(posix_memalign);
    return fails(CALL_MEMORY) ? ENOMEM : real_posix_memalign(memory, alignment, size);
}

void free(void *memory)
{
    static void (*real_free)(void *);
    if (is_early(memory) || (inside && !real_free)) {
        return; /* the latter is the loader's, during the look-up */
    }
    NEXT(free);
    real_free(memory);
}

/* Uses malloc above; a sanitizer's version would not. */
char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *strdup(const char *text)
{
    return strndup(text, SIZE_MAX - 1);
}

/* Files. */

static int fails_with(int error_number)
{
    errno = error_number;
    return -1;
}

static enum call call_of_open(int flags)
{
    return flags & O_CREAT ? CALL_CHANGE : CALL_IO;
}

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
}

#define WRAP_OPEN(name)                                                                            \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        static int (*real_##name)(const char *, int, ...);                                         \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode_t mode = mode_of(flags, arguments);                                                   \
        va_end(arguments);                                                                         \
        NEXT(name);                                                                                \
        return fails(call_of_open(flags)) ? fails_with(EACCES) : real_##name(path, flags, mode);   \
    }
#define WRAP_OPENAT(name)                                                                          \
    int name(int directory, const char *path, int flags, ...)                                      \
    {                                                                                              \
        static int (*real_##name)(int, const char *, int, ...);                                    \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode_t mode = mode_of(flags, arguments);                                                   \
        va_end(arguments);                                                                         \
        NEXT(name);                                                                                \
        return fails(call_of_open(flags)) ? fails_with(EMFILE)                                     \
                                          : real_##name(directory, path, flags, mode);             \
    }
WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)

/* openat64 without a mode, in programs that the C library checks. */
int __openat64_2(int directory, const char *path, int flags);
int __openat64_2(int directory, const char *path, int flags)
{
    return openat64(directory, path, flags);
}

/* Wraps a function that reports failure by -1, or `bad`, and errno. */
#define WRAP(kind, result, bad, error_number, name, parameters, arguments)                         \
    result name parameters                                                                         \
    {                                                                                              \
        static result(*real_##name) parameters;                                                    \
        NEXT(name);                                                                                \
        if (fails(kind)) {                                                                         \
            errno = error_number;                                                                  \
            return bad;                                                                            \
        }                                                                                          \
        return real_##name arguments;                                                              \
    }
WRAP(CALL_IO, FILE *, NULL, EMFILE, fopen, (const char *path, const char *mode), (path, mode))
WRAP(CALL_IO, FILE *, NULL, EMFILE, fopen64, (const char *path, const char *mode), (path, mode))
WRAP(CALL_IO, DIR *, NULL, EMFILE, opendir, (const char *path), (path))
WRAP(CALL_IO, DIR *, NULL, ENOMEM, fdopendir, (int file), (file))
WRAP(CALL_IO, ssize_t, -1, EIO, read, (int file, void *bytes, size_t size), (file, bytes, size))
WRAP(CALL_IO, ssize_t, -1, EIO, pread, (int file, void *bytes, size_t size, off_t at),
     (file, bytes, size, at))
WRAP(CALL_IO, ssize_t, -1, EIO, pread64, (int file, void *bytes, size_t size, off64_t at),
     (file, bytes, size, at))
WRAP(CALL_IO, void *, MAP_FAILED, ENOMEM, mmap,
     (void *at, size_t size, int protection, int flags, int file, off_t offset),
     (at, size, protection, flags, file, offset))
WRAP(CALL_IO, void *, MAP_FAILED, ENOMEM, mmap64,
     (void *at, size_t size, int protection, int flags, int file, off64_t offset),
     (at, size, protection, flags, file, offset))
WRAP(CALL_IO, struct dirent *, NULL, EIO, readdir, (DIR * folder), (folder))
WRAP(CALL_IO, struct dirent64 *, NULL, EIO, readdir64, (DIR * folder), (folder))
WRAP(CALL_IO, int, -1, ENOSYS, flock, (int file, int operation), (file, operation))
WRAP(CALL_IO, ssize_t, -1, ENOSYS, getrandom, (void *bytes, size_t size, unsigned flags),
     (bytes, size, flags))
WRAP(CALL_IO, int, -1, EMFILE, pipe2, (int ends[2], int flags), (ends, flags))
WRAP(CALL_LOOK, int, -1, EIO, fstatat, (int at, const char *path, struct stat *info, int flags),
     (at, path, info, flags))
WRAP(CALL_LOOK, int, -1, EIO, fstatat64, (int at, const char *path, struct stat64 *info, int flags),
     (at, path, info, flags))
WRAP(CALL_CHANGE, int, -1, EIO, ftruncate, (int file, off_t size), (file, size))
WRAP(CALL_CHANGE, int, -1, EACCES, rename, (const char *from, const char *to), (from, to))
WRAP(CALL_CHANGE, int, -1, EACCES, renameat, (int at, const char *from, int to_at, const char *to),
     (at, from, to_at, to))
WRAP(CALL_CHANGE, int, -1, EACCES, renameat2,
     (int at, const char *from, int to_at, const char *to, unsigned flags),
     (at, from, to_at, to, flags))
WRAP(CALL_CHANGE, int, -1, ENOSPC, mkdirat, (int at, const char *path, mode_t mode),
     (at, path, mode))
WRAP(CALL_REMOVE, int, -1, EACCES, unlink, (const char *path), (path))
WRAP(CALL_REMOVE, int, -1, EACCES, unlinkat, (int at, const char *path, int flags),
     (at, path, flags))
WRAP(CALL_CHANGE, int, -1, ENOSPC, mkdir, (const char *path, mode_t mode), (path, mode))

/* Waits for no disk: half of the time of a fault would go to that, and what is lost without it is
   not looked for. A kill here is one before the next change; behind the last the run is complete.
 */
#define WRAP_FLUSH(name)                                                                           \
    int name(int file)                                                                             \
    {                                                                                              \
        return fails(CALL_IO) ? fails_with(EIO) : fcntl(file, F_GETFD) < 0 ? -1 : 0;               \
    }
WRAP_FLUSH(fsync)
WRAP_FLUSH(fdatasync)
WRAP_FLUSH(syncfs)

/* No faults in the child process. */
pid_t fork(void)
{
    static pid_t (*real_fork)(void);
    NEXT(fork);
    pid_t copy = fails(CALL_IO) ? fails_with(EAGAIN) : real_fork();
    if (copy == 0) {
        atomic_store(&counting, false);
    }
    return copy;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *user)
{
    static int (*real_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                                      void *);
    NEXT(pthread_create);
    return fails(CALL_IO) ? EAGAIN : real_pthread_create(thread, attributes, work, user);
}

/* Writes half of the bytes before it fails. */
ssize_t write(int file, const void *bytes, size_t size)
{
    static ssize_t (*real_write)(int, const void *, size_t);
    NEXT(write);
    if (file <= STDERR_FILENO) {
        return real_write(file, bytes, size);
    }
    if (size > 1 && setup.kind == KIND_KILL && atomic_load(&calls) + 1 == setup.at) {
        real_write(file, bytes, size / 2);
    }
    return fails(CALL_CHANGE) ? fails_with(ENOSPC) : real_write(file, bytes, size);
}

/* A close that fails has closed the file. */
int close(int file)
{
    static int (*real_close)(int);
    NEXT(close);
    bool fail = fails(CALL_IO);
    int result = real_close(file);
    return fail && result == 0 ? fails_with(EIO) : result;
}
