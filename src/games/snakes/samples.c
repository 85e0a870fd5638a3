#include "games/snakes/samples.h"

#define Z4_ROW "Z4Z4Z4Z4Z4Z4Z4"

const struct sample snake_samples[] = {
    {
        .name = "Straight",
        .description = "Goes ahead as long as its body is behind it.",
        .skin = 2,
        .templates = "S,S,S,S",
        .map = { { 3, 3, 3, 4, "S0" } },
    },
    {
        .name = "Biter",
        .description = "Bites a tail right ahead, else goes where it sees one, else straight on.",
        .skin = 5,
        .templates = "S,S,S,S",
        .map = { { 3, 3, 3, 2, "Z0" }, { 3, 6, 0, 0, Z4_ROW Z4_ROW Z4_ROW Z4_ROW Z4_ROW }, { 3, 3, 3, 4, "S0" } },
    },
    {
        .name = "Shy",
        .description = "Goes where nobody is within three rows, else anywhere but into itself or the border.",
        .skin = 3,
        .templates = "XYZ,STW,S,S",
        .map = { { 3, 3, 2, 0, "a0a0a0--------a0a0a0--------a0V0a0" }, { 3, 3, 3, 2, "b4" } },
    },
    {
        .name = "Adder",
        .description = "Bites, else chases the nearest tail it sees by ways that do not end; else straight on while there is room.",
        .skin = 6,
        .templates = "XYZ,STW,S,TVZ",
        .map = {
            { 3, 3, 3, 1, "D7----------D7Z0D7" },
            { 3, 3, 3, 2, "Z0" },
            { 3, 3, 3, 1, "Z4----------Z4--Z4" },
            { 3, 3, 3, 0, "Z4----------Z4D7Z4------Z4D7--D7Z4" },
            { 3, 6, 0, 0, "Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4D6Z4Z4Z4Z4Z4D6D7D6Z4Z4Z4D6D7Z4D7D6Z4" },
            { 6, 6, 0, 0, "Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4Z4D6Z4Z4Z4Z4Z4D6D7Z4Z4Z4Z4D6D7Z4" },
            { 3, 3, 3, 0, "V0------------V0----------D7V0D7------------------------S0" },
            { 3, 4, 1, 0, "V4V4V4V4V4----V4V4D6V4V4----V4D6D7D6V4----D6D7V4D7D6" },
        },
    },
    { 0 },
};

int sample_count(void)
{
    return (int)ARRAY_LEN(snake_samples) - 1;
}

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
