# SPDX-License-Identifier: 0BSD
# Toolchain file: Windows by Debian's cross compiler; wine64 runs what is built.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR wine64)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # so that nothing has to lie beside ptec.exe
