/*
 * Points located on a map, against reading each tile's file once and copying lines through the same
 * reader and writer: the lines that are written, which is the lower bound, and the lines that are
 * read, of which the others are three times as long. Points are random over all tiles, unsorted.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/path.h"
#include "bench.h"
#include "formats/grid.h"
#include "output/points/point_file.h"

enum { COPY_BYTES = 1 << 20 };

struct tile_list {
    char *paths[64 * 64];
    unsigned x[64 * 64], y[64 * 64];
    size_t count;
};

static void list_tiles(const char *folder, struct tile_list *tiles)
{
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        const char *place = strchr(entry->d_name, '_');
        unsigned x, y;
        char extension[8];
        if (place && sscanf(place, "_%u_%u.%7s", &x, &y, extension) == 3 &&
            strcmp(extension, "adt") == 0 && x < 64 && y < 64 && tiles->count < 64 * 64) {
            tiles->paths[tiles->count] = path_join(folder, entry->d_name);
            tiles->x[tiles->count] = x;
            tiles->y[tiles->count++] = y;
        }
    }
    if (directory) {
        closedir(directory);
    }
    if (tiles->count == 0) {
        bench_fail("no tiles in %s", folder);
    }
}

static void write_points(const char *path, const struct tile_list *tiles, unsigned count)
{
    FILE *file = fopen(path, "w");
    uint64_t state = 42;
    if (!file) {
        bench_fail("cannot write %s", path);
    }
    fputs("guid\tposition_x\tposition_y\tposition_z\n", file);
    for (unsigned i = 0; i < count; i++) {
        double part[3];
        for (int k = 0; k < 3; k++) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            part[k] = (double)(state >> 40) / (1 << 24);
        }
        size_t tile = (size_t)(part[2] * (double)tiles->count);
        fprintf(file, "%u\t%.3f\t%.3f\t%.3f\n", i, grid_edge_yd(tiles->y[tile]) - part[0] * TILE_YD,
                grid_edge_yd(tiles->x[tile]) - part[1] * TILE_YD, 100 * part[0]);
    }
    if (fclose(file)) {
        bench_fail("cannot write %s", path);
    }
}

static void read_tiles(const struct tile_list *tiles)
{
    uint8_t *bytes = bench_alloc(COPY_BYTES, 1);
    for (size_t i = 0; i < tiles->count; i++) {
        FILE *file = fopen(tiles->paths[i], "rb");
        while (file && fread(bytes, 1, COPY_BYTES, file) > 0) {
        }
        if (file) {
            fclose(file);
        }
    }
    free(bytes);
}

static void copy_lines(const char *path)
{
    struct point_file file = {.file = fopen(path, "rb"), .name = path};
    struct point_fields fields = {0};
    struct buffer out = {0};
    FILE *sink = fopen("/dev/null", "wb");
    const char *line;
    size_t length;
    if (!file.file || !sink) {
        bench_fail("cannot read %s", path);
    }
    while (point_file_next(&file, POINT_TSV, &line, &length) == POINT_LINE) {
        if (point_text_split(POINT_TSV, line, length, &fields)) {
            bench_fail("%s: a line is wrong", path);
        }
        for (size_t i = 0; i < fields.count; i++) {
            point_text_put(&out, POINT_TSV, i == 0, NULL, &fields.fields[i]);
        }
        point_text_end(&out, POINT_TSV);
        if (out.size > COPY_BYTES) {
            fwrite(out.data, 1, out.size, sink);
            buffer_clear(&out);
        }
    }
    fwrite(out.data, 1, out.size, sink);
    fclose(sink);
    buffer_free(&out);
    point_fields_free(&fields);
    point_file_close(&file);
}

/* Runs a program whose output goes to a file. */
static struct rusage run_program(char *const command[], const char *output)
{
    struct rusage usage = {0};
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        dup2(file, STDOUT_FILENO);
        execv(command[0], command);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
        bench_fail("%s %s failed", command[0], command[1]);
    }
    return usage;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

void bench_points(int argc, char **argv)
{
    (void)argc;
    struct tile_list *tiles = bench_alloc(1, sizeof *tiles);
    unsigned rounds = bench_number(argv[1]);
    unsigned count = bench_number(argv[2]);
    char *const command[] = {argv[0], "locate", "-q",    "-d",         argv[3], "-d",
                             argv[4], "-m",     argv[6], "points.tsv", NULL};
    static const char *const copied[] = {"located.tsv", "points.tsv"};
    double locate = 0, copies[2] = {0}, peak_kb = 0;
    list_tiles(argv[5], tiles);
    write_points("points.tsv", tiles, count);
    run_program(command, "located.tsv");
    for (unsigned i = 0; i < rounds; i++) {
        struct rusage usage = run_program(command, "/dev/null");
        locate = bench_least(locate, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
        peak_kb = (double)usage.ru_maxrss > peak_kb ? (double)usage.ru_maxrss : peak_kb;
        for (int k = 0; k < 2; k++) {
            double begun = bench_cpu_seconds();
            read_tiles(tiles);
            copy_lines(copied[k]);
            copies[k] = bench_least(copies[k], bench_cpu_seconds() - begun);
        }
    }
    cJSON *value = cJSON_CreateObject();
    cJSON_AddNumberToObject(value, "points", count);
    cJSON_AddNumberToObject(value, "tiles", (double)tiles->count);
    cJSON_AddNumberToObject(value, "cpu_seconds", locate);
    cJSON_AddNumberToObject(value, "floor_cpu_seconds", copies[0]);
    cJSON_AddNumberToObject(value, "input_cpu_seconds", copies[1]);
    cJSON_AddNumberToObject(value, "peak_bytes", 1024 * peak_kb);
    bench_print(value);
    for (size_t i = 0; i < tiles->count; i++) {
        free(tiles->paths[i]);
    }
    free(tiles);
}
