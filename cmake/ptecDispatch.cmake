# SPDX-License-Identifier: 0BSD
# The levels that PTE_DISPATCH chooses from, the least one first, and the flags that pte_dispatch.h knows them by.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(pte_levels v8 dotprod i8mm)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "riscv64")
    set(pte_levels rv64 rvv rvv256)
else()
    set(pte_levels v2 v3 v4 v4_vnni)
endif()
set(pte_flags_v2 -march=x86-64-v2)
set(pte_flags_v3 -march=x86-64-v3)
set(pte_flags_v4 -march=x86-64-v4)
set(pte_flags_v4_vnni -march=x86-64-v4 -mavx512vnni -mavx512vbmi)
set(pte_flags_v8 -march=armv8-a)
set(pte_flags_dotprod -march=armv8.2-a+dotprod)
set(pte_flags_i8mm -march=armv8.2-a+dotprod+i8mm)
set(pte_flags_rv64 -march=rv64gc)
set(pte_flags_rvv -march=rv64gcv)
set(pte_flags_rvv256 -march=rv64gcv_zvl256b)
set(pte_levels_for_bytes v4_vnni dotprod i8mm) # PTE_FOR_BYTES

# pte_precompile_vectors(TARGET FLAGS): reads the compiler's header of vectors once, which takes longer than
# most kernels.
function(pte_precompile_vectors target flags)
    if(flags MATCHES "x86-64-v[34]")
        target_precompile_headers(${target} PRIVATE <immintrin.h>)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
        target_precompile_headers(${target} PRIVATE <arm_neon.h>)
    endif()
endfunction()

# pte_dispatch_sources(TARGET SOURCE...): compiles the sources once for each level that makes them
# faster, into TARGET.
function(pte_dispatch_sources target)
    set(for_bytes)
    foreach(source IN LISTS ARGN)
        file(STRINGS ${source} by_width REGEX PTE_CALL_WIDEST)
        if(NOT by_width)
            list(APPEND for_bytes ${source})
        endif()
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    foreach(level IN LISTS pte_levels)
        set(objects ${target}_${level})
        set(sources ${ARGN})
        if(level IN_LIST pte_levels_for_bytes)
            set(sources ${for_bytes})
        endif()
        add_library(${objects} OBJECT ${sources})
        target_compile_definitions(${objects} PRIVATE PTE_DISPATCH)
        target_compile_options(${objects} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>
                               ${pte_flags_${level}})
        target_include_directories(${objects} PRIVATE
                                   $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
        pte_precompile_vectors(${objects} "${pte_flags_${level}}")
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
    endforeach()
endfunction()
