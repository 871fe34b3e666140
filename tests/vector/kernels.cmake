# SPDX-License-Identifier: 0BSD
list(APPEND kernels_in_c vector)
list(PREPEND kernels_in_parts vector)
list(PREPEND kernels_that_refuse winograd)
set(before_vector winograd,)
set(packed_vector xnnpack_q8)

# Instruction sets for the vector kernels, and the best one that this machine has.
set(sets native)
set(best_set native)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(sets x86-64 x86-64-v3 x86-64-v4 vnni zen amx) # SSE2, AVX2, AVX-512, and more
    set(best_set x86-64)
    file(STRINGS /proc/cpuinfo features REGEX "^flags" LIMIT_COUNT 1)
    foreach(pair "avx2;x86-64-v3" "avx512bw;x86-64-v4" "avx512_vbmi;vnni" "avx512_vnni.* clzero;zen"
            "clzero.* avx512_vnni;zen")
        list(GET pair 0 feature)
        list(GET pair 1 set)
        if(features MATCHES " ${feature}")
            set(best_set ${set})
        endif()
    endforeach()
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    set(sets armv8-a armv8.2-a+dotprod armv8.2-a+dotprod+i8mm)
    set(best_set armv8-a)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "riscv64")
    set(sets rv64gcv rv64gcv_zvl256b)
    set(best_set rv64gcv)
endif()
function(flags_of_set name result)
    set(flags -march=${name})
    if(name STREQUAL "vnni")
        set(flags -march=x86-64-v4 -mavx512vnni -mavx512vbmi)
    elseif(name STREQUAL "amx") # whose instructions are played in C, so that any processor with VNNI runs it
        set(flags -march=x86-64-v4 -mavx512vnni -mavx512vbmi
            "-include${CMAKE_CURRENT_FUNCTION_LIST_DIR}/amx_standin.h")
    elseif(name STREQUAL "zen") # any processor with VNNI runs what is compiled
        set(flags -march=x86-64-v4 -mavx512vnni -mclzero)
    endif()
    set(${result} ${flags} PARENT_SCOPE)
endfunction()

flags_of_set(${best_set} fastest_flags)
list(JOIN fastest_flags " " fastest_flags)
set(fastest_kernels --link $<TARGET_FILE:vector_kernels_${best_set}>)
