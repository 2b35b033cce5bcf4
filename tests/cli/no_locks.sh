#!/bin/sh
# Three runs at once on a file system without locks: each says so, once, and the next run makes what one
# undisturbed run makes.
. "$(dirname "$0")/common.sh"
[ -z "${SANITIZED-}" ] || skip 'a library that is loaded first and a sanitizer do not go together'
[ "$(uname)" = Linux ] || skip 'LD_PRELOAD is that of Linux'
pick_tile

cat >"$work/no_locks.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>

int flock(int file, int operation)
{
    (void)file, (void)operation;
    errno = ENOLCK;
    return -1;
}

static int control(const char *name, int file, int command, void *argument)
{
    int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
    if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW) {
        errno = ENOLCK;
        return -1;
    }
    return real(file, command, argument);
}

int fcntl(int file, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return control("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return control("fcntl64", file, command, argument);
}
END
"${CC:-cc}" -shared -fPIC -o "$work/no_locks.so" "$work/no_locks.c" -ldl 2>"$work/cc" || skip "no library: $(head -n 1 "$work/cc")"

draw() { "$ADTMAP" render -d "$DEMO" -m "$map" -t "$tile" -s 32 -o "$1" --web -v; }
mkdir "$work/shared" || exit 1
draw "$work/alone" >"$work/said" 2>&1 || wrong 'the undisturbed run'
! grep -q 'no locks' "$work/said" || wrong 'a warning where there are locks'
for i in 1 2 3; do
    LD_PRELOAD=$work/no_locks.so draw "$work/shared" >"$work/said$i" 2>&1 &
done
wait
for i in 1 2 3; do
    [ "$(grep -c "shared/$map: the file system has no locks: see that no other run writes there" "$work/said$i")" -eq 1 ] ||
        wrong "run $i: $(grep -c 'no locks' "$work/said$i") warnings"
done
draw "$work/shared" >"$work/said" 2>&1 || wrong "the next run: $(tail -n 1 "$work/said")"
same_tree "$work/alone" "$work/shared"
finish
