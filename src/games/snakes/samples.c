#include "games/snakes/samples.h"

#define Z4_ROW "Z4Z4Z4Z4Z4Z4Z4"

const struct sample snake_samples[] = {
    {
        .name = "Straight",
        .description = "Goes ahead as long as its body is behind it.",
        .templates = "S,S,S,S",
        .map = { { 3, 3, 3, 4, "S0" } },
    },
    {
        .name = "Biter",
        .description = "Bites a tail right ahead, else goes where it sees one, else straight on.",
        .templates = "S,S,S,S",
        .map = { { 3, 3, 3, 2, "Z0" }, { 3, 6, 0, 0, Z4_ROW Z4_ROW Z4_ROW Z4_ROW Z4_ROW }, { 3, 3, 3, 4, "S0" } },
    },
    {
        .name = "Shy",
        .description = "Goes where nobody is within three rows, else anywhere but into itself or the border.",
        .templates = "XYZ,STW,S,S",
        .map = { { 3, 3, 2, 0, "a0a0a0--------a0a0a0--------a0V0a0" }, { 3, 3, 3, 2, "b4" } },
    },
    { 0 },
};

void sample_program(const struct sample *s, struct snake_program *out)
{
    struct str templates = str_of(s->templates);

    memset(out, 0, sizeof *out);
    out->present = 1;
    for (int i = 0; i < TEMPLATES; i++)
        out->template[i] = (uint8_t)template_read(str_cut(&templates, ','));
    for (size_t m = 0; m < ARRAY_LEN(s->map) && s->map[m].line; m++) {
        struct snake_map *map = &out->map[out->n_maps++];
        const char       *pair = s->map[m].line;

        map->head_x = s->map[m].head_x;
        map->head_y = s->map[m].head_y;
        for (int cell = s->map[m].y * MAP_SIDE + s->map[m].x; *pair; cell++, pair += 2) {
            map->cell[cell].pattern = *pair == '-' ? 0 : *pair;
            map->cell[cell].group = *pair == '-' ? 0 : (uint8_t)(pair[1] - '0');
        }
    }
}
