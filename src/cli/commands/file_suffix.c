/*
 * Files that a storage knows by number alone are recognised by their first bytes: a magic number,
 * or the chunk behind MVER.
 */
#include "cli/commands/file_suffix.h"

#include <string.h>

#include "base/size.h"

/* A file of chunks begins with MVER: id, size 4 and a version; chunk ids are stored reversed. */
enum { AT_SECOND_CHUNK = 12, ID_BYTES = 4 };

struct beginning {
    size_t at;
    char id[ID_BYTES + 1];
    const char *suffix;
};

static const struct beginning beginnings[] = {
    {0, "BLP1", ".blp"},
    {0, "BLP2", ".blp"},
    {0, "MD20", ".m2"},
    {0, "MD21", ".m2"},
    {0, "MDLX", ".mdx"},
    {0, "SKIN", ".skin"},
    {AT_SECOND_CHUNK, "DHPM", ".wdt"}, /* MPHD */
    {AT_SECOND_CHUNK, "RDHM", ".adt"}, /* MHDR */
    {AT_SECOND_CHUNK, "OMWM", ".wdl"}, /* MWMO */
    {AT_SECOND_CHUNK, "FOAM", ".wdl"}, /* MAOF */
    {AT_SECOND_CHUNK, "DHOM", ".wmo"}, /* MOHD */
    {AT_SECOND_CHUNK, "OMOM", ".wmo"}, /* MOMO */
    {AT_SECOND_CHUNK, "PGOM", ".wmo"}, /* MOGP */
};

const char *file_suffix_of(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < COUNT_OF(beginnings); i++) {
        const struct beginning *beginning = &beginnings[i];
        if (size >= beginning->at + ID_BYTES &&
            memcmp(data + beginning->at, beginning->id, ID_BYTES) == 0) {
            return beginning->suffix;
        }
    }
    return "";
}
