/* meeple sim: computer players against each other. */
#include "cli/cli.h"
#include "cli/sim/crew.h"
#include "cli/sim/plan.h"
#include "cli/sim/report.h"

#include <stdio.h>

/* clang-format off */
const struct setting sim_settings[] = {
    { .name = "seats", .meta = "PLAYER,PLAYER,...", .help = "the players, one per seat: NAME, NAME:LEVEL, level:N (the strongest at level N) or ./PROGRAM; default: random" },
    { .name = "rotate", .kind = SETTING_FLAG, .help = "play each seed once in every rotation of the seats" },
    { .name = "games", .kind = SETTING_INT, .default_value = "100", .meta = "N", .help = "number of games; --rotate rounds up" },
    { .name = "jobs", .kind = SETTING_INT, .default_value = "1", .meta = "N", .help = "games played in parallel" },
    { .name = "seed", .kind = SETTING_INT, .default_value = "1", .meta = "N", .help = "same seed, same games" },
    { .name = "nodes", .meta = "N|N,N,...", .help = "search budget per move, for all players or for each; default: that of the level" },
    { .name = "moves", .kind = SETTING_INT, .default_value = "20000", .meta = "N", .help = "a longer game counts as a draw" },
    { .name = "option", .kind = SETTING_LIST, .meta = "NAME=VALUE", .help = "an option of the game; can be repeated" },
    { .name = "map", .meta = "NAME", .help = "smallworld: one of the built-in maps" },
    { .name = "extra", .meta = "FILE", .help = "start from this map, position or programs, in the game's own text form" },
    { .name = "sprt", .meta = "LOW,HIGH", .help = "stop as soon as it is clear whether the first player is as weak as LOW or as strong as HIGH: Elo for two seats, percent of the wins for more" },
    { .name = "record", .meta = "FILE", .help = "write the games to this new file, for meeple replay N --file FILE" },
    { .name = "program-ms", .kind = SETTING_INT, .default_value = "10000", .meta = "N", .help = "an external program that takes longer for a move loses the game" },
    { .name = "json", .kind = SETTING_FLAG, .help = "print the result as one JSON object" },
    { 0 },
};
/* clang-format on */

static int simulate(const struct settings *settings, const struct plan *plan)
{
    struct score  score = { .match = &plan->match, .sprt = plan->sprt };
    struct record record;
    const char   *file = setting_text(settings, "record");
    double        seconds;

    if (file && !record_begin(&record, file))
        return STATUS_FAILED;
    bool played = crew_play(&plan->match, (int)setting_int(settings, "jobs"), &score, file ? &record : NULL, &seconds);
    if (file && !record_end(&record) && played)
        return complain("%s cannot be written", file);
    if (!played)
        return STATUS_FAILED;
    setting_flag(settings, "json") ? report_json(&score, seconds) : report_text(&score, seconds);
    return score.interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}

int run_sim(const struct settings *settings, struct words words)
{
    struct plan plan;
    int64_t     jobs = setting_int(settings, "jobs");
    int         status = STATUS_USAGE;

    if (jobs < 1 || jobs > JOBS_MAX) {
        complain("--jobs must be 1 to %d", JOBS_MAX);
        return STATUS_USAGE;
    }
    if (plan_read(&plan, settings, words.n ? words.at[0] : NULL))
        status = simulate(settings, &plan);
    plan_release(&plan);
    return status;
}
