/*
 * What of StormLib writes archives. Where the system can load a library later, the program is not
 * linked to it: with the libraries that it needs it takes 0.8 ms of each start, and one choice of
 * one command calls it. Included before all other headers, as os/stormlib.h is.
 */
#ifndef DEMO_PACK_STORMLIB_CALLS_H
#define DEMO_PACK_STORMLIB_CALLS_H

#include "os/stormlib.h"

struct stormlib_calls {
    __typeof__(SFileCreateArchive2) *create_archive;
    __typeof__(SFileCreateFile) *create_file;
    __typeof__(SFileWriteFile) *write_file;
    __typeof__(SFileFinishFile) *finish_file;
    __typeof__(SFileCloseArchive) *close_archive;
};

/* False if the system has no StormLib. */
bool stormlib_calls_find(struct stormlib_calls *calls);

#endif
