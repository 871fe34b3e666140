/* SPDX-License-Identifier: 0BSD
 * By how much `diff --fail-on` lets a number grow: each unit and percentages, to the byte; what is
 * no limit. 0.01 s. */
#include "tools/diff/limits.h"
#include "unit.h"

static const struct {
    const char *text;
    TotalId of;
    double more;
} row[] = {{"ram+0", T_RAM, 0},
           {"ram+1", T_RAM, 1},
           {"ram+1K", T_RAM, 1024},
           {"flash+3K", T_FLASH, 3072},
           {"code+2M", T_CODE, 2097152},
           {"stack+1K", T_STACK, 1024},
           {"macs+1K", T_MACS, 1000},
           {"macs+2M", T_MACS, 2000000},
           {"time+1K", T_TIME, 1000},
           {"time+1M", T_TIME, 1000000},
           {"ram+999999999999999", T_RAM, 999999999999999.0}};

static const char *const wrong[] = {
    "",        "ram",     "ram+",    "ram-1",    "ram+K",   "ram+1KB",
    "ram+1k",  "ram+1%%", "ram+1.5", "ram+1.5K", "ram+.5%", "ram+1..5%",
    "ram+1K%", "ram+ 1",  "arena+1", "steps+1",  "RAM+1",   "ram+1000000000000000"};

static int check(const DiffLimit *limit, int64_t was, int64_t is)
{
    Diff d = {.path = {"old", "new"}};
    for (TotalId i = 0; i < TOTALS; i++)
        d.total[i] = (Total){"name", "title", 5, 5};
    d.total[limit->of].was = was;
    d.total[limit->of].is = is;
    return check_limits(&d, limit, 1);
}

/* What grows by just so much passes, and one more does not; what shrinks passes. */
static void check_amounts(void)
{
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        DiffLimit limit;
        CHECK(parse_limit(row[i].text, &limit), "%s", row[i].text);
        CHECK(limit.of == row[i].of && limit.more == row[i].more && !limit.percent, "%s: %g",
              row[i].text, limit.more);
        const int64_t most = 7 + (int64_t)row[i].more;
        CHECK(check(&limit, 7, most) == 0, "%s: at the limit", row[i].text);
        CHECK(check(&limit, 7, most + 1) == DIFF_EXCEEDED, "%s: beyond", row[i].text);
        CHECK(check(&limit, 7, 0) == 0, "%s: less", row[i].text);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        DiffLimit limit;
        CHECK(!parse_limit(wrong[i], &limit), "'%s' is a limit", wrong[i]);
    }
}

/* An eighth of 1,000 is 125; of nothing every part is nothing. */
static void check_percentages(void)
{
    DiffLimit limit;
    CHECK(parse_limit("flash+12.5%", &limit) && limit.percent && limit.more == 12.5, "12.5 %%");
    CHECK(check(&limit, 1000, 1125) == 0, "at the limit");
    CHECK(check(&limit, 1000, 1126) == DIFF_EXCEEDED, "beyond");
    CHECK(check(&limit, 0, 0) == 0 && check(&limit, 0, 1) == DIFF_EXCEEDED, "of nothing");
    CHECK(parse_limit("macs+0%", &limit) && check(&limit, 9, 9) == 0 &&
              check(&limit, 9, 10) == DIFF_EXCEEDED,
          "none");
}

/* One of several is enough, whichever it is. */
static void check_several(void)
{
    for (int over = 0; over < 4; over++) {
        DiffLimit limit[3];
        Diff d = {.path = {"old", "new"}};
        static const TotalId of[] = {T_RAM, T_FLASH, T_MACS};
        parse_limit("ram+1", &limit[0]);
        parse_limit("flash+1", &limit[1]);
        parse_limit("macs+1", &limit[2]);
        for (int i = 0; i < 3; i++)
            d.total[of[i]] = (Total){"name", "title", 0, i == over ? 2 : 1};
        CHECK(check_limits(&d, limit, 3) == (over < 3 ? DIFF_EXCEEDED : 0), "limit %d", over);
    }
}

static void check_needs(void)
{
    static const struct {
        const char *text, *unsized;
    } needs[] = {
        {"ram+0", ""}, {"flash+0", ""}, {"macs+0", ""}, {"code+0", "--cc"}, {"stack+0", "--cc"}};
    DiffLimit limit;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        CHECK(parse_limit(needs[i].text, &limit), "%s", needs[i].text);
        const char *got = limit_needs(&limit, false, false);
        CHECK(strcmp(got ? got : "", needs[i].unsized) == 0, "%s needs %s", needs[i].text, got);
        CHECK(!limit_needs(&limit, true, false), "%s with sizes", needs[i].text);
    }
    CHECK(parse_limit("time+0", &limit) && limit_needs(&limit, true, false) &&
              !limit_needs(&limit, false, true),
          "times");
}

int main(void)
{
    if (!freopen("/dev/null", "w", stderr)) /* names each limit that is exceeded */
        return 1;
    check_amounts();
    check_percentages();
    check_several();
    check_needs();
    return unit_result("limits");
}
