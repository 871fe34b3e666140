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

# pte_dispatch_sources(TARGET SOURCE...): compiles the sources once for each level, into TARGET.
function(pte_dispatch_sources target)
    foreach(level IN LISTS pte_levels)
        set(objects ${target}_${level})
        add_library(${objects} OBJECT ${ARGN})
        target_compile_definitions(${objects} PRIVATE PTE_DISPATCH)
        target_compile_options(${objects} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>
                               ${pte_flags_${level}})
        target_include_directories(${objects} PRIVATE
                                   $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
    endforeach()
endfunction()
