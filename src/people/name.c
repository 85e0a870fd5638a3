#include "people/name.h"

#include "base/address.h"
#include "base/err.h"

struct range {
    uint32_t first, last;
};

/* Invisible characters, those that change the writing direction, and those that
 * have no look of their own (private ones). */
static const struct range unseen[] = {
    { 0x00, 0x1F },     { 0x7F, 0xA0 },       { 0xAD, 0xAD },       { 0x34F, 0x34F },      { 0x61C, 0x61C },   { 0x115F, 0x1160 },
    { 0x17B4, 0x17B5 }, { 0x180B, 0x180F },   { 0x2000, 0x200F },   { 0x2028, 0x202F },    { 0x205F, 0x206F }, { 0x2800, 0x2800 },
    { 0x3000, 0x3000 }, { 0x3164, 0x3164 },   { 0xE000, 0xF8FF },   { 0xFE00, 0xFE0F },    { 0xFEFF, 0xFEFF }, { 0xFFA0, 0xFFA0 },
    { 0xFFF0, 0xFFFF }, { 0x1D173, 0x1D17A }, { 0xE0000, 0xE0FFF }, { 0xF0000, 0x10FFFF },
};

/* Scripts with letters that look alike: a name has letters of one of them only, so
 * that nobody is written with a foreign "a". Fullwidth and mathematical letters
 * are Latin ones in disguise, and belong to none. */
static const struct range latin[] = { { 'A', 'Z' },   { 'a', 'z' },    { 0xAA, 0xAA },   { 0xB5, 0xB5 },
                                      { 0xBA, 0xBA }, { 0xC0, 0x24F }, { 0x250, 0x2AF }, { 0x1E00, 0x1EFF } };
static const struct range greek[] = { { 0x370, 0x3FF }, { 0x1F00, 0x1FFF } };
static const struct range cyrillic[] = { { 0x400, 0x52F }, { 0x1C80, 0x1C8F }, { 0x2DE0, 0x2DFF }, { 0xA640, 0xA69F } };
static const struct range disguised[] = { { 0x2100, 0x214F }, { 0xFF01, 0xFF5E }, { 0x1D400, 0x1D7FF }, { 0x1F100, 0x1F1FF } };
static const struct range accents[] = { { 0x300, 0x36F } };
/* These have accented forms of their own, which look the same. */
static const struct range accented[] = { { 'A', 'Z' }, { 'a', 'z' }, { 0x410, 0x44F } };

static bool is_in(const struct range *ranges, size_t n, uint32_t point)
{
    for (size_t i = 0; i < n; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return true;
    return false;
}

#define IS_IN(ranges, point) is_in(ranges, ARRAY_LEN(ranges), point)

/* Names of computer players begin with "_"; addresses and steps of a path mean
 * something else wherever operators name people. */
static const char *whole_fault(struct str name)
{
    char address[ADDRESS_TEXT];

    if (name.at[0] == '_')
        return "must not begin with _";
    if (name.at[0] == ' ' || name.at[name.len - 1] == ' ')
        return "must not begin or end with a space";
    if (str_is(name, ".") || str_is(name, "..") || (str_copy(name, address, sizeof address) && address_normalize(address, address)))
        return "must not be a path or an address";
    return NULL;
}

const char *name_fault(struct str name)
{
    const char *fault = whole_fault(name);
    uint32_t    before = 0;
    bool        is_latin = false, is_greek = false, is_cyrillic = false;

    for (const char *at = name.at; !fault && at < name.at + name.len;) {
        uint32_t point = str_next_point(&at);

        if (IS_IN(unseen, point) || (point == ' ' && before == ' '))
            fault = "must not contain invisible characters";
        else if (IS_IN(disguised, point))
            fault = "must not contain letters in disguise";
        else if (IS_IN(accents, point) && (IS_IN(accented, before) || IS_IN(accents, before)))
            fault = "must be written with whole letters, not with accents added to them";
        is_latin |= IS_IN(latin, point);
        is_greek |= IS_IN(greek, point);
        is_cyrillic |= IS_IN(cyrillic, point);
        before = point;
    }
    if (!fault && is_latin + is_greek + is_cyrillic > 1)
        fault = "must not mix Latin, Greek and Cyrillic letters";
    return fault;
}
