/* SPDX-License-Identifier: 0BSD
 * Pieces of HTML. What they write is well-formed XML, too. */
#include "tools/report/html.h"
#include "base/chars.h"
#include "base/words.h"

#include <string.h>

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

const char *html_long(const char *s)
{
    Text t = {0};
    for (const char *p = s; *p;) {
        uint32_t code = 0;
        int n = utf8_char((const unsigned char *)p, &code);
        if (entity(*p))
            text_add(&t, "%s", entity(*p));
        else if ((code & 0xFFFE) == 0xFFFE) /* no character, and forbidden in XML */
            text_add(&t, "\\u{%X}", (unsigned)code);
        else
            text_bytes(&t, p, (size_t)n);
        p += n;
    }
    return text_string(&t);
}

const char *html(const char *s)
{
    return html_long(printable(s));
}

const char *number_text(int64_t bytes)
{
    return grouped((uint64_t)bytes);
}

const char *percent(double part, double whole)
{
    return whole > 0 ? fmt_text("%.1f&#160;%%", 100 * part / whole) : "";
}

void table_start(Text *t, const char *class, const char *const *heading, int n)
{
    text_add(t, "<div class=\"wide\"><table class=\"%s\"><thead><tr>", class);
    for (int i = 0; i < n; i++)
        text_add(t, *heading[i] == '#' ? "<th class=\"n\">%s</th>" : "<th>%s</th>",
                 heading[i] + (*heading[i] == '#'));
    text_add(t, "</tr></thead><tbody>\n");
}

void table_end(Text *t)
{
    text_add(t, "</tbody></table></div>\n");
}

void add_cell(Text *t, const char *markup)
{
    text_add(t, "<td>%s</td>", markup);
}

void add_number_cell(Text *t, int64_t n)
{
    text_add(t, "<td class=\"n\">%s</td>", number_text(n));
}

void add_share_cell(Text *t, double part, double whole)
{
    text_add(t, "<td class=\"n\">%s</td>", percent(part, whole));
}

void add_bar_cell(Text *t, double part, double most)
{
    if (part > 0)
        text_add(t, "<td class=\"b\"><i style=\"width:max(1px,%.2f%%)\"></i></td>",
                 100 * part / most);
    else
        text_add(t, "<td></td>");
}
