/* Draws a map of a client that is packed into a tar file: archive FILE.tar MAP OUT [TILES]. */
#include <adtmap/adtmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct archive {
    char *bytes;
    size_t size;
};

/* The member at *offset, whose header has name and size; *offset becomes that of the next one. */
static const char *next_member(const struct archive *archive, size_t *offset, uint64_t *size)
{
    const char *header = archive->bytes + *offset;
    if (*offset + 512 > archive->size || !header[0]) {
        return NULL;
    }
    *size = strtoull(header + 124, NULL, 8);
    *offset += 512 + (size_t)(*size + 511) / 512 * 512;
    return *offset <= archive->size ? header : NULL;
}

static enum adtmap_status list(void *user, void (*add)(void *to, const char *name), void *to)
{
    const struct archive *archive = (const struct archive *)user;
    size_t offset = 0;
    uint64_t size;
    for (const char *member; (member = next_member(archive, &offset, &size));) {
        if (member[156] == '0') { /* a file */
            add(to, member);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status open_member(void *user, const char *name, void **file, uint64_t *bytes)
{
    const struct archive *archive = (const struct archive *)user;
    size_t offset = 0;
    for (const char *member; (member = next_member(archive, &offset, bytes));) {
        if (strcmp(member, name) == 0) {
            *file = (void *)(member + 512);
            return ADTMAP_OK;
        }
    }
    return ADTMAP_NOT_FOUND;
}

static enum adtmap_status read_member(void *user, void *file, uint64_t offset, void *bytes,
                                      size_t size, size_t *got)
{
    (void)user;
    memcpy(bytes, (const char *)file + offset, size); /* `size` goes no further than `open` told */
    *got = size;
    return ADTMAP_OK;
}

/* Ends the run when so many tiles are done. */
static int show(void *user, const struct adtmap_progress *progress)
{
    const uint32_t *most = (const uint32_t *)user;
    printf("%u of %u tiles\n", (unsigned)progress->done, (unsigned)progress->total);
    return progress->done >= *most;
}

int main(int argc, char **argv)
{
    struct archive archive = {NULL, 0};
    struct adtmap_source source;
    struct adtmap_settings settings;
    struct adtmap_render_request request;
    struct adtmap_render_result result;
    struct adtmap_data *data = NULL;
    struct adtmap_message failure;
    uint32_t most = argc > 4 ? (uint32_t)atoi(argv[4]) : UINT32_MAX;
    FILE *file = argc > 3 ? fopen(argv[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END) || (archive.size = (size_t)ftell(file)) == 0 ||
        !(archive.bytes = (char *)malloc(archive.size)) || fseek(file, 0, SEEK_SET) ||
        fread(archive.bytes, 1, archive.size, file) != archive.size) {
        return 2;
    }
    fclose(file);
    adtmap_source_default(&source);
    source.label = argv[1];
    source.user = &archive;
    source.list = list;
    source.open = open_member;
    source.read = read_member;
    adtmap_settings_default(&settings);
    settings.size_px = 64;
    adtmap_render_request_default(&request);
    request.out = argv[3];
    request.outputs = ADTMAP_OUTPUT_STITCH;
    request.settings = &settings;
    request.progress = show;
    request.user = &most;
    enum adtmap_status status = adtmap_data_open_source(NULL, 0, &source, NULL, &data, &failure);
    if (!status) {
        status = adtmap_map_render(data, argv[2], &request, &result, &failure);
    }
    if (status) {
        fprintf(stderr, "%s: %s\n", adtmap_status_name(status), failure.what);
    }
    adtmap_data_close(data);
    free(archive.bytes);
    return status ? 1 : 0;
}
