#include "games/snakes/program.h"

static int thing_of(char letter)
{
    const char *at = letter ? strchr(THING_LETTERS, letter) : NULL;

    return at ? (int)(at - THING_LETTERS) : -1;
}

unsigned pattern_things(const struct snake_program *p, char pattern)
{
    bool     inverted = pattern >= 'a' && pattern <= 'z';
    char     letter = inverted ? (char)(pattern - 'a' + 'A') : pattern;
    unsigned things = letter >= 'A' && letter <= 'D' ? p->template[letter - 'A']
                      : thing_of(letter) >= 0        ? 1u << thing_of(letter)
                                                     : 0;

    if (!things)
        return 0;
    return inverted ? ~things & ((1u << THINGS) - 1) : things;
}

unsigned template_read(struct str text)
{
    unsigned things = 0;

    for (size_t i = 0; i < text.len; i++) {
        if (thing_of(text.at[i]) < 0)
            return 0;
        things |= 1u << thing_of(text.at[i]);
    }
    return things;
}

void template_write(unsigned things, struct buf *out)
{
    for (int i = 0; i < THINGS; i++)
        if (things & 1u << i)
            buf_char(out, THING_LETTERS[i]);
}

void program_write(const struct snake_program *p, struct buf *out)
{
    for (int i = 0; i < TEMPLATES; i++) {
        if (i)
            buf_char(out, ',');
        template_write(p->template[i], out);
    }
    for (int m = 0; m < p->n_maps; m++) {
        const struct snake_map *map = &p->map[m];

        buf_char(out, ';');
        buf_int(out, map->head_x);
        buf_int(out, map->head_y);
        buf_char(out, ';');
        for (int i = 0; i < MAP_CELLS; i++) {
            buf_char(out, map->cell[i].pattern ? map->cell[i].pattern : '-');
            buf_char(out, map->cell[i].pattern ? (char)('0' + map->cell[i].group) : '-');
        }
    }
}

static bool read_map(struct str head, struct str cells, const struct snake_program *p, struct snake_map *map)
{
    if (head.len != 2 || cells.len != 2 * MAP_CELLS)
        return false;
    map->head_x = (uint8_t)(head.at[0] - '0');
    map->head_y = (uint8_t)(head.at[1] - '0');
    if (map->head_x >= MAP_SIDE || map->head_y >= MAP_SIDE)
        return false;
    for (int i = 0; i < MAP_CELLS; i++) {
        char pattern = cells.at[2 * i], group = cells.at[2 * i + 1];

        if (pattern == '-' && group == '-')
            continue;
        if (!pattern_things(p, pattern) || group < '0' || group > '7')
            return false;
        map->cell[i].pattern = pattern;
        map->cell[i].group = (uint8_t)(group - '0');
    }
    return map->cell[map->head_y * MAP_SIDE + map->head_x].pattern == 0;
}

enum err program_read(struct str text, struct snake_program *out)
{
    struct snake_program p = { .present = 1 };
    struct str           templates = str_cut(&text, ';');

    for (int i = 0; i < TEMPLATES; i++) {
        p.template[i] = (uint8_t)template_read(str_cut(&templates, ','));
        if (!p.template[i] || p.template[i] == (1u << THINGS) - 1)
            return ERR_MALFORMED;
    }
    while (text.at) {
        struct str head = str_cut(&text, ';');

        if (p.n_maps == PROGRAM_MAPS || !text.at || !read_map(head, str_cut(&text, ';'), &p, &p.map[p.n_maps++]))
            return ERR_MALFORMED;
    }
    if (p.n_maps == 0)
        return ERR_MALFORMED;
    *out = p;
    return ERR_OK;
}
