#include "base/shelf.h"

struct str shelf_get(const struct shelf *shelf, uint64_t number)
{
    size_t i = number % SHELF_TEXTS;

    return shelf->at[i].text.len && shelf->at[i].number == number ? buf_view(&shelf->at[i].text) : STR_NONE;
}

void shelf_put(struct shelf *shelf, uint64_t number, struct str text)
{
    size_t i = number % SHELF_TEXTS;

    buf_release(&shelf->at[i].text);
    buf_str(&shelf->at[i].text, text);
    shelf->at[i].number = number;
}

void shelf_drop(struct shelf *shelf, uint64_t number)
{
    if (shelf_get(shelf, number).len)
        buf_release(&shelf->at[number % SHELF_TEXTS].text);
}

void shelf_release(struct shelf *shelf)
{
    for (int i = 0; i < SHELF_TEXTS; i++)
        buf_release(&shelf->at[i].text);
}
