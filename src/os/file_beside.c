#include "os/file_beside.h"

#include <string.h>

#include "base/path.h"
#include "base/text.h"

bool file_beside(struct folder *entries, const char *directory, const char *stem,
                 size_t stem_length, const char *suffix, char **path)
{
    *path = NULL;
    folder_rewind(entries);
    for (const char *name; (name = folder_next(entries));) {
        if (strlen(name) == stem_length + strlen(suffix) &&
            text_compare_nocase_n(name, stem, stem_length) == 0 &&
            text_compare_nocase(name + stem_length, suffix) == 0) {
            *path = path_join(directory, name);
            return *path;
        }
    }
    return true;
}
