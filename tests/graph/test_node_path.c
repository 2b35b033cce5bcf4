/* Paths of nodes that are taken apart again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "graph/node_path.h"

static void a_zone_and_the_path_of_its_picture(void **state)
{
    (void)state;
    char path[NODE_MINIMAP_BYTES];
    char name[NODE_MINIMAP_BYTES] = "";
    node_zone_path("High-Fells_2", path);
    assert_string_equal(path, "zones/High-Fells_2.png");
    assert_true(node_zone_name(path, name));
    assert_string_equal(name, "High-Fells_2");
    assert_false(node_zone_name("zones/.png", name));
    assert_false(node_zone_name("zones/Fells.json", name));
    assert_false(node_zone_name("tiles/zones/Fells.png", name));
    assert_false(node_zone_name("zones.json", name));
}

int test_node_path(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_and_the_path_of_its_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
