/*
 * What calls return and how they explain themselves.
 *
 * Every call that can fail returns an enum adtmap_status. Details go into a struct adtmap_message
 * that the caller hands in (or NULL); there is no global error state. Damage that was worked
 * around is not a failure: it is reported through struct adtmap_log.
 */
#ifndef ADTMAP_STATUS_H
#define ADTMAP_STATUS_H

#include <stddef.h>
#include <stdint.h>

#if defined(ADTMAP_BUILD) && defined(__GNUC__)
#define ADTMAP_API __attribute__((visibility("default")))
#else
#define ADTMAP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum adtmap_status {
    ADTMAP_OK = 0,
    ADTMAP_NOT_FOUND,    /* a file, map or tile that is not there */
    ADTMAP_IO,           /* the operating system refused: permission, full disk, broken device */
    ADTMAP_BAD_DATA,     /* file contents that cannot be read as what they claim to be */
    ADTMAP_UNSUPPORTED,  /* valid contents of a kind this library does not read */
    ADTMAP_LIMIT,        /* a size beyond the documented limits */
    ADTMAP_BAD_ARGUMENT, /* a setting out of its range */
    ADTMAP_NO_MEMORY,
};

enum adtmap_level {
    ADTMAP_ERROR,
    ADTMAP_WARNING, /* damage that was worked around */
    ADTMAP_INFO,    /* worth knowing, not damage */
    ADTMAP_NOTICE,  /* a harmless habit of the tools that write such files */
};

/* One finding: where (file, chunk, offset) and what was wrong, with what was done about it. */
struct adtmap_message {
    enum adtmap_level level;
    enum adtmap_status status; /* ADTMAP_OK for warnings and infos */
    char file[256];            /* as the user would name it; "" when no file is concerned */
    char chunk[5];             /* FourCC as the documents write it, e.g. "MCAL"; "" if none */
    int64_t offset;            /* byte offset in the file, -1 if none */
    char what[256];
};

/*
 * Where warnings go. `write` may be called from several threads at once; the message lives only
 * during the call. A NULL log or a NULL `write` drops them.
 */
struct adtmap_log {
    void (*write)(void *user, const struct adtmap_message *message);
    void *user;
};

/* A short English name of the status, static storage. */
ADTMAP_API const char *adtmap_status_name(enum adtmap_status status);

/* "file: MCAL at 0x1f3c: what", without a newline; returns what snprintf returns. */
ADTMAP_API int adtmap_message_format(const struct adtmap_message *message, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
