/* A temporary directory, the data opened from it, and what was said meanwhile. */
#ifndef TESTS_ASSETS_DATA_FIXTURE_H
#define TESTS_ASSETS_DATA_FIXTURE_H

#include <string.h>

#include "assets/assets.h"
#include "assets/temporary.h"

struct messages {
    unsigned warnings;
    unsigned infos;
    char last[256];
    char file[256];
};

static inline void fixture_note(void *user, const struct adtmap_message *message)
{
    struct messages *messages = user;
    messages->warnings += message->level == ADTMAP_WARNING;
    messages->infos += message->level == ADTMAP_INFO;
    strcpy(messages->last, message->what);
    strcpy(messages->file, message->file);
}

struct fixture {
    struct temporary data;
    struct assets *assets;
    struct adtmap_message failure;
    struct messages said;
    struct adtmap_log log;
    struct diag diag;
};

static inline void fixture_start(struct fixture *f)
{
    memset(f, 0, sizeof *f);
    f->data = temporary_make();
    f->log = (struct adtmap_log){fixture_note, &f->said};
    f->diag = (struct diag){NULL, &f->log, &f->failure};
}

static inline void fixture_stop(struct fixture *f)
{
    assets_close(f->assets);
    temporary_remove(&f->data);
}

#endif
