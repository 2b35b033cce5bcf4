#include "assets/sources/mpq/mpq_waste.h"

bool mpq_waste_is_too_much(const struct mpq_waste *waste)
{
    return atomic_load_explicit(&waste->work, memory_order_relaxed) >= MPQ_WASTE_MAX;
}

bool mpq_waste_add_damaged(struct mpq_waste *waste, uint64_t work)
{
    uint64_t before = atomic_fetch_add_explicit(&waste->work, work, memory_order_relaxed);
    return before < MPQ_WASTE_MAX && before + work >= MPQ_WASTE_MAX;
}

uint64_t mpq_waste_fair_bytes(uint64_t packed_bytes, uint64_t archive_bytes, uint64_t named_bytes)
{
    uint64_t fair = packed_bytes * MPQ_WASTE_RATIO;
    return named_bytes <= archive_bytes
               ? fair
               : (uint64_t)((double)fair * ((double)archive_bytes / (double)named_bytes));
}

bool mpq_waste_add_sound(struct mpq_waste *waste, uint64_t work, uint64_t fair_bytes,
                         uint64_t bytes)
{
    double excess = bytes > fair_bytes ? 1.0 - (double)fair_bytes / (double)bytes : 0.0;
    return mpq_waste_add_damaged(waste, (uint64_t)((double)work * excess));
}
