/* JSON out: appends text straight to a buf, no tree. The writer puts commas;
 * calls must nest properly, a mistake is a BUG.
 *
 *     struct jout j = jout_to(&buf);
 *     jout_open_object(&j);
 *     jout_field_int(&j, "seq", 7);
 *     jout_field_array(&j, "seats");  ...  jout_close_array(&j);
 *     jout_close_object(&j);                                               */
#ifndef BASE_JOUT_H
#define BASE_JOUT_H

#include "base/buf.h"

enum { JOUT_DEPTH = 63 };

struct jout {
    struct buf *to;
    uint64_t    filled; /* bit d: depth d already has an item */
    uint8_t     depth;
    bool        after_key;
    bool        ascii; /* write \uXXXX for everything above 0x7E */
};

static inline struct jout jout_to(struct buf *to)
{
    return (struct jout){ .to = to };
}

void jout_open_object(struct jout *j);
void jout_close_object(struct jout *j);
void jout_open_array(struct jout *j);
void jout_close_array(struct jout *j);

/* A plain key needs no escaping. Nearly all are literals, so the compiler knows
 * their length here. */
void               jout_key_plain(struct jout *j, const char *key, size_t len);
static inline void jout_key(struct jout *j, const char *key)
{
    jout_key_plain(j, key, strlen(key));
}
void jout_key_str(struct jout *j, struct str key);

void jout_str(struct jout *j, struct str s); /* must be valid UTF-8 */
void jout_text(struct jout *j, const char *text);
void jout_int(struct jout *j, int64_t value);
void jout_uint(struct jout *j, uint64_t value);
void jout_real(struct jout *j, double value, int decimals);
void jout_bool(struct jout *j, bool value);
void jout_null(struct jout *j);
void jout_raw(struct jout *j, struct str json); /* ready-made JSON text */

/* Key and value in one call; the last two write the key and the bracket. */
static inline void jout_field_str(struct jout *j, const char *key, struct str s)
{
    jout_key(j, key);
    jout_str(j, s);
}
static inline void jout_field_text(struct jout *j, const char *key, const char *text)
{
    jout_key(j, key);
    jout_text(j, text);
}
static inline void jout_field_int(struct jout *j, const char *key, int64_t value)
{
    jout_key(j, key);
    jout_int(j, value);
}
static inline void jout_field_uint(struct jout *j, const char *key, uint64_t value)
{
    jout_key(j, key);
    jout_uint(j, value);
}
static inline void jout_field_real(struct jout *j, const char *key, double value, int decimals)
{
    jout_key(j, key);
    jout_real(j, value, decimals);
}
static inline void jout_field_bool(struct jout *j, const char *key, bool value)
{
    jout_key(j, key);
    jout_bool(j, value);
}
static inline void jout_field_null(struct jout *j, const char *key)
{
    jout_key(j, key);
    jout_null(j);
}
static inline void jout_field_raw(struct jout *j, const char *key, struct str json)
{
    jout_key(j, key);
    jout_raw(j, json);
}
static inline void jout_field_object(struct jout *j, const char *key)
{
    jout_key(j, key);
    jout_open_object(j);
}
static inline void jout_field_array(struct jout *j, const char *key)
{
    jout_key(j, key);
    jout_open_array(j);
}

#endif
