/* SPDX-License-Identifier: 0BSD
 * The ecosystems for which a model can be packed: a row each. */
#include "tools/package/ecosystems.h"
#include "base/words.h"
#include "tools/package/rust.h"

#include <string.h>

#define HOSTED_MAIN .head = "int main(void)", .end = "    return failed != 0;"

const Ecosystem ecosystems[] = {
    {.name = "zephyr",
     .title = "Zephyr",
     .example = "sample",
     .cases = "sample/src",
     .main = {.file = "main.c", HOSTED_MAIN},
     .file = {{"zephyr/module.yml", "module.yml.in"},
              {"zephyr/CMakeLists.txt", "CMakeLists.txt.in"},
              {"zephyr/Kconfig", "Kconfig.in"},
              {"sample/CMakeLists.txt", "sample.cmake.in"},
              {"sample/prj.conf", "prj.conf.in"},
              {"sample/sample.yaml", "sample.yaml.in"}}},
    {.name = "arduino",
     .title = "Arduino",
     .example = "examples/@name@",
     .cases = "examples/@name@",
     .file = {{"library.properties", "library.properties.in"},
              {"examples/@name@/@name@.ino", "sketch.ino.in"}}},
    {.name = "platformio",
     .title = "PlatformIO",
     .most_name = 50,
     .example = "examples/@name@",
     .cases = "examples/@name@/src",
     .main = {.file = "main.c", HOSTED_MAIN},
     .file = {{"library.json", "library.json.in"},
              {"examples/@name@/platformio.ini", "platformio.ini.in"}}},
    {.name = "espidf",
     .title = "ESP-IDF",
     .example = "examples/@name@",
     .cases = "examples/@name@/main",
     .main = {.file = "main.c", .head = "void app_main(void)"},
     .file = {{"CMakeLists.txt", "CMakeLists.txt.in"},
              {"idf_component.yml", "idf_component.yml.in"},
              {"examples/@name@/CMakeLists.txt", "project.cmake.in"},
              {"examples/@name@/main/CMakeLists.txt", "main.cmake.in"}}},
    {.name = "pico",
     .title = "the Raspberry Pi Pico SDK",
     .example = "example",
     .cases = "example",
     .main = {.file = "main.c",
              .include = "#include <pico/stdlib.h>",
              .start = "    stdio_init_all();",
              HOSTED_MAIN},
     .file = {{"CMakeLists.txt", "CMakeLists.txt.in"},
              {"example/CMakeLists.txt", "example.cmake.in"}}},
    {.name = "cmsis-pack",
     .title = "CMSIS-Pack",
     .most_name = 32,
     .example = "example",
     .cases = "example",
     .main = {.file = "main.c", HOSTED_MAIN},
     .file = {{"ptec.@name@.pdsc", "pack.pdsc.in"},
              {"example/@name@.csolution.yml", "csolution.yml.in"},
              {"example/@name@.cproject.yml", "cproject.yml.in"}}},
    {.name = "meson",
     .title = "Meson",
     .example = "example",
     .cases = "example",
     .main = {.file = "main.c", HOSTED_MAIN},
     .file = {{"meson.build", "meson.build.in"}, {"example/meson.build", "example.build.in"}}},
    {.name = "rust",
     .title = "Rust",
     .example = "examples",
     .cases = "examples",
     .binding = rust_binding,
     .file = {{"Cargo.toml", "Cargo.toml.in"},
              {"build.rs", "build.rs.in"},
              {"src/lib.rs", "lib.rs.in"},
              {"examples/cases.rs", "cases.rs.in"}}},
    {.name = NULL},
};

const Ecosystem *ecosystem_find(const char *name)
{
    Text names = {0};
    for (const Ecosystem *e = ecosystems; e->name; e++) {
        if (strcmp(e->name, name) == 0)
            return e;
        text_add(&names, "%s%s", names.size ? ", " : "", e->name);
    }
    usage_error("--for: there is no ecosystem '%s'; those that there are: %s", printable(name),
                text_string(&names));
}
