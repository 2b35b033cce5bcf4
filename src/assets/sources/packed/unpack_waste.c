#include "assets/sources/packed/unpack_waste.h"

bool unpack_waste_is_too_much(const struct unpack_waste *waste)
{
    return atomic_load_explicit(&waste->work, memory_order_relaxed) >= UNPACK_WASTE_MAX;
}

bool unpack_waste_add_damaged(struct unpack_waste *waste, uint64_t work)
{
    uint64_t before = atomic_fetch_add_explicit(&waste->work, work, memory_order_relaxed);
    return before < UNPACK_WASTE_MAX && before + work >= UNPACK_WASTE_MAX;
}

uint64_t unpack_waste_fair_bytes(uint64_t packed_bytes, uint64_t archive_bytes,
                                 uint64_t named_bytes)
{
    uint64_t fair = packed_bytes * UNPACK_WASTE_RATIO;
    return named_bytes <= archive_bytes
               ? fair
               : (uint64_t)((double)fair * ((double)archive_bytes / (double)named_bytes));
}

bool unpack_waste_add_sound(struct unpack_waste *waste, uint64_t work, uint64_t fair_bytes,
                            uint64_t bytes)
{
    double excess = bytes > fair_bytes ? 1.0 - (double)fair_bytes / (double)bytes : 0.0;
    return unpack_waste_add_damaged(waste, (uint64_t)((double)work * excess));
}
