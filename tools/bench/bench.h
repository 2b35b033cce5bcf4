/*
 * The measuring program behind tools/bench/run: a command a file. Each prints one JSON value on
 * stdout; what cannot be measured ends the program with one line and exit status 2.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "adtmap/status.h"

/* Arguments begin behind the command's name. */
typedef void bench_command(int argc, char **argv);

/* runs: whole runs of the program, interleaved (runs.c). */
bench_command bench_runs;

/* floor: a whole run beside its floor and beside libpng's defaults (floor.c). */
bench_command bench_floor;

/* gl: one tile of terrain, drawn by us and through OpenGL (versus_gl.c). */
bench_command bench_gl;

/* grow: maps of 1, 2, 4, ... tiles out of one tile (grow.c). */
bench_command bench_grow;

/* city: a tile with many more WMOs (city.c). */
bench_command bench_city;

__attribute__((format(printf, 1, 2))) _Noreturn void bench_fail(const char *format, ...);

/* Ends the program unless `status` is ADTMAP_OK. */
void bench_check(enum adtmap_status status, const struct adtmap_message *failure);

/* A whole number of at least 1. */
unsigned bench_number(const char *text);

/* `size` bytes, zeroed. */
void *bench_alloc(size_t count, size_t size);

/* Prints and frees `value`. */
void bench_print(cJSON *value);

/* Processor time that this process has had, all its threads together. */
double bench_cpu_seconds(void);

/* The lesser of two times; 0 stands for none yet. */
double bench_least(double least, double seconds);

/*
 * Makes room for a folder of that name: the one there, if any, becomes PATH-N, its files empty. It
 * is not removed, because ext4 without a journal passes over inodes that were freed of late, for
 * which the run that comes next would pay, up to half a millisecond a file.
 */
void bench_put_aside(const char *path);

#endif
