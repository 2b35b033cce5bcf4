/*
 * A folder that lacks files is most often one too deep: then the client's own folder is named as
 * the one to give.
 */
#include "cli/data_advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "os/file.h"

/* The folder above the last "World" in a path, from malloc, case ignored: whoever gives
 * client/World/Maps/Azeroth means the client. NULL: there is none, or no memory. */
static char *folder_above_world(const char *path)
{
    char *real = file_real_path(path);
    char *end = real ? real + strlen(real) : NULL;
    while (end && end > real) {
        *end = '\0';
        if (text_compare_nocase(path_base(real), "World") == 0) {
            char *above = path_directory(real);
            free(real);
            return above;
        }
        end = strrchr(real, '/');
    }
    free(real);
    return NULL;
}

void data_advise(struct messages *messages, const struct option_strings *data)
{
    char given[256] = "";
    for (size_t i = 0; i < data->count; i++) {
        size_t used = strlen(given);
        snprintf(given + used, sizeof given - used, "%s-d %s", i ? " " : "", data->items[i]);
        char *above = folder_above_world(data->items[i]);
        if (above) {
            messages_advise(messages,
                            "files are missing, and %s is inside a World folder: give the folder "
                            "that contains World, -d %s",
                            data->items[i], above);
        }
        free(above);
    }
    messages_advise(messages,
                    "files are missing: 'adtmap maps --check %s' lists them; if the data are a "
                    "part of a client, give the client before them: -d CLIENT %s",
                    given, given);
}
