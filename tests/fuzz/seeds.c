/*
 * Makes the initial inputs of the fuzz targets from a demo world.
 *
 *     fuzz_seeds WORLD ERA OUT
 *
 * writes OUT/<target>/<era>-<what>. Small inputs run faster, so tiles are reduced to a few chunks
 * and textures to a small level. Files that no demo world has (JPEG, map tables, small tiles of
 * 0.5) are built here.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "base/buffer.h"
#include "base/path.h"
#include "base/reader.h"
#include "formats/bytes.h"
#include "formats/chunk.h"
#include "fuzz/fuzz.h"
#include "os/file.h"

enum { PATH_BYTES = 1024, WORD_BYTES = 256, KEPT = 3, MCIN_ENTRY = 16, GRID = 64, MAIN_ENTRY = 16 };

static const char *world;
static const char *era;
static const char *out;

/* The chunks of a tile that are kept. */
static const size_t kept_chunks[KEPT] = {0, 100, 200};

static struct diag failures(void)
{
    static struct adtmap_message failure;
    return (struct diag){NULL, NULL, &failure};
}

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "fuzz_seeds: %s\n", what);
    exit(2);
}

/* A file of the world; empty if it does not exist. */
static struct blob load(const char *name)
{
    char path[PATH_BYTES];
    struct blob blob;
    const struct diag diag = failures();
    snprintf(path, sizeof path, "%s/%s", world, name);
    return file_map(path, &diag, &blob) == ADTMAP_OK ? blob : (struct blob){0};
}

/* Writes a seed of a target, unless it is empty. */
static void save(const char *target, const char *what, const struct buffer *seed)
{
    char path[PATH_BYTES];
    const struct diag diag = failures();
    if (seed->failed) {
        give_up("out of memory");
    }
    snprintf(path, sizeof path, "%s/%s", out, target);
    if (seed->size == 0) {
        return;
    }
    enum adtmap_status status = file_make_directory(path, &diag);
    snprintf(path, sizeof path, "%s/%s/%s-%s", out, target, era, what);
    if (status || file_write_atomic(path, seed->data, seed->size, &diag)) {
        give_up(diag.failure->what);
    }
}

static void append_text(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

static void separate(struct buffer *seed)
{
    append_text(seed, FUZZ_SEPARATOR);
}

static void append_chunk(struct buffer *to, const struct chunk *chunk)
{
    add_chunk(to, chunk->id, chunk->data, chunk->size);
}

static bool is_kept(size_t index)
{
    for (size_t i = 0; i < KEPT; i++) {
        if (kept_chunks[i] == index) {
            return true;
        }
    }
    return false;
}

/* Sets an MCIN entry to a chunk that was kept. `mcin` is the offset of MCIN's data, or 0. */
static void put_mcin_entry(struct buffer *to, size_t mcin, size_t index, size_t at, size_t size)
{
    if (mcin) {
        put_u32(to, mcin + index * MCIN_ENTRY, (uint32_t)at);
        put_u32(to, mcin + index * MCIN_ENTRY + 4, (uint32_t)size);
    }
}

/* Appends a tile with fewer chunks. Offsets count from `base` in `to`. */
static void cut_tile(struct buffer *to, size_t base, const uint8_t *data, size_t size)
{
    struct reader bytes = reader_make(data, size);
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    size_t index = 0;
    size_t kept = 0;
    size_t mcin = 0;
    while (chunk_next(&bytes, &offset, &skipped, &chunk)) {
        size_t at = to->size;
        if (!chunk_is(&chunk, &id_MCNK)) {
            append_chunk(to, &chunk);
        } else if (is_kept(index++)) {
            append_chunk(to, &chunk);
            put_mcin_entry(to, mcin, kept++, at - base, to->size - at);
        }
        if (chunk_is(&chunk, &id_MCIN)) {
            mcin = at + CHUNK_HEADER_BYTES;
            memset(to->data + mcin, 0, chunk.size);
        }
    }
}

static void append_cut(struct buffer *to, const char *name)
{
    struct blob blob = load(name);
    cut_tile(to, to->size, blob.data, blob.size);
    blob_release(&blob);
}

static void append_file(struct buffer *to, const char *name)
{
    struct blob blob = load(name);
    buffer_append(to, blob.data, blob.size);
    blob_release(&blob);
}

/* Appends a texture reduced to its small levels. */
static void append_texture(struct buffer *to, const char *name)
{
    enum { WIDTH = 12, HEIGHT = 16, OFFSETS = 20, SIZES = 84, HEADER = 148 + 1024, LARGEST = 16 };
    struct blob blob = load(name);
    size_t begin = to->size;
    uint32_t level = 0;
    if (blob.size <= HEADER) {
        give_up(name);
    }
    struct reader reader = reader_make(blob.data, blob.size);
    reader_seek(&reader, WIDTH);
    uint32_t width = reader_u32(&reader);
    uint32_t height = reader_u32(&reader);
    for (; width > LARGEST || height > LARGEST; level++) {
        width /= 2;
        height /= 2;
    }
    buffer_append(to, blob.data, HEADER);
    put_u32(to, begin + WIDTH, width);
    put_u32(to, begin + HEIGHT, height);
    for (uint32_t i = 0; i < 16; i++) {
        reader_seek(&reader, OFFSETS + 4 * (level + i));
        uint32_t offset = level + i < 16 ? reader_u32(&reader) : 0;
        reader_seek(&reader, SIZES + 4 * (level + i));
        uint32_t size = level + i < 16 ? reader_u32(&reader) : 0;
        put_u32(to, begin + OFFSETS + 4 * i, offset ? (uint32_t)(to->size - begin) : 0);
        put_u32(to, begin + SIZES + 4 * i, size);
        buffer_append(to, blob.data + offset, size);
    }
    blob_release(&blob);
}

/* The bytes of tile (x, y) in a WDT of 0.5; NULL for other WDTs. */
static const uint8_t *alpha_tile(const struct blob *wdt, uint32_t x, uint32_t y, size_t *size)
{
    struct reader bytes = reader_make(wdt->data, wdt->size);
    struct chunk main = {0};
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(&bytes, &offset, &skipped, &main) && !chunk_is(&main, &id_MAIN)) {
    }
    struct reader entry = reader_make(main.data, main.size);
    reader_seek(&entry, (size_t)(y * GRID + x) * MAIN_ENTRY);
    uint32_t begin = reader_u32(&entry);
    if (main.size != (size_t)GRID * GRID * MAIN_ENTRY || begin == 0) {
        return NULL;
    }
    size_t end = wdt->size;
    for (size_t i = 0; i < (size_t)GRID * GRID; i++) {
        reader_seek(&entry, i * MAIN_ENTRY);
        uint32_t other = reader_u32(&entry);
        end = other > begin && other < end ? other : end;
    }
    *size = end - begin;
    return wdt->data + begin;
}

/* Appends a WDT of 0.5 with one of its tiles; MDNM and MONM are also appended to `names`. */
static void append_alpha_wdt(struct buffer *to, const struct blob *wdt, const uint8_t *tile,
                             size_t tile_size, struct buffer *names)
{
    struct reader bytes = reader_make(wdt->data, wdt->size);
    struct chunk chunk;
    size_t begin = to->size;
    size_t offset = 0;
    size_t skipped = 0;
    size_t main = 0;
    while (chunk_next(&bytes, &offset, &skipped, &chunk) && !chunk_is(&chunk, &id_MHDR)) {
        if (chunk_is(&chunk, &id_MAIN)) {
            main = to->size + CHUNK_HEADER_BYTES;
        }
        append_chunk(to, &chunk);
        if (names && (chunk_is(&chunk, &id_MDNM) || chunk_is(&chunk, &id_MONM))) {
            separate(names);
            buffer_append(names, chunk.data, chunk.size);
        }
    }
    memset(to->data + main, 0, (size_t)GRID * GRID * MAIN_ENTRY);
    size_t entry = main + (size_t)(32 * GRID + 32) * MAIN_ENTRY;
    put_u32(to, entry, (uint32_t)(to->size - begin));
    size_t at = to->size;
    cut_tile(to, begin, tile, tile_size);
    put_u32(to, entry + 4, (uint32_t)(to->size - at));
}

static void seed_alpha(const struct blob *wdt, const uint8_t *tile, size_t size)
{
    struct buffer seed = {0};
    struct buffer part = {0};
    cut_tile(&part, 0, tile, size);
    append_alpha_wdt(&seed, wdt, tile, size, &part);
    save("wdt", "tile", &seed);
    save("adt_alpha", "tile", &part);
    buffer_free(&seed);
    buffer_free(&part);
}

static void seed_tiles(void)
{
    static const char *const tiles[] = {"32_32", "33_31", "31_31"};
    static const char *const files[] = {".adt", "_tex0.adt", "_obj0.adt", "_obj1.adt"};
    struct blob split = load("World/Maps/Demo/Demo_32_32_tex0.adt");
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        struct buffer seed = {0};
        char name[WORD_BYTES];
        for (size_t k = 0; k < (split.size ? 4U : 1U); k++) {
            if (k > 0) {
                separate(&seed);
            }
            snprintf(name, sizeof name, "World/Maps/Demo/Demo_%s%s", tiles[i], files[k]);
            append_cut(&seed, name);
        }
        save(split.size ? "adt_split" : "adt", tiles[i], &seed);
        buffer_free(&seed);
    }
    blob_release(&split);
}

static const char *const buildings[] = {
    "Village/Fountain",   "Village/Well",     "Village/PaintersYard",
    "Underground/Cellar", "Village/Haystack", "Coast/Boat",
};

static void seed_buildings(void)
{
    for (size_t i = 0; i < sizeof buildings / sizeof *buildings; i++) {
        struct buffer seed = {0};
        char name[WORD_BYTES];
        snprintf(name, sizeof name, "World/wmo/Demo/%s.wmo", buildings[i]);
        append_file(&seed, name);
        snprintf(name, sizeof name, "World/wmo/Demo/%s_000.wmo", buildings[i]);
        struct blob group = load(name);
        if (group.size) {
            separate(&seed);
            buffer_append(&seed, group.data, group.size);
        }
        save("wmo", path_base(buildings[i]), &seed);
        blob_release(&group);
        buffer_free(&seed);
    }
    struct buffer hall = {0};
    append_file(&hall, "World/wmo/Dungeon/Demo/Hall.wmo");
    separate(&hall);
    append_file(&hall, "World/wmo/Dungeon/Demo/Hall_005.wmo");
    if (hall.size < 1 << 16) { /* a v14 file contains its groups */
        save("wmo", "Hall", &hall);
    }
    buffer_free(&hall);
}

/* A billboard, a bone with keys, two batches, particles alone. */
static const char *const models[] = {"Props/DemoLampPost", "Props/DemoSign", "Props/DemoTentRed",
                                     "Props/DemoMist", "Plants/DemoWheat"};

/* Seeds one model, which is an M2 with its skin or without, or an MDX. */
static void seed_model(const char *model)
{
    struct buffer seed = {0};
    char name[WORD_BYTES];
    snprintf(name, sizeof name, "World/Demo/%s.mdx", model);
    append_file(&seed, name);
    bool is_mdx = seed.size > 0;
    snprintf(name, sizeof name, "World/Demo/%s.m2", model);
    append_file(&seed, name);
    snprintf(name, sizeof name, "World/Demo/%s00.skin", model);
    struct blob skin = load(name);
    if (skin.size) {
        separate(&seed);
        buffer_append(&seed, skin.data, skin.size);
    }
    save(is_mdx ? "mdx" : "m2", path_base(model), &seed);
    blob_release(&skin);
    buffer_free(&seed);
}

static void seed_models(void)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        seed_model(models[i]);
    }
}

static void seed_textures(void)
{
    static const char *const textures[] = {
        "Tileset/Demo/DemoGrass.blp",
        "Tileset/Demo/DemoRock.blp",
        "Tileset/Demo/DemoMud.blp",
        "Tileset/Demo/DemoSeabed.blp",
        "Tileset/Demo/DemoGreens.blp",
        "World/Demo/Textures/DemoThatchFringe.blp",
        "Dungeons/Textures/Demo/DemoCopper.blp",
    };
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++) {
        struct buffer seed = {0};
        append_texture(&seed, textures[i]);
        save("blp", path_base(textures[i]), &seed);
        buffer_free(&seed);
    }
}

/* Appends a JPEG stream of 16x16 texels. Returns the end of its tables. */
static size_t append_jpeg(struct buffer *to, int components)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    uint8_t row[64];
    uint8_t *bytes = NULL;
    unsigned long size = 0;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = 16;
    jpeg.image_height = 16;
    jpeg.input_components = components;
    jpeg.in_color_space = components == 4 ? JCS_CMYK : components == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW rows[1] = {row};
        for (size_t i = 0; i < sizeof row; i++) {
            row[i] = (uint8_t)(i * 5 + 9 * jpeg.next_scanline);
        }
        jpeg_write_scanlines(&jpeg, rows, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    buffer_append(to, bytes, size);
    free(bytes);
    return size;
}

static void seed_jpeg(int components)
{
    enum { SHARED = 20 };
    struct buffer stream = {0};
    struct buffer seed = {0};
    char name[32];
    size_t size = append_jpeg(&stream, components);
    append_text(&seed, "BLP1");
    const uint32_t header[] = {0, components == 4 ? 8 : 0, 16, 16, 5, 0};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++) {
        buffer_u32le(&seed, header[i]);
    }
    for (uint32_t i = 0; i < 32; i++) {
        buffer_u32le(&seed, i == 0 ? 156 + 4 + SHARED : i == 16 ? (uint32_t)size - SHARED : 0);
    }
    buffer_u32le(&seed, SHARED);
    buffer_append(&seed, stream.data, size);
    snprintf(name, sizeof name, "jpeg%d", components);
    save("blp", name, &seed);
    buffer_free(&seed);
    buffer_free(&stream);
}

static void seed_dxt(void)
{
    for (uint8_t kind = 0; kind < 4; kind++) {
        struct buffer seed = {0};
        char name[8];
        buffer_u8(&seed, kind);
        buffer_u8(&seed, 8);
        buffer_u8(&seed, 12);
        for (unsigned i = 0; i < 200; i++) {
            buffer_u8(&seed, (uint8_t)(i * 37));
        }
        snprintf(name, sizeof name, "%d", kind);
        save("dxt", name, &seed);
        buffer_free(&seed);
    }
}

/* A table of two records. All fields are small numbers, which are also valid string offsets. */
static void seed_table(uint32_t field_count)
{
    static const char strings[] = "\0Demo\0Hall\0Water";
    struct buffer seed = {0};
    char name[32];
    append_text(&seed, "WDBC");
    buffer_u32le(&seed, 2);
    buffer_u32le(&seed, field_count);
    buffer_u32le(&seed, 4 * field_count);
    buffer_u32le(&seed, sizeof strings);
    for (uint32_t i = 0; i < 2 * field_count; i++) {
        buffer_u32le(&seed, i % 3 ? 1 : 6);
    }
    buffer_append(&seed, strings, sizeof strings);
    snprintf(name, sizeof name, "table%u", (unsigned)field_count);
    save("dbc", name, &seed);
    buffer_free(&seed);
}

static void seed_file(const char *target, const char *what, const char *name, size_t most);

/* The client's own tables, and small ones of as many fields. */
static void seed_tables(void)
{
    static const uint32_t counts[] = {7, 9, 10, 12, 15, 20, 24, 25, 34, 36, 41, 45, 50, 66};
    static const char *const names[] = {"AreaTable",    "DungeonMap",   "DungeonMapChunk",
                                        "Light",        "LightIntBand", "LightParams",
                                        "Map",          "TaxiNodes",    "TaxiPath",
                                        "TaxiPathNode", "WorldMapArea", "WorldMapTransforms",
                                        "WorldSafeLocs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        snprintf(path, sizeof path, "DBFilesClient/%s.dbc", names[i]);
        seed_file("dbc", names[i], path, 1 << 16);
        snprintf(path, sizeof path, "DBFilesClient/%s.db2", names[i]);
        seed_file("db2", names[i], path, 1 << 16);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        seed_table(counts[i]);
    }
}

/* A WDL with one tile. */
static void seed_far_terrain(void)
{
    enum { HEIGHTS = 17 * 17 + 16 * 16 };
    struct buffer seed = {0};
    add_u32_chunk(&seed, "MVER", 18);
    size_t offsets = begin_chunk(&seed, "MAOF");
    add_zeroes(&seed, (size_t)GRID * GRID * 4);
    end_chunk(&seed, offsets);
    put_u32(&seed, offsets, (uint32_t)seed.size);
    size_t heights = begin_chunk(&seed, "MARE");
    for (unsigned i = 0; i < HEIGHTS; i++) {
        buffer_u16le(&seed, (uint16_t)(i * 77));
    }
    end_chunk(&seed, heights);
    size_t holes = begin_chunk(&seed, "MAHO");
    add_zeroes(&seed, 32);
    end_chunk(&seed, holes);
    save("wdl", "one", &seed);
    buffer_free(&seed);
}

/* Seeds of fuzz_info: the same files after a byte that selects the report. */
static void seed_info(void)
{
    static const char *const names[] = {
        "World/Maps/Demo/Demo.wdt", "World/Maps/Demo/Demo_32_32.adt", "World/Maps/Demo/Demo.wdl",
        "Tileset/Demo/DemoGrass.blp", "World/wmo/Demo/Village/Fountain.wmo"};
    for (uint8_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buffer seed = {0};
        struct blob blob = load(names[i]);
        buffer_u8(&seed, i);
        if (i == 1) {
            cut_tile(&seed, 1, blob.data, blob.size);
        } else {
            buffer_append(&seed, blob.data, blob.size);
        }
        if (blob.size && blob.size < 1 << 20) {
            save("info", path_base(names[i]), &seed);
        }
        blob_release(&blob);
        buffer_free(&seed);
    }
}

static void begin_file(struct buffer *seed, const char *name)
{
    if (seed->size) {
        separate(seed);
    }
    append_text(seed, name);
    buffer_u8(seed, '\n');
}

static void add_file(struct buffer *seed, const char *name)
{
    struct blob blob = load(name);
    if (blob.size && blob.size <= 1 << 16) {
        begin_file(seed, name);
        buffer_append(seed, blob.data, blob.size);
    }
    blob_release(&blob);
}

/* Seeds of fuzz_tile: the map files of a tile as those of map M, and the files that they refer to.
 */
static void seed_tile(const struct blob *wdt, const uint8_t *alpha, size_t alpha_size)
{
    static const char *const files[] = {".adt", "_tex0.adt", "_obj0.adt", "_obj1.adt"};
    static const char *const textures[] = {"Tileset/Demo/DemoGrass.blp",
                                           "Tileset/Demo/DemoCobbles.blp",
                                           "World/Demo/Textures/DemoThatch.blp"};
    struct buffer seed = {0};
    char name[WORD_BYTES];
    begin_file(&seed, "World/Maps/M/M.wdt");
    if (alpha) {
        append_alpha_wdt(&seed, wdt, alpha, alpha_size, NULL);
    } else {
        buffer_append(&seed, wdt->data, wdt->size);
    }
    for (size_t i = 0; i < 4 && !alpha; i++) {
        snprintf(name, sizeof name, "World/Maps/Demo/Demo_32_32%s", files[i]);
        struct blob blob = load(name);
        if (blob.size) {
            snprintf(name, sizeof name, "World/Maps/M/M_32_32%s", files[i]);
            begin_file(&seed, name);
            cut_tile(&seed, seed.size, blob.data, blob.size);
        }
        blob_release(&blob);
    }
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++) {
        begin_file(&seed, textures[i]);
        append_texture(&seed, textures[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "World/wmo/Demo/%s.wmo", buildings[i]);
        add_file(&seed, name);
        snprintf(name, sizeof name, "World/wmo/Demo/%s_000.wmo", buildings[i]);
        add_file(&seed, name);
    }
    save("tile", "world", &seed);
    buffer_free(&seed);
}

static void seed_file(const char *target, const char *what, const char *name, size_t most)
{
    struct buffer seed = {0};
    struct blob blob = load(name);
    if (blob.size <= most) {
        buffer_append(&seed, blob.data, blob.size);
        save(target, what, &seed);
    }
    blob_release(&blob);
    buffer_free(&seed);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        give_up("fuzz_seeds WORLD ERA OUT");
    }
    world = argv[1];
    era = argv[2];
    out = argv[3];
    size_t alpha_size = 0;
    struct blob wdt = load("World/Maps/Demo/Demo.wdt");
    const uint8_t *alpha = alpha_tile(&wdt, 32, 32, &alpha_size);
    if (alpha) {
        seed_alpha(&wdt, alpha, alpha_size);
    } else {
        seed_tiles();
        seed_file("wdt", "map", "World/Maps/Demo/Demo.wdt", 1 << 20);
    }
    seed_file("wdt", "hall", "World/Maps/Hall/Hall.wdt", 1 << 20);
    seed_file("wdl", "map", "World/Maps/Demo/Demo.wdl", 1 << 20);
    seed_file("listfile", "list", "listfile.csv", 1 << 16);
    seed_buildings();
    seed_models();
    seed_textures();
    seed_jpeg(1);
    seed_jpeg(3);
    seed_jpeg(4);
    seed_dxt();
    seed_tables();
    seed_far_terrain();
    seed_info();
    seed_tile(&wdt, alpha, alpha_size);
    blob_release(&wdt);
    return 0;
}
