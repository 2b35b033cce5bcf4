#include "os/file_beside.h"

#include <string.h>
#include <strings.h>

#include "base/path.h"

bool file_beside(DIR *entries, const char *directory, const char *stem, size_t stem_length,
                 const char *suffix, char **path)
{
    *path = NULL;
    rewinddir(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (strlen(entry->d_name) == stem_length + strlen(suffix) &&
            strncasecmp(entry->d_name, stem, stem_length) == 0 &&
            strcasecmp(entry->d_name + stem_length, suffix) == 0) {
            *path = path_join(directory, entry->d_name);
            return *path;
        }
    }
    return true;
}
