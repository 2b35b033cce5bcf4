/*
 * Makes MPQ archives for the scripts.
 *
 *     pack_mpq ARCHIVE [OPTION...] [NAME=FILE...] [DIR]
 *
 * NAME=FILE packs a file under a name as it stands, DIR all files below it under their paths.
 *     --unlisted     the archive has no list of names
 *     --version N    1 to 4, default 1
 *     --encrypted    files are encrypted
 *     --change       files say that they are changes to files of another archive
 *     --share I/N    of DIR only: every Nth file, and nonsense for those of later shares; WDTs, by
 *                    which maps are known, are in the last
 */
#include "assets/sources/mpq_builder.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>

struct packing {
    HANDLE archive;
    DWORD flags;  /* of files */
    size_t skip;  /* letters of a path before the name */
    size_t share; /* of shares; this one, and the file at hand */
    size_t shares;
    size_t count;
};

static struct packing packing = {.flags = MPQ_FILE_COMPRESS, .shares = 1};

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "pack_mpq: %s\n", what);
    exit(2);
}

static void pack_file(const char *name, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        give_up(path);
    }
    long size = ftell(file);
    char *data = size < 0 ? NULL : malloc((size_t)size + 1);
    rewind(file);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        give_up(path);
    }
    fclose(file);
    mpq_add(packing.archive, name, data, (size_t)size, packing.flags);
    free(data);
}

static int visit(const char *path, const struct stat *info, int type, struct FTW *place)
{
    char name[512];
    (void)info;
    (void)place;
    if (type != FTW_F) {
        return 0;
    }
    snprintf(name, sizeof name, "%s", path + packing.skip);
    for (char *at = name; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    size_t length = strlen(path);
    bool is_wdt = length > 4 && strcasecmp(path + length - 4, ".wdt") == 0;
    size_t turn = is_wdt ? packing.shares - 1 : packing.count++ % packing.shares;
    if (turn == packing.share) {
        pack_file(name, path);
    } else if (turn > packing.share) {
        mpq_add(packing.archive, name, "an older version", 16, packing.flags);
    }
    return 0;
}

static void pack_operand(char *operand)
{
    char *equals = strchr(operand, '=');
    if (equals) {
        *equals = '\0';
        pack_file(operand, equals + 1);
        return;
    }
    packing.skip = strlen(operand) + 1;
    if (nftw(operand, visit, 16, FTW_PHYS)) {
        give_up(operand);
    }
}

/* Reads an option and its value; how many words they are, 0 for none. */
static int read_option(char **word, DWORD *create)
{
    const char *value = word[1] ? word[1] : "";
    if (strcmp(word[0], "--unlisted") == 0) {
        *create &= ~(DWORD)MPQ_CREATE_LISTFILE;
        return 1;
    }
    if (strcmp(word[0], "--encrypted") == 0) {
        packing.flags |= MPQ_FILE_ENCRYPTED;
        return 1;
    }
    if (strcmp(word[0], "--change") == 0) {
        packing.flags = MPQ_FILE_PATCH_FILE;
        return 1;
    }
    if (strcmp(word[0], "--version") == 0) {
        *create |= ((DWORD)strtoul(value, NULL, 10) - 1) << FLAGS_TO_FORMAT_SHIFT;
        return 2;
    }
    if (strcmp(word[0], "--share") == 0) {
        packing.share = strtoul(value, NULL, 10);
        packing.shares = strtoul(value + strcspn(value, "/") + 1, NULL, 10);
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    DWORD create = MPQ_CREATE_LISTFILE;
    int at = 2;
    if (argc < 2) {
        give_up("ARCHIVE is missing");
    }
    for (int taken = 1; at < argc && taken > 0; at += taken) {
        taken = read_option(argv + at, &create);
    }
    packing.archive = mpq_create_archive(argv[1], create);
    for (; at < argc; at++) {
        pack_operand(argv[at]);
    }
    return SFileCloseArchive(packing.archive) ? 0 : 2;
}
