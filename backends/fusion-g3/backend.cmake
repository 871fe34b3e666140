# SPDX-License-Identifier: 0BSD
# Calls of nnlib for Fusion G3, where the user has it.
set(NNLIB_G3_DIR "" CACHE PATH "Folder of Cadence's nnlib for Fusion G3: include")
if(NNLIB_G3_DIR)
    add_backend_library(pte_fusion-g3 fusion-g3)
    target_include_directories(pte_fusion-g3 SYSTEM PRIVATE ${NNLIB_G3_DIR}/include ${NNLIB_G3_DIR}/include/nnlib)
endif()
