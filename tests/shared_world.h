/*
 * Demo worlds that tests only read. In a run of ctest they are those that its scripts read, too, in
 * the folder that $WORLDS names; else they are written for the test.
 */
#ifndef TESTS_SHARED_WORLD_H
#define TESTS_SHARED_WORLD_H

#include "assets/temporary.h"
#include "demo/demo.h"

struct shared_world {
    char path[256];
    struct temporary own; /* without a path if the world is shared */
};

static inline struct shared_world shared_world_open(const char *era)
{
    struct shared_world world = {0};
    if (!getenv("WORLDS")) {
        const struct diag diag = {0};
        world.own = temporary_make();
        snprintf(world.path, sizeof world.path, "%s", world.own.path);
        assert_int_equal(demo_write(world.path, era, &diag), ADTMAP_OK);
        return world;
    }
    char command[512];
    snprintf(command, sizeof command, "'%s/tests/cli/shared_world' \"$WORLDS\" '%s'",
             TEST_SOURCE_DIR, era);
    FILE *answer = popen(command, "r");
    assert_non_null(answer);
    assert_non_null(fgets(world.path, sizeof world.path, answer));
    assert_int_equal(pclose(answer), 0);
    world.path[strcspn(world.path, "\n")] = '\0';
    return world;
}

static inline void shared_world_close(struct shared_world *world)
{
    if (world->own.path[0]) {
        temporary_remove(&world->own);
    }
}

#endif
