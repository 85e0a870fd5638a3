/* Seals on saved games, outside test mode. A saved list passes through a
 * client, which may write its JSON anew: members in another order, other
 * blanks and escapes. So what is sealed is the list in one normal form, and
 * the seal travels in a member of its first command. It holds the game's seed
 * and a digest of the list, encrypted and authenticated with a key that never
 * leaves the store. */
#include "base/mem.h"
#include "games/smallworld/dialect/self.h"

#include <sodium.h>
#include <stdlib.h>

enum { DIGEST_BYTES = 32 };

struct secret {
    uint8_t seed[8]; /* the lowest byte first */
    uint8_t digest[DIGEST_BYTES];
};

struct sealed {
    uint8_t nonce[crypto_secretbox_NONCEBYTES];
    uint8_t box[crypto_secretbox_MACBYTES + sizeof(struct secret)];
};

/* ---- the key --------------------------------------------------------------- */

_Static_assert((int)SEAL_KEY_BYTES == (int)crypto_secretbox_KEYBYTES, "the key fits the box");

void sw_seal_key(struct smallworld *s)
{
    struct stmt *q = s->sql.key;
    bool         found = stmt_row(q) && stmt_col_blob(q, 0).len == SEAL_KEY_BYTES;

    if (found)
        memcpy(s->seal_key, stmt_col_blob(q, 0).at, SEAL_KEY_BYTES);
    stmt_done(q);
    if (found)
        return;
    hall_random(s->seal_key, SEAL_KEY_BYTES);
    stmt_blob(s->sql.key_add, 1, (struct str){ (const char *)s->seal_key, SEAL_KEY_BYTES });
    stmt_run(s->sql.key_add);
}

/* ---- the normal form --------------------------------------------------------- */

static int compare_members(const void *a, const void *b)
{
    const struct jin_member *x = a, *y = b;
    size_t                   least = x->key.len < y->key.len ? x->key.len : y->key.len;
    int                      order = memcmp(x->key.at, y->key.at, least);

    return order ? order : (x->key.len > y->key.len) - (x->key.len < y->key.len);
}

static void normal_value(const struct jin *v, struct jout *out);

static void normal_members(const struct jin *object, bool (*skips)(struct str key), struct jout *out)
{
    struct buf        members = { 0 };
    struct jin_member m = { 0 };

    while (jin_next(object, &m))
        if (!skips || !skips(m.key))
            buf_add(&members, &m, sizeof m);
    struct jin_member *all = (struct jin_member *)(void *)members.at;
    size_t             n = members.len / sizeof m;
    if (n)
        qsort(all, n, sizeof m, compare_members);
    for (size_t i = 0; i < n; i++) {
        jout_key_str(out, all[i].key);
        normal_value(all[i].value, out);
    }
    buf_release(&members);
}

static void normal_value(const struct jin *v, struct jout *out)
{
    int64_t number;
    double  real;

    switch (jin_kind(v)) {
    case JIN_OBJECT:
        jout_open_object(out);
        normal_members(v, NULL, out);
        jout_close_object(out);
        return;
    case JIN_ARRAY:
        jout_open_array(out);
        for (size_t i = 0; i < jin_count(v); i++)
            normal_value(jin_at(v, i), out);
        jout_close_array(out);
        return;
    case JIN_REAL: /* 2.0 and 2 are one number to most clients */
        if (jin_int(v, &number))
            jout_int(out, number);
        else if (jin_real(v, &real))
            jout_real(out, real, 6);
        return;
    default: {
        struct buf text = { 0 };

        jin_dump(v, &text);
        jout_raw(out, buf_view(&text));
        buf_release(&text);
    }
    }
}

static bool is_seal(struct str key)
{
    return str_is(key, SEAL);
}

static bool is_seal_or_secret(struct str key)
{
    static const char *const secrets[] = { "randseed", "visibleRaces", "visibleSpecialPowers", "visibleSpecialPower" };

    for (size_t i = 0; i < ARRAY_LEN(secrets); i++)
        if (str_is(key, secrets[i]))
            return true;
    return is_seal(key);
}

void sw_normal_list(const struct jin *list, bool hide, struct buf *out)
{
    struct jout j = jout_to(out);

    jout_open_array(&j);
    for (size_t i = 0; i < jin_count(list); i++) {
        jout_open_object(&j);
        normal_members(jin_at(list, i), hide ? is_seal_or_secret : is_seal, &j);
        jout_close_object(&j);
    }
    jout_close_array(&j);
}

/* ---- sealing ------------------------------------------------------------------ */

static void digest(struct str list, uint8_t out[DIGEST_BYTES])
{
    crypto_generichash(out, DIGEST_BYTES, (const unsigned char *)list.at, list.len, NULL, 0);
}

void sw_seal(const struct smallworld *s, uint64_t seed, struct str list, char out[SEAL_TEXT])
{
    struct secret secret;
    struct sealed sealed;

    _Static_assert((int)SEAL_TEXT >= (int)sodium_base64_ENCODED_LEN(sizeof sealed, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                   "a seal has room");
    for (size_t i = 0; i < sizeof secret.seed; i++)
        secret.seed[i] = (uint8_t)(seed >> 8 * i);
    digest(list, secret.digest);
    /* Made from what is sealed: the same list gives the same seal, and no nonce
     * serves two different ones. */
    crypto_generichash(sealed.nonce, sizeof sealed.nonce, (const unsigned char *)&secret, sizeof secret, s->seal_key,
                       SEAL_KEY_BYTES);
    crypto_secretbox_easy(sealed.box, (const unsigned char *)&secret, sizeof secret, sealed.nonce, s->seal_key);
    sodium_bin2base64(out, SEAL_TEXT, (const unsigned char *)&sealed, sizeof sealed, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool sw_unseal(const struct smallworld *s, struct str text, struct str list, uint64_t *seed)
{
    struct secret secret;
    struct sealed sealed;
    uint8_t       expected[DIGEST_BYTES];
    size_t        len;

    if (sodium_base642bin((unsigned char *)&sealed, sizeof sealed, text.at, text.len, NULL, &len, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        len != sizeof sealed)
        return false;
    if (crypto_secretbox_open_easy((unsigned char *)&secret, sealed.box, sizeof sealed.box, sealed.nonce, s->seal_key) != 0)
        return false;
    digest(list, expected);
    if (sodium_memcmp(expected, secret.digest, sizeof expected) != 0)
        return false;
    *seed = 0;
    for (size_t i = 0; i < sizeof secret.seed; i++)
        *seed |= (uint64_t)secret.seed[i] << 8 * i;
    return true;
}
