/* adtmap info: what its JSON keeps of messages, and when it has failed. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "cli/command.h"
#include "formats/adt_builder.h"

enum { ARGUMENTS_MAX = 5, OUTPUT_BYTES = 1 << 20 };

/* A folder with files, and what the command printed. */
struct fixture {
    struct temporary folder;
    char path[2][256];
    char *path_list[2];
    char *output;
    int exit_status;
};

static void write_file(const char *path, const struct buffer *bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

/* A tile of one chunk, with a height that is no number, and a WDT that is none. */
static void begin(struct fixture *f)
{
    const struct adt_plan plan = {.chunk_count = 1, .texture_count = 1};
    struct adt_built built;
    f->folder = temporary_make();
    temporary_path(&f->folder, "tile.adt", f->path[0]);
    temporary_path(&f->folder, "none.wdt", f->path[1]);
    adt_build(&plan, &built);
    put_u32(&built.bytes, adt_built_part(&built, 0, "MCVT") + 8, 0x7FC00000);
    write_file(f->path[0], &built.bytes);
    temporary_file(&f->folder, "none.wdt", "");
    adt_built_free(&built);
    f->path_list[0] = f->path[0];
    f->path_list[1] = f->path[1];
    f->output = calloc(OUTPUT_BYTES, 1);
    assert_non_null(f->output);
}

static void end(struct fixture *f)
{
    free(f->output);
    temporary_remove(&f->folder);
}

/* Runs the command quietly and keeps what it prints. */
static void run(struct fixture *f, char **files, int count)
{
    char path[256];
    char *arguments[ARGUMENTS_MAX + 3] = {"info", "--json", "-q"};
    memcpy(arguments + 3, files, (size_t)count * sizeof *files);
    fflush(stdout);
    int kept = dup(1);
    int file = open(temporary_path(&f->folder, "output", path), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(kept >= 0 && file >= 0 && dup2(file, 1) >= 0);
    f->exit_status = (int)command_info.run(3 + count, arguments);
    fflush(stdout);
    assert_true(dup2(kept, 1) >= 0);
    close(file);
    close(kept);
    FILE *printed = fopen(path, "r");
    assert_non_null(printed);
    f->output[fread(f->output, 1, OUTPUT_BYTES - 1, printed)] = '\0';
    fclose(printed);
}

static unsigned count_of(const struct fixture *f, const char *words)
{
    unsigned count = 0;
    for (const char *at = f->output; (at = strstr(at, words)); at++) {
        count++;
    }
    return count;
}

/* What is no damage, such as how deep alpha maps were taken to be, is not kept. */
static void warnings_stand_with_the_file(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    run(&f, (char *[]){f.path[0]}, 1);
    assert_int_equal(f.exit_status, EXIT_OK);
    assert_int_equal(count_of(&f, "\"what\":"), 2);
    assert_int_equal(count_of(&f, "1 of 256 chunks found"), 1);
    assert_int_equal(count_of(&f, "heights are not numbers"), 1);
    assert_int_equal(count_of(&f, "\"offset\":"), 1); /* of the heights; the other is nowhere */
    assert_int_equal(count_of(&f, "bits by the data"), 0);
    assert_int_equal(count_of(&f, "\"error\":"), 0);
    end(&f);
}

static void a_file_that_fails_is_an_error_of_its_own(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    run(&f, f.path_list, 2);
    assert_int_equal(f.exit_status, EXIT_PARTIAL);
    assert_int_equal(count_of(&f, "\"file\":"), 4);
    assert_int_equal(count_of(&f, "not a WDT"), 1);
    assert_int_equal(count_of(&f, "\"error\":"), 1);
    run(&f, f.path_list + 1, 1);
    assert_int_equal(f.exit_status, EXIT_NOT_RUN);
    end(&f);
}

static void what_is_no_file_of_a_client_is_said(void **state)
{
    (void)state;
    struct fixture f;
    char other[256];
    begin(&f);
    temporary_file(&f.folder, "readme.txt", "text");
    run(&f, (char *[]){temporary_path(&f.folder, "readme.txt", other), f.folder.path}, 2);
    assert_int_equal(f.exit_status, EXIT_NOT_RUN);
    assert_int_equal(count_of(&f, "unknown kind of file"), 1);
    assert_int_equal(count_of(&f, "is a directory"), 1);
    end(&f);
}

int test_info(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings_stand_with_the_file),
        cmocka_unit_test(a_file_that_fails_is_an_error_of_its_own),
        cmocka_unit_test(what_is_no_file_of_a_client_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
