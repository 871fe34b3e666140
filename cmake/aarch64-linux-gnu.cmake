# SPDX-License-Identifier: 0BSD
# Toolchain file: 64-bit Arm by Debian's cross compiler. qemu runs what is built; there the address
# sanitizer cannot look for leaks.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR env ASAN_OPTIONS=detect_leaks=0 qemu-aarch64)
# The C library is that of libc6:arm64, or else the compiler's; a process with parts of both hangs.
if(NOT EXISTS /lib/ld-linux-aarch64.so.1)
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L /usr/aarch64-linux-gnu)
endif()
