#include "demo/pack/stormlib_calls.h"

#ifdef ADTMAP_STORMLIB_FILE
#include "os/process.h"

#define FIND(name) ((__typeof__(name) *)process_load_function(ADTMAP_STORMLIB_FILE, #name))
#else
#define FIND(name) (&(name))
#endif

bool stormlib_calls_find(struct stormlib_calls *calls)
{
    *calls = (struct stormlib_calls){
        .create_archive = FIND(SFileCreateArchive2),
        .create_file = FIND(SFileCreateFile),
        .write_file = FIND(SFileWriteFile),
        .finish_file = FIND(SFileFinishFile),
        .close_archive = FIND(SFileCloseArchive),
    };
    return calls->create_archive && calls->create_file && calls->write_file && calls->finish_file &&
           calls->close_archive;
}
