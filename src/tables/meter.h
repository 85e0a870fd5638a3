/* What somebody writes in a minute (meter.c). Events of tables are counted where
 * they happen; a dialect counts the rows of its own that strangers make. */
#ifndef TABLES_METER_H
#define TABLES_METER_H

#include "hall/hall.h"

/* May whoever is being served write more, and this account (0: none)? */
bool meter_allows(struct hall *hall, uint64_t account);
/* They write a row with `bytes` bytes of text. */
void meter_charge(struct hall *hall, uint64_t account, size_t bytes);

#endif
