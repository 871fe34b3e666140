# SPDX-License-Identifier: 0BSD
# Writes OUT: the text of FILES (paths below ROOT, or absolute ones) as the table that compiler/base/embedded.h declares.
set(c "/* Made by cmake/embed.cmake. Do not edit. */\n#include \"base/embedded.h\"\n\n")
string(APPEND c "const Embedded embedded[] = {\n")
set(known)
foreach(name IN LISTS FILES)
    cmake_path(GET name FILENAME base) # by which it is found
    if(name MATCHES "^templates/(package/.*)$") # several ecosystems have a CMakeLists.txt
        set(base ${CMAKE_MATCH_1})
    endif()
    list(FIND known ${base} at)
    if(NOT at EQUAL -1)
        message(FATAL_ERROR "${name}: another embedded file has this name")
    endif()
    list(APPEND known ${base})
    cmake_path(ABSOLUTE_PATH name BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE path)
    file(SIZE ${path} size)
    file(READ ${path} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "?" "\\?" text "${text}") # no trigraphs
    string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
    string(APPEND c "    {\"${name}\",\n     \"${base}\",\n     \"${text}\",\n     ${size}},\n")
endforeach()
string(APPEND c "    {0, 0, 0, 0},\n};\n")
file(WRITE ${OUT} "${c}")
