/* Names that people choose at the hall: they must not be taken for somebody
 * else's, nor for anything but a name. The protocols of the games have rules of
 * their own, which allow less. */
#ifndef PEOPLE_NAME_H
#define PEOPLE_NAME_H

#include "base/str.h"

/* What is wrong with a new name (not empty, valid UTF-8), or NULL. */
const char *name_fault(struct str name);

#endif
