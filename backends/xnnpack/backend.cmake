# SPDX-License-Identifier: 0BSD
# Calls of the installed XNNPACK, if there is one; a bare target has none.
set(has_runtime_headers FALSE)
if(CMAKE_SYSTEM_NAME STREQUAL "Generic")
    return()
endif()
include(${backend_folder}/installed.cmake)
list(APPEND ptec_includes ${xnnpack_generated} ${backend_folder})
list(APPEND ptec_embedded ${xnnpack_generated}/pte_xnn_features.h)
if(xnnpack_found)
    add_backend_library(pte_xnnpack xnnpack)
    target_include_directories(pte_xnnpack SYSTEM PUBLIC ${xnnpack_includes})
    target_include_directories(pte_xnnpack PUBLIC $<BUILD_INTERFACE:${backend_folder}>
                                                  $<BUILD_INTERFACE:${xnnpack_generated}>)
    target_link_libraries(pte_xnnpack PUBLIC ${xnnpack_libraries})
    set_target_properties(pte_xnnpack PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                 C_VISIBILITY_PRESET hidden)
    list(JOIN xnnpack_libraries " " libraries)
    file(WRITE ${PROJECT_BINARY_DIR}/xnnpack_flags "-isystem ${xnnpack_includes} ${libraries}\n")
    install(FILES ${backend_folder}/pte_xnn_kernels.h ${backend_folder}/pte_xnn_cache.h
            DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ptec)
    link_models_with("XNNPACK" ${xnnpack_includes} ${xnnpack_libraries})
else()
    message(STATUS "XNNPACK is missing: no --kernels xnnpack; "
                   "on Debian: apt-get install libxnnpack-dev libpthreadpool-dev")
endif()
