#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The package of a bare target: the runtime, installed apart, and a model that the ptec of this machine
# compiles; without that, the error says so. usage: bare.sh CMAKE SOURCE WORK PTEC MODEL
# exit 77: the cross compiler is missing
set -eu
cmake=$1 source=$2 work=$3 ptec=$4 model=$5
command -v arm-none-eabi-gcc >/dev/null || { echo "arm-none-eabi-gcc is missing"; exit 77; }
rm -rf "$work" && mkdir -p "$work/project"
cd "$work"
"$cmake" -S "$source" -B build --toolchain cmake/arm-none-eabi.cmake -DCMAKE_BUILD_TYPE=MinSizeRel \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
"$cmake" --build build
"$cmake" --install build --prefix "$work/prefix" >install.log

cat >project/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(firmware LANGUAGES C)
set(CMAKE_C_STANDARD_LIBRARIES -lgcc)
find_package(ptec 0.1 REQUIRED)
ptec_add_model(model MODEL $model)
add_executable(firmware main.c)
target_link_libraries(firmware PRIVATE model)
target_link_options(firmware PRIVATE -nostdlib -Wl,-e,main,--defsym=memcpy=0,--defsym=memset=0)
END
cat >project/main.c <<'END'
#include "model.h"
int main(void)
{
    static float in[MODEL_FORWARD_INPUT_BYTES / 4], out[MODEL_FORWARD_OUTPUT_BYTES / 4];
    return (int)model_forward(in, out);
}
END
configure() { # OPTION...
    "$cmake" -S project --toolchain "$source/cmake/arm-none-eabi.cmake" \
        -DCMAKE_PREFIX_PATH="$work/prefix" "$@"
}
configure -B with -DPTEC="$ptec"
"$cmake" --build with
for function in model_forward pte_conv2d_f32; do
    arm-none-eabi-nm with/firmware | grep -q " T $function\$" || { echo "FAILED: no $function"; exit 1; }
done

! configure -B without -DPTEC= >without.log 2>&1 || { echo "FAILED: no error without ptec"; exit 1; }
grep -q 'no ptec in PATH; set PTEC to the program' without.log || { cat without.log; exit 1; }
