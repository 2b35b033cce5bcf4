/*
 * Diagnostics of one input: a parser is handed a struct diag and says through it what is wrong,
 * where. Warnings go to the log at once, a failure fills the caller's message and becomes the
 * status that the parser returns.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"

enum { NO_OFFSET = -1 };

struct diag {
    const char *file;               /* name for messages, borrowed; may be NULL */
    const struct adtmap_log *log;   /* borrowed; may be NULL */
    struct adtmap_message *failure; /* where a failure is explained; may be NULL */
};

/* The same for what is to be said of `file`, borrowed. */
static inline struct diag diag_at(const struct diag *diag, const char *file)
{
    return (struct diag){file, diag->log, diag->failure};
}

/* Reports damage that was worked around. `chunk` is a FourCC or NULL, `offset` NO_OFFSET or bytes.
 */
__attribute__((format(printf, 4, 5))) void diag_warn(const struct diag *diag, const char *chunk,
                                                     int64_t offset, const char *format, ...);

/* Reports a harmless habit of the tools that write such files: the result is what they meant. */
__attribute__((format(printf, 4, 5))) void diag_notice(const struct diag *diag, const char *chunk,
                                                       int64_t offset, const char *format, ...);

/* Reports something worth knowing that is not damage. */
__attribute__((format(printf, 4, 5))) void diag_info(const struct diag *diag, const char *chunk,
                                                     int64_t offset, const char *format, ...);

/* Whether a failure is the system's, not the data's: another time there may be none. */
static inline bool diag_is_passing(enum adtmap_status status)
{
    return status == ADTMAP_IO || status == ADTMAP_NO_MEMORY;
}

/* Explains a failure in diag->failure and returns `status`, for `return diag_fail(...)`. */
__attribute__((format(printf, 5, 6))) enum adtmap_status
diag_fail(const struct diag *diag, enum adtmap_status status, const char *chunk, int64_t offset,
          const char *format, ...);

/* diag_fail with the operating system's words for `error_number` (an errno) behind the text:
 * ADTMAP_NOT_FOUND, ADTMAP_NO_MEMORY, else ADTMAP_IO. */
enum adtmap_status diag_fail_errno(const struct diag *diag, int error_number, const char *action);

/* diag_fail for an allocation that failed. */
enum adtmap_status diag_fail_memory(const struct diag *diag);

#endif
