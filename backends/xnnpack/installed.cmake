# SPDX-License-Identifier: 0BSD
# What the installed XNNPACK has: pte_xnn_features.h, for the runtime and for the program.
# XNNPACK_DIR names a folder with include and lib, or lib64; else it is looked for where the system has
# it. Each feature is a call that compiles and links, or does not: no version is asked for.
# Sets xnnpack_found, xnnpack_includes, xnnpack_libraries.
include(CheckCSourceCompiles)
set(XNNPACK_DIR "" CACHE PATH "Folder of an XNNPACK that the system does not know")
if(XNNPACK_DIR)
    set(only NO_DEFAULT_PATH)
endif()
find_path(XNNPACK_INCLUDE_DIR xnnpack.h HINTS ${XNNPACK_DIR}/include ${only})
find_library(XNNPACK_LIBRARY XNNPACK HINTS ${XNNPACK_DIR} PATH_SUFFIXES lib lib64 ${only})
set(xnnpack_found FALSE)
if(XNNPACK_INCLUDE_DIR AND XNNPACK_LIBRARY)
    set(xnnpack_found TRUE)
endif()

# Beside a static library, those that it needs.
set(xnnpack_includes ${XNNPACK_INCLUDE_DIR})
set(xnnpack_libraries ${XNNPACK_LIBRARY})
foreach(name xnnpack-microkernels-prod pthreadpool kleidiai cpuinfo)
    find_library(XNNPACK_${name} ${name} HINTS ${XNNPACK_DIR} PATH_SUFFIXES lib lib64)
    mark_as_advanced(XNNPACK_${name})
    if(XNNPACK_${name})
        list(APPEND xnnpack_libraries ${XNNPACK_${name}})
    endif()
endforeach()
if(XNNPACK_LIBRARY MATCHES "\\.a$") # today's is partly C++
    list(APPEND xnnpack_libraries -lstdc++)
endif()
list(APPEND xnnpack_libraries -lm)

# A feature is there if its call compiles. One that uses a name that the header does not have would not,
# which half of them do: asking the compiler takes a tenth of a second.
set(xnnpack_features)
if(xnnpack_found)
    file(READ ${XNNPACK_INCLUDE_DIR}/xnnpack.h xnnpack_header)
endif()
function(probe feature call)
    set(is_named ${xnnpack_found})
    string(REGEX MATCHALL "xnn_[a-z0-9_]+" names "${call}")
    foreach(name IN LISTS names)
        string(FIND "${xnnpack_header}" ${name} at)
        if(at EQUAL -1)
            set(is_named FALSE)
        endif()
    endforeach()
    if(is_named)
        set(CMAKE_REQUIRED_INCLUDES ${xnnpack_includes})
        set(CMAKE_REQUIRED_LIBRARIES ${xnnpack_libraries})
        set(CMAKE_REQUIRED_FLAGS "-Werror=implicit-function-declaration -w")
        set(CMAKE_REQUIRED_QUIET TRUE)
        check_c_source_compiles("#include <xnnpack.h>
            static xnn_operator_t op;
            static size_t n;
            int main(void) { return (int)${call}; }" PTE_XNN_HAS_${feature})
    endif()
    if(PTE_XNN_HAS_${feature})
        set(has 1)
    else()
        set(has 0)
    endif()
    set(xnnpack_features "${xnnpack_features}#define PTE_XNN_HAS_${feature} ${has}\n" PARENT_SCOPE)
    set(has_${feature} ${has} PARENT_SCOPE)
endfunction()

set(window "1, 1, 1, 1, 3, 3, 1, 1, 1, 1")
probe(RESHAPE "xnn_reshape_convolution2d_nhwc_f32(op, 1, 1, 1, &n, &n, &n, 0)")
probe(CACHE "(sizeof(struct xnn_weights_cache_provider) == 0)")
if(has_CACHE)
    set(cached "0, &op")
else()
    set(cached "&op")
endif()
set(conv "${window}, 1, 1, 1, 1, 1")
probe(CONV2D_F32 "xnn_create_convolution2d_nhwc_f32(${conv}, 0, 0, 0.0f, 1.0f, 0, ${cached})")
probe(CONV_TRANSPOSE2D_F32
      "xnn_create_deconvolution2d_nhwc_f32(${conv}, 0, 0, 0.0f, 1.0f, 0, ${cached})")
probe(CONV_TRANSPOSE2D_F16
      "xnn_create_deconvolution2d_nhwc_f16(${conv}, 0, 0, 0.0f, 1.0f, 0, ${cached})")
probe(CONV2D_F16 "xnn_create_convolution2d_nhwc_f16(${conv}, 0, 0, 0.0f, 1.0f, 0, ${cached})")
probe(MATMUL_F32 "xnn_reshape_batch_matrix_multiply_nc_f32(op, 1, &n, &n, 1, 1, 1, &n, 0)")
probe(GEMM_S8_ROWS "xnn_reshape_fully_connected_nc_qd8_f32_qc8w(op, 1, &n, 0)")
probe(GEMM_S4_ROWS "xnn_reshape_fully_connected_nc_qd8_f32_qc4w(op, 1, &n, 0)")
probe(GEMM_S4_BLOCKS "xnn_reshape_fully_connected_nc_qd8_f32_qb4w(op, 1, &n, 0)")
set(bytes "0, 1.0f, 0, 0, 0, 0, 1.0f, 0, 1, 0, ${cached}")
probe(QC8W "xnn_create_convolution2d_nhwc_qs8_qc8w(${conv}, ${bytes})")
if(has_QC8W)
    probe(CONV2D_S8_RNE "xnn_create_convolution2d_nhwc_qs8_qc8w(${conv}, ${bytes})")
    probe(CONV_TRANSPOSE2D_S8_RNE "xnn_create_deconvolution2d_nhwc_qs8_qc8w(${conv}, ${bytes})")
else()
    probe(CONV2D_S8_RNE "xnn_create_convolution2d_nhwc_qc8(${conv}, ${bytes})")
    # That of other processors requantises in fixed point.
    probe(CONV_TRANSPOSE2D_S8_RNE
          "__x86_64__ + xnn_create_deconvolution2d_nhwc_qs8(${conv}, ${bytes})")
endif()

set(pool "1, 1, 1, 1, 3, 3, 1, 1")
foreach(type 32 16)
    if(has_RESHAPE)
        probe(MAX_POOL2D_F${type}
              "xnn_create_max_pooling2d_nhwc_f${type}(${pool}, 1, 1, 0.0f, 1.0f, 0, &op)")
        probe(AVG_POOL2D_F${type}
              "xnn_create_average_pooling2d_nhwc_f${type}(${pool}, 0.0f, 1.0f, 0, &op)")
        probe(SOFTMAX_F${type} "xnn_reshape_softmax_nc_f${type}(op, 1, 1, 1, 1, 0)")
        probe(RESIZE_BILINEAR2D_F${type}
              "xnn_create_resize_bilinear2d_nhwc(xnn_datatype_fp${type}, 1, 1, 0, &op)")
    else()
        probe(MAX_POOL2D_F${type}
              "xnn_create_max_pooling2d_nhwc_f${type}(${pool}, 1, 1, 1, 1, 1, 0.0f, 1.0f, 0, &op)")
        probe(AVG_POOL2D_F${type}
              "xnn_create_average_pooling2d_nhwc_f${type}(${pool}, 1, 1, 1, 0.0f, 1.0f, 0, &op)")
        probe(SOFTMAX_F${type} "xnn_create_softmax_nc_f${type}(1, 1, 1, 0, &op)")
        probe(RESIZE_BILINEAR2D_F${type}
              "xnn_create_resize_bilinear2d_nhwc_f${type}(1, 1, 1, 0, &op)")
    endif()
endforeach()
if(has_RESHAPE)
    probe(MAX_POOL2D_S8 "xnn_create_max_pooling2d_nhwc_s8(${pool}, 1, 1, 0, 1, 0, &op)")
else()
    probe(MAX_POOL2D_S8 "xnn_create_max_pooling2d_nhwc_s8(${pool}, 1, 1, 1, 1, 1, 0, 1, 0, &op)")
endif()

# Reductions: each an enumerator, or just means of half floats over the pixels.
probe(REDUCE "xnn_reshape_reduce_nd(op, 1, (const int64_t *)0, 1, &n, &n, 0)")
foreach(type 32 16)
    foreach(name sum mean max min)
        string(TOUPPER REDUCE_${name}_F${type} feature)
        if(NOT has_REDUCE AND name STREQUAL "mean" AND type EQUAL 16)
            probe(${feature}
                  "xnn_create_global_average_pooling_nwc_f16(1, 1, 1, 0.0f, 1.0f, 0, &op)")
        else()
            probe(${feature} "xnn_reduce_${name}")
        endif()
    endforeach()
endforeach()

# Elementwise functions: each an enumerator, or a function of its own. Only the latter clamp.
set(names abs=abs neg=negate floor=floor ceil=ceiling rint=bankers_rounding sqrt=square_root
          square=square sigmoid=sigmoid tanh=tanh hardswish=hardswish gelu=gelu exp=exp log=log
          sin=sine cos=cosine clamp=clamp leaky_relu=leaky_relu elu=elu trunc=truncation
          rsqrt=reciprocal_square_root gelu_tanh=approxgelu)
probe(UNARY "xnn_reshape_unary_elementwise_nc(op, 1, 1, 1, 1, 0)")
probe(UNARY_TABLE "xnn_create_unary_elementwise_nc(0, 0, 0, 0, 0, 0, 0, 0, &op)")
foreach(pair IN LISTS names)
    string(REGEX REPLACE "=.*" "" feature ${pair})
    string(TOUPPER ${feature} feature)
    string(REGEX REPLACE ".*=" "" name ${pair})
    set(more)
    if(name STREQUAL "clamp")
        set(more "0.0f, 1.0f,")
    elseif(name MATCHES "elu$|relu$")
        set(more "1.0f,")
    endif()
    foreach(type 32 16)
        if(has_UNARY)
            probe(${feature}_F${type} "xnn_unary_${name}")
        else()
            probe(${feature}_F${type} "xnn_create_${name}_nc_f${type}(1, 1, 1, ${more} 0, &op)")
        endif()
    endforeach()
endforeach()
set(names add=add sub=subtract mul=multiply div=divide max=maximum min=minimum)
probe(BINARY "xnn_reshape_binary_elementwise_nd(op, 1, &n, 1, &n, 0)")
foreach(pair IN LISTS names)
    string(REGEX REPLACE "=.*" "" feature ${pair})
    string(TOUPPER ${feature} feature)
    string(REGEX REPLACE ".*=" "" name ${pair})
    set(more "0.0f, 1.0f,")
    if(name MATCHES "^(maximum|minimum)$")
        set(more)
    endif()
    foreach(type 32 16)
        if(has_BINARY)
            probe(${feature}_F${type} "xnn_binary_${name}")
        else()
            probe(${feature}_F${type} "xnn_create_${name}_nd_f${type}(${more} 0, &op)")
        endif()
    endforeach()
endforeach()
foreach(type 32 16)
    if(has_BINARY)
        probe(PRELU_F${type} "xnn_binary_prelu")
    else()
        probe(PRELU_F${type} "xnn_create_prelu_nc_f${type}(1, 1, 1, 0, 0, &op)")
    endif()
endforeach()
if(has_BINARY)
    foreach(name ADD SUB MUL)
        probe(${name}_S8 "xnn_datatype_qint8")
    endforeach()
else()
    set(quantised "0, 1.0f, 0, 1.0f, 0, 1.0f, 0, 1, 0, &op")
    probe(ADD_S8 "xnn_create_add_nd_qs8(${quantised})")
    probe(SUB_S8 "xnn_create_subtract_nd_qs8(${quantised})")
    probe(MUL_S8 "xnn_create_multiply_nd_qs8(${quantised})")
endif()

if(NOT has_CONV2D_F32) # nothing that links: that of another processor, say
    set(xnnpack_found FALSE)
endif()
set(xnnpack_generated ${PROJECT_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${xnnpack_generated}/pte_xnn_features.h @ONLY CONTENT
"/* SPDX-License-Identifier: 0BSD
 * What the installed XNNPACK has: made by backends/xnnpack/installed.cmake. */
#ifndef PTE_XNN_FEATURES_H
#define PTE_XNN_FEATURES_H

@xnnpack_features@
#endif
")
