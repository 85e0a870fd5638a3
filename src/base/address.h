/* Client addresses as text: one canonical spelling each, and the group that
 * counts as one client. */
#ifndef BASE_ADDRESS_H
#define BASE_ADDRESS_H

#include "base/str.h"

#include <stdint.h>

enum { ADDRESS_TEXT = 48 };

/* Writes the canonical spelling of an address: "::ffff:1.2.3.4" becomes
 * "1.2.3.4", IPv6 follows RFC 5952. Returns false if `text` is not an address.
 * `out` may be `text`. */
bool address_normalize(const char *text, char out[ADDRESS_TEXT]);

/* The group of a normalized address that limits treat as one client: an IPv4
 * address, or the /64 of an IPv6 address, since one customer usually has all of
 * it. Anything else is its own group. */
void address_group(struct str address, char out[ADDRESS_TEXT]);

/* A hash of the group, never 0. */
uint64_t address_key(const char *address);

#endif
