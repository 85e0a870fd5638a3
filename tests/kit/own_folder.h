/* For tests that each get a folder of their own. */
#ifndef KIT_OWN_FOLDER_H
#define KIT_OWN_FOLDER_H

#include "kit/cmocka.h"
#include "kit/folder.h"

static struct folder folder;

static inline int make_folder(void **state)
{
    (void)state;
    folder_make(&folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    chmod(folder.path, 0700); /* a test may have taken its rights away */
    folder_remove(&folder);
    return 0;
}

#define in_a_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

#endif
