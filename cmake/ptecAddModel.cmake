# SPDX-License-Identifier: 0BSD
# ptec_add_model(TARGET MODEL model.pte [NAME name] [PTD file...] [OPTIONS option...])
#
# Makes the static library TARGET from an ExecuTorch program: ptec runs when the program, a PTD file
# or ptec itself changes. Who links with TARGET includes "NAME.h"; NAME defaults to TARGET.
# OPTIONS go to `ptec compile` as they are.
function(ptec_add_model target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODEL;NAME" "PTD;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ptec_add_model(${target}): unknown: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_MODEL)
        message(FATAL_ERROR "ptec_add_model(${target}): MODEL is missing")
    endif()
    if(NOT TARGET ptec::ptec)
        message(FATAL_ERROR "ptec_add_model(${target}): no ptec in PATH; set PTEC to the program")
    endif()
    if(NOT arg_NAME)
        set(arg_NAME ${target})
    endif()
    set(dir ${CMAKE_CURRENT_BINARY_DIR}/${target}_ptec)
    set(name ${dir}/${arg_NAME})

    cmake_path(ABSOLUTE_PATH arg_MODEL BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(inputs ${arg_MODEL})
    set(ptd_options)
    foreach(ptd IN LISTS arg_PTD)
        cmake_path(ABSOLUTE_PATH ptd BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        list(APPEND inputs ${ptd})
        list(APPEND ptd_options --ptd ${ptd})
    endforeach()

    set(sources ${name}.c)
    set(outputs ${name}.c ${name}.h ${name}.json)
    if("bundle" IN_LIST arg_OPTIONS)
        set(libraries)
    else()
        set(libraries ptec::runtime)
        list(APPEND sources ${name}_weights.c)
        list(APPEND outputs ${name}_weights.c)
        if(NOT "c" IN_LIST arg_OPTIONS)
            list(APPEND outputs ${name}_weights.bin)
        endif()
    endif()

    # A bundle calls libraries of kernels, too.
    string(REGEX MATCH "--kernels[;=]([^;]*)" kernels "${arg_OPTIONS}")
    string(REPLACE "," ";" backends "${CMAKE_MATCH_1}")
    foreach(backend IN LISTS backends)
        if(TARGET ptec::${backend})
            list(APPEND libraries ptec::${backend})
        endif()
    endforeach()

    # ptec leaves a file alone that would not change, so a stamp says that it ran.
    add_custom_command(
        OUTPUT ${name}.stamp
        BYPRODUCTS ${outputs}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${dir}
        COMMAND ptec::ptec compile ${arg_MODEL} -o ${dir} --name ${arg_NAME}
                ${ptd_options} ${arg_OPTIONS}
        COMMAND ${CMAKE_COMMAND} -E touch ${name}.stamp
        DEPENDS ${inputs} ptec::ptec
        COMMENT "Compiling ${arg_MODEL} to C"
        VERBATIM)
    add_library(${target} STATIC ${sources} ${name}.stamp)
    target_include_directories(${target} PUBLIC ${dir})
    target_link_libraries(${target} PUBLIC ${libraries})
    if("${name}_weights.bin" IN_LIST outputs)
        set_source_files_properties(${name}_weights.c PROPERTIES
                                    OBJECT_DEPENDS ${name}_weights.bin)
    endif()
endfunction()
