/* Files by functions of the caller: names, and functions that fail, stop short or lie. */
#include "assets/sources/source_callbacks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "adtmap/adtmap.h"

static const char contents[] = "twelve bytes";

/* One file, and how its functions behave. */
struct odd {
    enum adtmap_status list_status, open_status, read_status;
    uint64_t told_bytes; /* by `open` */
    size_t most;         /* that `read` gives at once */
    size_t excess;       /* that it says in addition, from the second on */
    bool gives_nothing;  /* no handle */
    char opened[64];     /* the name that `open` was called with */
    int open_count;      /* files that are open */
};

static enum adtmap_status odd_list(void *user, void (*add)(void *to, const char *name), void *to)
{
    const struct odd *odd = user;
    add(to, "World\\Maps\\A.txt");
    add(to, "../outside");
    add(to, "WORLD/maps/B.txt");
    return odd->list_status;
}

static int odd_exists(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "world/maps/a.txt") == 0;
}

static enum adtmap_status odd_open(void *user, const char *name, void **file, uint64_t *bytes)
{
    struct odd *odd = user;
    snprintf(odd->opened, sizeof odd->opened, "%s", name);
    *file = odd->gives_nothing ? NULL : (void *)contents;
    *bytes = odd->told_bytes;
    odd->open_count += odd->open_status == ADTMAP_OK && !odd->gives_nothing;
    return odd->open_status;
}

static enum adtmap_status odd_read(void *user, void *file, uint64_t offset, void *bytes,
                                   size_t size, size_t *got)
{
    const struct odd *odd = user;
    size_t left = offset < strlen(contents) ? strlen(contents) - (size_t)offset : 0;
    size_t given = left < size ? left : size;
    given = given < odd->most ? given : odd->most;
    memcpy(bytes, (const char *)file + offset, given);
    *got = given + (offset > 0 ? odd->excess : 0);
    return odd->read_status;
}

static void odd_close(void *user, void *file)
{
    struct odd *odd = user;
    assert_ptr_equal(file, contents);
    odd->open_count--;
}

static struct odd sound(void)
{
    return (struct odd){.told_bytes = strlen(contents), .most = 64};
}

static struct adtmap_source source_of(struct odd *odd)
{
    struct adtmap_source given;
    adtmap_source_default(&given);
    given.label = "odd";
    given.user = odd;
    given.list = odd_list;
    given.open = odd_open;
    given.read = odd_read;
    given.close = odd_close;
    return given;
}

/* Reads the file; nothing is left open. */
static enum adtmap_status read_file(const struct adtmap_source *given, struct blob *blob,
                                    struct adtmap_message *failure)
{
    const struct diag diag = {.failure = failure};
    struct source *source;
    struct source_file file;
    assert_int_equal(source_callbacks_open(given, &diag, &source), ADTMAP_OK);
    assert_int_equal(source->v->find(source, "world/maps/a.txt", &file), SOURCE_PRESENT);
    enum adtmap_status status = source->v->read(&file, "world/maps/a.txt", NULL, &diag, blob);
    assert_int_equal(((struct odd *)given->user)->open_count, 0);
    source->v->destroy(source);
    return status;
}

static void names_are_found_in_any_spelling_and_asked_for_in_their_own(void **state)
{
    (void)state;
    struct odd odd = sound();
    const struct adtmap_source given = source_of(&odd);
    struct source *source;
    struct source_file file;
    struct file_stamp stamp;
    uint64_t bytes;
    char text[64];
    assert_int_equal(source_callbacks_open(&given, &diag_silent, &source), ADTMAP_OK);
    assert_int_equal(source->v->name_count(source), 2); /* not what leads outside */
    assert_string_equal(source->v->name(source, 1), "world/maps/b.txt");
    assert_int_equal(source->v->find(source, "world/maps/c.txt", &file), SOURCE_ABSENT);
    assert_int_equal(source->v->find(source, "world/maps/a.txt", &file), SOURCE_PRESENT);
    source->v->origin(&file, "world/maps/a.txt", text, sizeof text);
    assert_string_equal(text, "odd:World\\Maps\\A.txt");
    assert_true(source->v->size(&file, &bytes));
    assert_int_equal(bytes, strlen(contents));
    assert_string_equal(odd.opened, "World\\Maps\\A.txt");
    assert_false(source->v->stamp(&file, &stamp));
    source->v->destroy(source);
}

static void without_a_list_files_are_asked_for_by_canonical_names(void **state)
{
    (void)state;
    struct odd odd = sound();
    struct adtmap_source given = source_of(&odd);
    struct blob blob;
    given.list = NULL;
    given.exists = odd_exists;
    assert_int_equal(read_file(&given, &blob, NULL), ADTMAP_OK);
    assert_string_equal(odd.opened, "world/maps/a.txt");
    blob_release(&blob);
}

static void bytes_may_come_one_by_one(void **state)
{
    (void)state;
    struct odd odd = sound();
    const struct adtmap_source given = source_of(&odd);
    struct blob blob;
    odd.most = 1;
    assert_int_equal(read_file(&given, &blob, NULL), ADTMAP_OK);
    assert_int_equal(blob.size, strlen(contents));
    assert_memory_equal(blob.data, contents, blob.size);
    blob_release(&blob);
}

static void what_is_wrong_fails_the_file_in_one_line(void **state)
{
    (void)state;
    struct odd missing = sound(), broken = sound(), unknown = sound(), nothing = sound();
    struct odd cut_off = sound(), huge = sound(), more = sound();
    missing.open_status = ADTMAP_NOT_FOUND;
    broken.read_status = ADTMAP_BAD_DATA;
    unknown.read_status = (enum adtmap_status)77;
    nothing.gives_nothing = true;
    cut_off.told_bytes = 40;
    huge.told_bytes = UINT64_C(1) << 60;
    more.most = 8;
    more.excess = 1;
    const struct {
        struct odd *odd;
        enum adtmap_status status;
        const char *what;
    } cases[] = {
        {&missing, ADTMAP_NOT_FOUND, "cannot open: not found"},
        {&broken, ADTMAP_BAD_DATA, "cannot read: bad data"},
        {&unknown, ADTMAP_IO, "cannot read: the source says no known status"},
        {&nothing, ADTMAP_IO, "cannot open: the source gives no file"},
        {&cut_off, ADTMAP_BAD_DATA, "cut off: the source says 40 bytes"},
        {&huge, ADTMAP_LIMIT, "1152921504606846976 bytes, 268435456 are the most that is read"},
        {&more, ADTMAP_IO, "cannot read: the source gives 5 bytes where 4 were asked for"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct adtmap_source given = source_of(cases[i].odd);
        struct adtmap_message failure = {0};
        struct blob blob;
        assert_int_equal(read_file(&given, &blob, &failure), cases[i].status);
        assert_string_equal(failure.what, cases[i].what);
        assert_null(blob.data);
    }
}

static void a_source_that_lacks_functions_or_fails_to_list_is_not_opened(void **state)
{
    (void)state;
    struct odd odd = sound();
    struct adtmap_source given = source_of(&odd);
    struct adtmap_data *data;
    struct adtmap_message failure;
    given.list = NULL;
    assert_int_equal(adtmap_data_open_source(NULL, 0, &given, NULL, &data, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "the source has no list or exists");
    given.read = NULL;
    assert_int_equal(adtmap_data_open_source(NULL, 0, &given, NULL, &data, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_string_equal(failure.what, "the source has no read");
    given.struct_bytes = 3;
    assert_int_equal(adtmap_data_open_source(NULL, 0, &given, NULL, &data, &failure),
                     ADTMAP_BAD_ARGUMENT);
    assert_null(data);
    given = source_of(&odd);
    odd.list_status = ADTMAP_IO;
    assert_int_equal(adtmap_data_open_source(NULL, 0, &given, NULL, &data, &failure), ADTMAP_IO);
    assert_string_equal(failure.what, "cannot list its files: input/output error");
    assert_null(data);
}

int test_source_callbacks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_in_any_spelling_and_asked_for_in_their_own),
        cmocka_unit_test(without_a_list_files_are_asked_for_by_canonical_names),
        cmocka_unit_test(bytes_may_come_one_by_one),
        cmocka_unit_test(what_is_wrong_fails_the_file_in_one_line),
        cmocka_unit_test(a_source_that_lacks_functions_or_fails_to_list_is_not_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
