/* The choice of instructions that kernels use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "os/cpu.h"

static void what_every_machine_has_is_given_as_asked(void **state)
{
    (void)state;
    assert_int_equal(cpu_choose(ADTMAP_CPU_PLAIN), ADTMAP_CPU_PLAIN);
    assert_int_equal(cpu_choose(ADTMAP_CPU_BASE), ADTMAP_CPU_BASE);
}

static void what_the_machine_lacks_becomes_the_best_it_has(void **state)
{
    (void)state;
    enum adtmap_cpu best = cpu_choose(ADTMAP_CPU_AUTO);
    assert_true(best >= ADTMAP_CPU_BASE);
    assert_int_equal(cpu_choose(best), best);
    for (int cpu = ADTMAP_CPU_AVX2; cpu < ADTMAP_CPU_KINDS; cpu++) {
        enum adtmap_cpu chosen = cpu_choose((enum adtmap_cpu)cpu);
        assert_true(chosen == (enum adtmap_cpu)cpu || chosen == best);
    }
}

int test_cpu(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_every_machine_has_is_given_as_asked),
        cmocka_unit_test(what_the_machine_lacks_becomes_the_best_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
