# SPDX-License-Identifier: 0BSD
# The vector kernels are part of the runtime: for one processor, or for all levels of x86-64.
option(PTE_DISPATCH "Vector kernels for every level of x86-64, chosen when the program runs" OFF)
file(GLOB sources CONFIGURE_DEPENDS ${backend_folder}/*.c)
if(PTE_DISPATCH)
    include(${PROJECT_SOURCE_DIR}/cmake/ptecDispatch.cmake)
    pte_dispatch_sources(pte_portable ${sources})
else()
    target_sources(pte_portable PRIVATE ${sources})
endif()
