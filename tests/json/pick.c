/* SPDX-License-Identifier: 0BSD
 * Prints a member of the JSON on standard input, by names and numbers: `pick models 0 name`; fails
 * if it is none, or if the input is no JSON. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

static int print_member(const cJSON *at, int names, char **name)
{
    for (int i = 0; i < names && at; i++)
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(name[i]))
                               : cJSON_GetObjectItemCaseSensitive(at, name[i]);
    if (!at) {
        fprintf(stderr, "pick: no %s\n", names > 0 ? name[names - 1] : "JSON");
        return 1;
    }
    char *written = cJSON_IsString(at) ? NULL : cJSON_PrintUnformatted(at);
    puts(written ? written : at->valuestring);
    cJSON_free(written);
    return 0;
}

int main(int argc, char **argv)
{
    static char text[1 << 24];
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    cJSON *whole = cJSON_ParseWithOpts(text, NULL, 1);
    const int failed = print_member(whole, argc - 1, argv + 1);
    cJSON_Delete(whole);
    return failed;
}
