#include "hall/dialect.h"

extern const struct dialect santorini_dialect;
const struct dialect        santorini_dialect = { 0 };
