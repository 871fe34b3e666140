/* SPDX-License-Identifier: 0BSD
 * Prints a member of the JSON on standard input, by names and numbers: `pick models 0 name`; fails
 * if it is none, or if the input is no JSON. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static char text[1 << 24];
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    const cJSON *at = cJSON_ParseWithOpts(text, NULL, 1);
    for (int i = 1; i < argc && at; i++)
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(argv[i]))
                               : cJSON_GetObjectItemCaseSensitive(at, argv[i]);
    if (!at) {
        fprintf(stderr, "pick: no %s\n", argc > 1 ? argv[argc - 1] : "JSON");
        return 1;
    }
    if (cJSON_IsString(at))
        puts(at->valuestring);
    else
        puts(cJSON_PrintUnformatted(at));
    return 0;
}
