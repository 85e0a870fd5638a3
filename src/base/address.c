#include "base/address.h"

#include <arpa/inet.h>
#include <stdio.h>

bool address_normalize(const char *text, char out[ADDRESS_TEXT])
{
    static const unsigned char mapped[12] = { [10] = 0xFF, [11] = 0xFF };
    unsigned char              v6[16];
    struct in_addr             v4;

    if (inet_pton(AF_INET, text, &v4) == 1)
        return inet_ntop(AF_INET, &v4, out, ADDRESS_TEXT) != NULL;
    if (inet_pton(AF_INET6, text, v6) != 1)
        return false;
    if (memcmp(v6, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, v6 + 12, out, ADDRESS_TEXT) != NULL;
    return inet_ntop(AF_INET6, v6, out, ADDRESS_TEXT) != NULL;
}

void address_group(struct str address, char out[ADDRESS_TEXT])
{
    char          text[ADDRESS_TEXT], prefix[INET6_ADDRSTRLEN];
    unsigned char v6[16];

    out[0] = '\0';
    if (!str_copy(address, text, sizeof text) || inet_pton(AF_INET6, text, v6) != 1) {
        str_copy(address, out, ADDRESS_TEXT);
        return;
    }
    memset(v6 + 8, 0, 8);
    inet_ntop(AF_INET6, v6, prefix, sizeof prefix);
    snprintf(out, ADDRESS_TEXT, "%.43s/64", prefix);
}

uint64_t address_key(const char *address)
{
    char     group[ADDRESS_TEXT];
    uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */

    address_group(str_of(address), group);
    for (const char *at = group; *at; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
    return hash ? hash : 1;
}
