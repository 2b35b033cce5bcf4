/*
 * What an archive costs beyond what a sound one does: the unpacking of files that turn out to be
 * damaged, and of contents that are far larger than their packed bytes. Beyond a limit no more of
 * its files are read, so that no archive holds a run up for more than some seconds.
 */
#ifndef ASSETS_SOURCES_PACKED_UNPACK_WASTE_H
#define ASSETS_SOURCES_PACKED_UNPACK_WASTE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Of a file that an archive or a storage packs: its contents, and its packed bytes where these are
 * in memory too. Beyond it is refused. Larger are films alone. */
enum { UNPACK_BYTES_MAX = 256 << 20 };

/* In bytes that zlib unpacks in the same time: some 3 seconds. */
static const uint64_t UNPACK_WASTE_MAX = UINT64_C(2) << 30;

/* Files of clients are at most about so many times as large as their packed bytes. */
enum { UNPACK_WASTE_RATIO = 64 };

/* Of one archive or storage; zero-initialised it is none. Used by any number of threads. */
struct unpack_waste {
    _Atomic uint64_t work;
};

/* Whether no more files of the archive are worth trying. */
bool unpack_waste_is_too_much(const struct unpack_waste *waste);

/* Counts a file that turned out to be damaged, and what trying it has cost. True for the one that
 * made it too much. */
bool unpack_waste_add_damaged(struct unpack_waste *waste, uint64_t work);

/*
 * How large the contents of a file of `packed_bytes` may be before they count. In a sound archive
 * no two files lie on the same bytes, so that `named_bytes`, the packed bytes of the files of all
 * its names, are at most `archive_bytes`. Where they are more each file has its share, so that all
 * names together get what one archive of this size may give.
 */
uint64_t unpack_waste_fair_bytes(uint64_t packed_bytes, uint64_t archive_bytes,
                                 uint64_t named_bytes);

/* Counts a sound file of `bytes`: of its cost, the part beyond `fair_bytes`. True for the one that
 * made it too much. */
bool unpack_waste_add_sound(struct unpack_waste *waste, uint64_t work, uint64_t fair_bytes,
                            uint64_t bytes);

#endif
