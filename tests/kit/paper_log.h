/* A log of several nodes that takes everything and keeps nothing, and a hall on
 * it that is stepped by hand. */
#ifndef KIT_PAPER_LOG_H
#define KIT_PAPER_LOG_H

#include "kit/by_hand.h"
#include "kit/folder.h"

#include "store/here.h"
#include "store/log.h"

struct paper {
    struct log    log;
    int64_t       stale_us;
    struct folder folder; /* of the hall's file */
};

static inline enum err paper_append(struct log *log, int64_t n, int64_t at, struct str body)
{
    (void)log, (void)n, (void)at, (void)body;
    return ERR_OK;
}

static inline bool paper_away(struct log *log, char problem[256])
{
    (void)log, (void)problem;
    return false;
}

static inline int64_t paper_stale(struct log *log)
{
    return ((struct paper *)log)->stale_us;
}

static inline struct hall *paper_open(struct paper *paper, const struct settings *settings)
{
    struct store *store;
    struct hall  *hall;
    char          problem[256] = "";

    *paper = (struct paper){ .log = { .epoch = 1, .append = paper_append, .away = paper_away, .stale_us = paper_stale } };
    log_set_level(LOG_ERROR);
    folder_make(&paper->folder);
    assert_int_equal(store_open_level(paper->folder.file, &store, problem), ERR_OK);
    store_lead(store, &paper->log);
    assert_int_equal(hall_open_on(store, settings, by_hand_nobody_to_wake, NULL, &hall, problem), ERR_OK);
    return hall;
}

#endif
