/* The flags of client files by name (ADT/v18 document; WMO document). */
#ifndef CLI_REPORT_FLAG_NAMES_H
#define CLI_REPORT_FLAG_NAMES_H

#include <stdint.h>

struct json;

/* The fields whose bits have names. */
enum flag_field {
    FLAGS_MPHD,
    FLAGS_MCNK,
    FLAGS_MCLY,
    FLAGS_MDDF,
    FLAGS_MODF,
    FLAGS_MOHD,
    FLAGS_MOMT,
    FLAGS_MOGP,   /* also MOGI */
    FLAGS_MOGP_2, /* the second flags of MOGP */
    FLAGS_MAVD,   /* also MAVG */
    FLAGS_M2,     /* of an M2's header */
    FLAG_FIELDS,
};

/*
 * Adds two members: `member`, the flags as "0x41", and `member`_set, an array with the name of each
 * bit that is set. A bit without a name stands there as "0x20".
 */
void flag_names_add(struct json *facts, const char *member, enum flag_field field, uint32_t flags);

/* The name of bit number `bit`, 0..31; NULL: it has none. */
const char *flag_name(enum flag_field field, unsigned bit);

/* Adds "0x..." as a string. */
void flag_names_add_hex(struct json *facts, const char *member, uint64_t value);

#endif
