/* Players of Snakes in tests: how they log in, and what replies tell them. */
#ifndef UNIT_SNAKES_HANDSHAKE_H
#define UNIT_SNAKES_HANDSHAKE_H

#include "kit/cmocka.h"

#include "base/buf.h"
#include "base/jin.h"

#include <openssl/sha.h>
#include <sodium.h>
#include <stdio.h>

/* What every player's stored hash is; the salt is "deadbeef". */
#define STORED "7ee4770b5f3cc1f3cd2ae0364c2911a23a089fa6"

/* The form of `login` at this time. */
static inline void login_form(char form[256], const char *login, long long at)
{
    unsigned char digest[SHA_DIGEST_LENGTH];
    char          text[80], hash[2 * SHA_DIGEST_LENGTH + 1];

    snprintf(text, sizeof text, STORED "%lld", at);
    SHA1((const unsigned char *)text, strlen(text), digest);
    sodium_bin2hex(hash, sizeof hash, digest, sizeof digest);
    snprintf(form, 256, "Request=login&Login=%s&Timestamp=%lld&Hash=%s", login, at, hash);
}

/* A text or a whole number of a reply, as text; empty if it is not there. */
static inline const char *member(const struct buf *reply, const char *key, char out[64])
{
    struct jin *doc;

    assert_int_equal(jin_parse(buf_view(reply), 16, 0, &doc), ERR_OK);
    const struct jin *value = jin_get(doc, key);
    if (jin_str_or(value, "").len)
        str_copy(jin_str_or(value, ""), out, 64);
    else
        snprintf(out, 64, "%lld", (long long)jin_int_or(value, -1));
    jin_free(doc);
    return out;
}

#endif
