# SPDX-License-Identifier: 0BSD
# The vector kernels are part of the runtime: for one processor, or for all levels of its kind. A library for
# use has all of them, unless the flags name a processor: it is installed where programs are built for others.
set(for_any_processor OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64|arm64)$"
   AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT CMAKE_C_FLAGS MATCHES "-m(arch|cpu|avx|32)")
    set(for_any_processor ON)
endif()
option(PTE_DISPATCH "Vector kernels for every level of x86-64, 64-bit Arm or RISC-V, chosen when the program runs"
       ${for_any_processor})
file(GLOB sources CONFIGURE_DEPENDS ${backend_folder}/*.c)
if(PTE_DISPATCH)
    include(${PROJECT_SOURCE_DIR}/cmake/ptecDispatch.cmake)
    pte_dispatch_sources(pte_portable ${sources})
else()
    target_sources(pte_portable PRIVATE ${sources})
endif()
