/*
 * Diagnostics. A function reports problems with file, chunk and offset through a struct diag.
 * Warnings go to the log at once. A failure fills the caller's message; the function returns its
 * status.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/text.h"

enum { NO_OFFSET = -1 };

struct diag {
    const char *file;               /* name for messages, borrowed; may be NULL */
    const struct adtmap_log *log;   /* borrowed; may be NULL */
    struct adtmap_message *failure; /* receives the message of a failure; may be NULL */
};

/* Reports nothing. */
static const struct diag diag_silent;

/* A copy of `diag` for messages about `file`, which is borrowed. */
static inline struct diag diag_at(const struct diag *diag, const char *file)
{
    return (struct diag){file, diag->log, diag->failure};
}

/* Reports damage that the program worked around. `chunk` is a FourCC or NULL, `offset` in bytes or
 * NO_OFFSET. */
PRINTF_FORMAT(4, 5)
void diag_warn(const struct diag *diag, const char *chunk, int64_t offset, const char *format, ...);

/* Reports a harmless deviation that many writing tools make. The result is as they intended. */
PRINTF_FORMAT(4, 5)
void diag_notice(const struct diag *diag, const char *chunk, int64_t offset, const char *format,
                 ...);

/* Reports information that is not damage. */
PRINTF_FORMAT(4, 5)
void diag_info(const struct diag *diag, const char *chunk, int64_t offset, const char *format, ...);

/* Whether a failure is caused by the system and not by the data, so that a retry may succeed. */
static inline bool diag_is_transient(enum adtmap_status status)
{
    return status == ADTMAP_IO || status == ADTMAP_NO_MEMORY;
}

/* Fills diag->failure and returns `status`, for `return diag_fail(...)`. */
PRINTF_FORMAT(5, 6)
enum adtmap_status diag_fail(const struct diag *diag, enum adtmap_status status, const char *chunk,
                             int64_t offset, const char *format, ...);

/* What an errno means, in the same words on every system. */
const char *diag_errno_text(int error_number);

/* diag_fail with `action` and the text of `error_number`, an errno. Returns ADTMAP_NOT_FOUND,
 * ADTMAP_NO_MEMORY or ADTMAP_IO. */
enum adtmap_status diag_fail_errno(const struct diag *diag, int error_number, const char *action);

/* diag_fail for a failed allocation. */
enum adtmap_status diag_fail_memory(const struct diag *diag);

/* Fails with `status` and a message that was kept back so far. Its file, chunk and offset stay;
 * diag->file does not count. */
enum adtmap_status diag_pass_on(const struct diag *diag, enum adtmap_status status,
                                const struct adtmap_message *why);

#endif
