#include "fuzz/fuzz.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

static void format_message(void *user, const struct adtmap_message *message)
{
    char text[1024];
    (void)user;
    adtmap_message_format(message, text, sizeof text);
}

void fuzz_listen(struct fuzz_diag *listener)
{
    *listener = (struct fuzz_diag){.log = {format_message, NULL}};
    listener->diag = (struct diag){"input", &listener->log, &listener->failure};
}

static struct fuzz_part copy_part(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) {
        abort();
    }
    if (size) {
        memcpy(copy, data, size);
    }
    return (struct fuzz_part){copy, size};
}

size_t fuzz_cut(const uint8_t *data, size_t size, struct fuzz_part *parts, size_t most)
{
    const size_t separator = strlen(FUZZ_SEPARATOR);
    size_t count = 0;
    memset(parts, 0, most * sizeof *parts);
    while (count < most) {
        const uint8_t *end = memmem(data, size, FUZZ_SEPARATOR, separator);
        size_t length = end ? (size_t)(end - data) : size;
        parts[count++] = copy_part(data, length);
        if (!end) {
            break;
        }
        data += length + separator;
        size -= length + separator;
    }
    return count;
}

void fuzz_free(struct fuzz_part *parts, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        free((void *)parts[i].data);
    }
}

int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH_BYTES])
{
    int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    if (descriptor < 0 || (size && write(descriptor, data, size) != (ssize_t)size)) {
        perror("fuzz: a file in memory");
        abort();
    }
    snprintf(path, FUZZ_PATH_BYTES, "/proc/%d/fd/%d", (int)getpid(), descriptor);
    return descriptor;
}

/* What fuzz_folder_make has made and fuzz_folder_remove has not removed; a target has one. */
static char folder_left[FUZZ_PATH_BYTES];

void fuzz_folder_make(char folder[FUZZ_PATH_BYTES])
{
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, FUZZ_PATH_BYTES, "%s/adtmap-fuzz-XXXXXX", place);
    if (!mkdtemp(folder)) {
        perror(folder);
        abort();
    }
    memcpy(folder_left, folder, sizeof folder_left);
}

void fuzz_folder_write(const char *folder, const char *name, const uint8_t *data, size_t size)
{
    char canonical[NAME_BYTES];
    char path[FUZZ_PATH_BYTES + NAME_BYTES];
    if (!name_canonical(name, canonical)) {
        return;
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *at = path + strlen(folder) + 1; *at; at++) {
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0777);
            *at = '/';
        }
    }
    FILE *file = fopen(path, "wb");
    if (file) {
        fwrite(data, 1, size, file);
        fclose(file);
    }
}

void fuzz_folder_add(const char *folder, const struct fuzz_part *part)
{
    char name[128] = "";
    const uint8_t *newline = part->size ? memchr(part->data, '\n', part->size) : NULL;
    size_t length = newline ? (size_t)(newline - part->data) : 0;
    if (length > 0 && length < sizeof name) {
        memcpy(name, part->data, length);
        fuzz_folder_write(folder, name, newline + 1, part->size - length - 1);
    }
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

void fuzz_folder_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    folder_left[0] = '\0';
}

void fuzz_folder_remove_left(void)
{
    if (folder_left[0]) {
        fuzz_folder_remove(folder_left);
    }
}
