/* Journals of earlier releases still replay, move by move, to the result that
 * they had: a table that was opened before an upgrade goes on after it.
 *
 *     upgrade FOLDER      every FOLDER/<game>-<n>.txt: setup, moves, result
 *
 * The files are golden playthroughs as that release wrote them, without the
 * last view. They are never written anew. */
#include "base/mem.h"
#include "game/text.h"
#include "laws/files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_result(struct str line)
{
    return str_starts(line, STR("over")) || str_starts(line, STR("cut off"));
}

static void write_result(const struct game *game, const void *state, int seats, struct buf *out)
{
    struct result result;

    game->result(state, &result);
    buf_text(out, result.over ? "over" : "cut off");
    for (int seat = 0; seat < seats; seat++)
        buf_printf(out, " %d:%d", result.rank[seat], (int)result.points[seat]);
}

/* What is wrong with the text, or NULL. */
static const char *fault_of(struct str text, struct buf *where)
{
    struct str         line = str_cut(&text, '\n'), name = str_cut(&line, ' ');
    const struct game *game = game_by_name(name);
    struct setup       setup;
    struct buf         extra = { 0 }, result = { 0 };
    struct refusal     why = { 0 };
    const char        *fault = NULL;

    if (!game || setup_read(game, line, &setup, &extra) != ERR_OK)
        return buf_release(&extra), "its setup cannot be read";
    void *state = mem_new(game->state_size);
    if (game_setup(game, state, &setup, &why) != ERR_OK)
        fault = "its setup is refused";
    while (!fault && text.len && !is_result(text)) {
        struct move m = { 0 };

        line = str_cut(&text, '\n');
        if (line_read(game, line, &m) != ERR_OK)
            fault = "a move cannot be read";
        else if (game->apply(state, &m, NULL, &why) != ERR_OK)
            fault = why.text ? why.text : "a move is refused";
        if (fault)
            buf_str(where, line);
    }
    write_result(game, state, setup.seats, &result);
    if (!fault && !str_eq(buf_view(&result), str_trim(str_cut(&text, '\n')))) {
        fault = "it ends with another result";
        buf_str(where, buf_view(&result));
    }
    free(state);
    buf_release(&extra);
    buf_release(&result);
    return fault;
}

int main(int argc, char **argv)
{
    int            checked = 0, failed = 0;
    DIR           *folder = argc == 2 ? opendir(argv[1]) : NULL;
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        struct buf text = { 0 }, where = { 0 };
        char       path[512];

        snprintf(path, sizeof path, "%s/%.200s", argv[1], entry->d_name);
        if (entry->d_name[0] == '.' || !file_read(path, &text))
            continue;
        const char *fault = fault_of(buf_view(&text), &where);
        if (fault)
            printf("%s: %s: %s\n", entry->d_name, fault, where.at ? where.at : "");
        checked++;
        failed += fault != NULL;
        buf_release(&text);
        buf_release(&where);
    }
    if (folder)
        closedir(folder);
    printf("%d passed, %d failed\n", checked - failed, failed);
    return checked > 0 && failed == 0 ? 0 : 1;
}
