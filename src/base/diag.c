/*
 * A message is built in the caller's memory, so reporting allocates nothing and says "out of
 * memory" when there is none. Texts of errno come from a table of our own: strerror follows the
 * locale.
 */
#include "base/diag.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/size.h"

const char *adtmap_status_name(enum adtmap_status status)
{
    static const char *const names[] = {
        [ADTMAP_OK] = "ok",
        [ADTMAP_NOT_FOUND] = "not found",
        [ADTMAP_IO] = "input/output error",
        [ADTMAP_BAD_DATA] = "bad data",
        [ADTMAP_UNSUPPORTED] = "unsupported",
        [ADTMAP_LIMIT] = "over a limit",
        [ADTMAP_BAD_ARGUMENT] = "bad argument",
        [ADTMAP_NO_MEMORY] = "out of memory",
        [ADTMAP_CANCELLED] = "cancelled",
    };
    unsigned index = (unsigned)status;
    return index < sizeof names / sizeof *names ? names[index] : "unknown status";
}

int adtmap_message_format(const struct adtmap_message *message, char *text, size_t size)
{
    char place[48] = "";
    if (message->chunk[0] && message->offset >= 0) {
        snprintf(place, sizeof place, "%s at 0x%" PRIx64, message->chunk,
                 (uint64_t)message->offset);
    } else if (message->chunk[0]) {
        snprintf(place, sizeof place, "%s", message->chunk);
    } else if (message->offset >= 0) {
        snprintf(place, sizeof place, "at 0x%" PRIx64, (uint64_t)message->offset);
    }
    return snprintf(text, size, "%s%s%s%s%s", message->file, message->file[0] ? ": " : "", place,
                    place[0] ? ": " : "", message->what);
}

static void fill(struct adtmap_message *message, const struct diag *diag, const char *chunk,
                 int64_t offset, const char *format, va_list arguments)
{
    memset(message, 0, sizeof *message);
    snprintf(message->file, sizeof message->file, "%s", diag->file ? diag->file : "");
    snprintf(message->chunk, sizeof message->chunk, "%s", chunk ? chunk : "");
    message->offset = offset;
    vsnprintf(message->what, sizeof message->what, format, arguments);
}

static void report(const struct diag *diag, enum adtmap_level level, const char *chunk,
                   int64_t offset, const char *format, va_list arguments)
{
    if (!diag->log || !diag->log->write) {
        return;
    }
    struct adtmap_message message;
    fill(&message, diag, chunk, offset, format, arguments);
    message.level = level;
    diag->log->write(diag->log->user, &message);
}

void diag_warn(const struct diag *diag, const char *chunk, int64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(diag, ADTMAP_WARNING, chunk, offset, format, arguments);
    va_end(arguments);
}

void diag_notice(const struct diag *diag, const char *chunk, int64_t offset, const char *format,
                 ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(diag, ADTMAP_NOTICE, chunk, offset, format, arguments);
    va_end(arguments);
}

void diag_info(const struct diag *diag, const char *chunk, int64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(diag, ADTMAP_INFO, chunk, offset, format, arguments);
    va_end(arguments);
}

enum adtmap_status diag_fail(const struct diag *diag, enum adtmap_status status, const char *chunk,
                             int64_t offset, const char *format, ...)
{
    if (diag->failure) {
        va_list arguments;
        va_start(arguments, format);
        fill(diag->failure, diag, chunk, offset, format, arguments);
        va_end(arguments);
        diag->failure->level = ADTMAP_ERROR;
        diag->failure->status = status;
    }
    return status;
}

const char *diag_errno_text(int error_number)
{
    static const struct {
        int number;
        const char *text;
    } texts[] = {
        {EPERM, "Operation not permitted"},
        {ENOENT, "No such file or directory"},
        {EINTR, "Interrupted system call"},
        {EIO, "Input/output error"},
        {ENXIO, "No such device or address"},
        {EBADF, "Bad file descriptor"},
        {EAGAIN, "Resource temporarily unavailable"},
        {ENOMEM, "Cannot allocate memory"},
        {EACCES, "Permission denied"},
        {EBUSY, "Device or resource busy"},
        {EEXIST, "File exists"},
        {EXDEV, "Invalid cross-device link"},
        {ENODEV, "No such device"},
        {ENOTDIR, "Not a directory"},
        {EISDIR, "Is a directory"},
        {EINVAL, "Invalid argument"},
        {ENFILE, "Too many open files in system"},
        {EMFILE, "Too many open files"},
        {ENOTTY, "Inappropriate ioctl for device"},
        {ETXTBSY, "Text file busy"},
        {EFBIG, "File too large"},
        {ENOSPC, "No space left on device"},
        {ESPIPE, "Illegal seek"},
        {EROFS, "Read-only file system"},
        {EMLINK, "Too many links"},
        {EPIPE, "Broken pipe"},
        {EDEADLK, "Resource deadlock avoided"},
        {ENAMETOOLONG, "File name too long"},
        {ENOLCK, "No locks available"},
        {ENOSYS, "Function not implemented"},
        {ENOTEMPTY, "Directory not empty"},
        {ELOOP, "Too many levels of symbolic links"},
        {EOVERFLOW, "Value too large for defined data type"},
        {ENOTSUP, "Operation not supported"},
        {ETIMEDOUT, "Connection timed out"},
#ifdef EDQUOT
        {EDQUOT, "Disk quota exceeded"},
#endif
#ifdef ESTALE
        {ESTALE, "Stale file handle"},
#endif
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        if (texts[i].number == error_number) {
            return texts[i].text;
        }
    }
    return "unknown error of the system";
}

enum adtmap_status diag_fail_errno(const struct diag *diag, int error_number, const char *action)
{
    bool missing = error_number == ENOENT || error_number == ENOTDIR;
    enum adtmap_status status = missing ? ADTMAP_NOT_FOUND : ADTMAP_IO;
    if (error_number == ENOMEM) {
        status = ADTMAP_NO_MEMORY;
    }
    return diag_fail(diag, status, NULL, NO_OFFSET, "%s: %s", action,
                     diag_errno_text(error_number));
}

enum adtmap_status diag_fail_memory(const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_NO_MEMORY, NULL, NO_OFFSET, "out of memory");
}

enum adtmap_status diag_pass_on(const struct diag *diag, enum adtmap_status status,
                                const struct adtmap_message *why)
{
    if (diag->failure) {
        *diag->failure = *why;
        diag->failure->status = status;
    }
    return status;
}
