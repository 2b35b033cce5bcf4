#include "out_folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"

enum { DESCRIPTORS = 16 };

static char folder[1024];
static char output[sizeof folder + sizeof "/out"];

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_entry, DESCRIPTORS, FTW_PHYS | FTW_DEPTH);
}

static void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    int length = snprintf(folder, sizeof folder, "%s/adtmap-bench-XXXXXX",
                          parent && parent[0] ? parent : "/tmp");
    if (length >= (int)sizeof folder || !mkdtemp(folder)) {
        bench_fail("cannot make a temporary folder");
    }
    atexit(remove_folder);
    snprintf(output, sizeof output, "%s/out", folder);
}

char *out_folder(void)
{
    if (!output[0]) {
        make_folder();
    }
    return output;
}

static int empty_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)place;
    return type == FTW_F ? truncate(path, 0) : 0;
}

void out_folder_put_aside(void)
{
    static unsigned count;
    char aside[sizeof output + 16];
    snprintf(aside, sizeof aside, "%s-%u", out_folder(), count++);
    if (rename(output, aside) == 0) {
        nftw(aside, empty_entry, DESCRIPTORS, FTW_PHYS);
    }
}
