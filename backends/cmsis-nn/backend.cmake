# SPDX-License-Identifier: 0BSD
# Calls of CMSIS-NN, where the user has it.
set(CMSIS_NN_DIR "" CACHE PATH "Folder of CMSIS-NN: Include, and libcmsis-nn.a there or below")
if(CMSIS_NN_DIR)
    find_path(CMSIS_NN_INCLUDE_DIR arm_nnfunctions.h PATHS ${CMSIS_NN_DIR}/Include REQUIRED
              NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    find_library(CMSIS_NN_LIBRARY cmsis-nn PATHS ${CMSIS_NN_DIR} PATH_SUFFIXES build lib
                 NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    add_backend_library(pte_cmsis_nn cmsis-nn)
    target_include_directories(pte_cmsis_nn SYSTEM PRIVATE ${CMSIS_NN_INCLUDE_DIR})
    if(CMSIS_NN_LIBRARY)
        target_link_libraries(pte_cmsis_nn PUBLIC ${CMSIS_NN_LIBRARY})
        link_models_with("CMSIS-NN" ${CMSIS_NN_INCLUDE_DIR} ${CMSIS_NN_LIBRARY})
    endif()
endif()
