/*
 * What calls return and how they explain it.
 *
 * Every call that can fail returns an enum adtmap_status. Details go into a struct adtmap_message
 * of the caller, or nowhere if it is NULL. There is no global error state. Damage that was worked
 * around is not a failure: it goes to a struct adtmap_log.
 */
#ifndef ADTMAP_STATUS_H
#define ADTMAP_STATUS_H

#include <stddef.h>
#include <stdint.h>

#if defined(ADTMAP_BUILD) && defined(_WIN32)
#define ADTMAP_API __declspec(dllexport)
#elif defined(ADTMAP_BUILD) && defined(__GNUC__)
#define ADTMAP_API __attribute__((visibility("default")))
#else
#define ADTMAP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum adtmap_status {
    ADTMAP_OK = 0,
    ADTMAP_NOT_FOUND,    /* a file, a map or a tile does not exist */
    ADTMAP_IO,           /* the operating system refused: permission, full disk, broken device */
    ADTMAP_BAD_DATA,     /* a file cannot be read as what it claims to be */
    ADTMAP_UNSUPPORTED,  /* a valid file of a kind that this library does not read */
    ADTMAP_LIMIT,        /* a size is above a documented limit */
    ADTMAP_BAD_ARGUMENT, /* an argument or a setting is out of its range */
    ADTMAP_NO_MEMORY,
    ADTMAP_CANCELLED, /* the caller has asked for it */
};

enum adtmap_level {
    ADTMAP_ERROR,
    ADTMAP_WARNING, /* damage that was worked around */
    ADTMAP_INFO,    /* worth knowing, not damage */
    ADTMAP_NOTICE,  /* a harmless habit of the tools that write such files */
};

/* One finding: where it is (file, chunk, offset), what is wrong and what was done about it. All
 * texts are UTF-8 and end with a NUL. */
struct adtmap_message {
    enum adtmap_level level;
    enum adtmap_status status; /* ADTMAP_OK unless the level is ADTMAP_ERROR */
    char file[256];            /* as a user would name it; "" if no file is concerned */
    char chunk[5];             /* FourCC in the spelling of the documents, "MCAL"; "" if none */
    int64_t offset;            /* byte offset in the file; -1 if none */
    char what[256];
};

/*
 * Receives warnings. Threads: `write` may be called from several threads at once. The message is
 * valid during the call only. A NULL log and a NULL `write` drop all messages.
 */
struct adtmap_log {
    void (*write)(void *user, const struct adtmap_message *message);
    void *user;
};

/* A short English name of the status; static storage. */
ADTMAP_API const char *adtmap_status_name(enum adtmap_status status);

/* Writes "file: MCAL at 0x1f3c: what" without a newline to `text`, cut off at `size` bytes with the
 * NUL. Returns the length of the whole line, as snprintf does. */
ADTMAP_API int adtmap_message_format(const struct adtmap_message *message, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
