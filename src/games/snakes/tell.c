/* The names of the game's things, and JSON Schemas of its view and board. */
#include "game/schema.h"
#include "games/snakes/rules.h"
#include "games/snakes/samples.h"

/* ---- names --------------------------------------------------------------- */

static const struct {
    const char *title, *text;
} things[THINGS] = {
    [OWN_BODY] = { "own body", "A cell of the snake itself, neither head nor tail." },
    [OWN_TAIL] = { "own tail", "The snake's own last cell, which it may enter." },
    [VACANT] = { "empty", "A cell of the field that nobody is on." },
    [BORDER] = { "border", "Any cell outside of the field." },
    [HEAD] = { "head", "The head of another snake." },
    [BODY] = { "body", "A cell of another snake, neither head nor tail." },
    [TAIL] = { "tail", "The last cell of another snake: entering it is a bite." },
};

static void write_name(struct jout *out, struct str name, const char *title, const char *text)
{
    jout_open_object(out);
    jout_field_str(out, "name", name);
    jout_field_text(out, "title", title);
    jout_field_text(out, "text", text);
    jout_close_object(out);
}

void snakes_names(struct jout *out)
{
    jout_field_array(out, "things");
    for (int i = 0; i < THINGS; i++)
        write_name(out, (struct str){ &THING_LETTERS[i], 1 }, things[i].title, things[i].text);
    jout_close_array(out);
    jout_field_array(out, "samples");
    for (int i = 0; i < sample_count(); i++)
        write_name(out, str_of(snake_samples[i].name), snake_samples[i].name, snake_samples[i].description);
    jout_close_array(out);
}

/* ---- schemas ------------------------------------------------------------- */

/* clang-format off */
#define SIZE_MEMBERS \
    { "width", "Columns of the field; x counts from the left, from 0.", .min = FIELD, .max = FIELD }, \
    { "height", "Rows of the field; y counts from the top, from 0.", .min = FIELD, .max = FIELD }
#define FACE { "face", "Where the head looks: 0 up, 1 right, 2 down, 3 left.", .max = 3 }

static const struct shape coordinates[] = {
    { "x", "Column.", .max = FIELD - 1 },
    { "y", "Row.", .max = FIELD - 1 },
    { 0 },
};
static const struct shape cell = { .meaning = "Column and row.", .type = TUPLE, .inside = coordinates };

static const struct shape snake_members[] = {
    FACE,
    { "length", "Cells that are left of it.", .max = CELLS_MAX },
    { "status", "Whether it can move: eaten snakes never will.", .type = WORD, .words = snake_status_words },
    { "cells", "Its cells from head to tail.", .type = LIST, .max = CELLS_MAX, .inside = &cell },
    { 0 },
};
static const struct shape snake = { .meaning = "A snake.", .type = OBJECT, .inside = snake_members, .flags = NULLABLE };

static const struct shape view_members[] = {
    SIZE_MEMBERS,
    { "turn", "Turns that were fought.", .max = TURNS_MAX },
    { "limit", "Turns after which the fight ends.", .min = 1, .max = TURNS_MAX },
    { "end", "How the fight ended: at its limit, because nobody could move, or because one snake is left.", .type = WORD,
      .words = snake_end_words },
    { "snakes", "The snakes by position; null: no snake began there.", .type = LIST, .min = SNAKES, .max = SNAKES, .inside = &snake },
    { 0 },
};

static const struct shape start_members[] = {
    { "cells", "From head to tail.", .type = LIST, .min = SNAKE_START, .max = SNAKE_START, .inside = &cell },
    FACE,
    { 0 },
};
static const struct shape start = { .meaning = "A start.", .type = OBJECT, .inside = start_members };

static const struct shape board_members[] = {
    SIZE_MEMBERS,
    { "starts", "Where the snakes begin, by position.", .type = LIST, .min = SNAKES, .max = SNAKES, .inside = &start },
    { 0 },
};

const struct shapes snakes_shapes = { .view = view_members, .board = board_members };
/* clang-format on */
