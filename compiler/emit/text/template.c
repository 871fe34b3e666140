/* SPDX-License-Identifier: 0BSD
 * The filling of templates. */
#include "emit/text/template.h"
#include "base/embedded.h"

#include <string.h>

void fill_text(Text *t, const char *text, const Hole *hole, int n)
{
    for (const char *p = text; *p;) {
        size_t plain = strcspn(p, "@");
        text_bytes(t, p, plain);
        p += plain;
        if (!*p)
            break;
        const char *end = strchr(p + 1, '@');
        int i = 0;
        while (i < n && !(end && strlen(hole[i].key) == (size_t)(end - p - 1) &&
                          strncmp(hole[i].key, p + 1, (size_t)(end - p - 1)) == 0))
            i++;
        if (i == n)
            bug("a template has nothing for '%.20s'", p);
        text_add(t, "%s", hole[i].text ? hole[i].text : "");
        p = end + 1;
    }
}

void fill_template(Text *t, const char *name, const Hole *hole, int n)
{
    const char *text = embedded_text(name);
    if (!text)
        bug("no template %s", name);
    fill_text(t, text, hole, n);
}
