# SPDX-License-Identifier: 0BSD
# What the backend.cmake of a backend's folder, ${backend_folder}, is made of. It may set
# has_runtime_headers to FALSE, if its headers are of no use without its library, and append to
#   ptec_includes    folders whose headers its compiler/ includes
#   ptec_embedded    files that ptec pastes into bundles, besides those of the folder
#   linked_libraries  see link_models_with()

# Makes the archive `target`, NAME of `ptec::NAME`, of the folder's sources, which call a library.
function(add_backend_library target name)
    file(GLOB sources CONFIGURE_DEPENDS ${backend_folder}/*.c)
    add_library(${target} STATIC ${sources})
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
    target_link_libraries(${target} PUBLIC pte_portable)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS ${target} EXPORT ptecTargets)
endfunction()

# `verify` and `run` compile and link what calls `library` with these words.
macro(link_models_with library includes) # libraries
    string(JOIN "\", \"" words -isystem ${includes} ${ARGN})
    string(APPEND linked_libraries "{\"${library}\", WORDS(\"${words}\")},\n")
endmacro()
