#include "hall/dialect.h"

extern const struct dialect catan_dialect;
const struct dialect        catan_dialect = { 0 };
