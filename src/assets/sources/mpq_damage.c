#include "assets/sources/mpq_damage.h"

bool mpq_damage_is_too_much(const struct mpq_damage *damage)
{
    return damage->files >= MPQ_DAMAGED_FILES_MOST || damage->seconds >= MPQ_DAMAGED_SECONDS_MOST;
}

bool mpq_damage_add(struct mpq_damage *damage, unsigned seconds)
{
    bool was_too_much = mpq_damage_is_too_much(damage);
    damage->files++;
    damage->seconds += seconds;
    return !was_too_much && mpq_damage_is_too_much(damage);
}
