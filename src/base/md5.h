/* MD5 (RFC 1321): names contents in a client's storage; says nothing about who made them. */
#ifndef BASE_MD5_H
#define BASE_MD5_H

#include <stddef.h>
#include <stdint.h>

struct md5 {
    uint8_t bytes[16];
};

struct md5 md5_of(const void *data, size_t size);

#endif
