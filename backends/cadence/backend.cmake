# SPDX-License-Identifier: 0BSD
# Calls of nnlib for HiFi, where the user has it.
set(NNLIB_DIR "" CACHE PATH "Folder of Cadence's nnlib for HiFi: include")
if(NNLIB_DIR)
    add_backend_library(pte_cadence cadence)
    target_include_directories(pte_cadence SYSTEM PRIVATE ${NNLIB_DIR}/include ${NNLIB_DIR}/include/nnlib)
endif()
