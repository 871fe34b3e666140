#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Installs what is missing (Debian), builds a preset (dev unless named) and runs its tests: those that a
# contributor runs before each commit, or with --guard all that guard the main branch (README.md).
# With --full, before a release: those of dev and of asan, all cases by all compilers, then 1,000 mutated
# programs; each stage prints its time.
# PTEC_CORPUS=DIR adds the programs of that folder. The last line: N passed, N failed, N skipped; before
# it, each test that failed with its output and the command that repeats it.
# usage: sh tests/run.sh [--guard | --full] [PRESET]
set -u
tier=quick
case ${1:-} in
--guard | --full)
    tier=${1#--}
    shift
    ;;
esac
preset=${1:-}
cd "$(dirname "$0")/.." || exit 1

# How often $1 is in CTest's report.
count() {
    grep -c "$1" "$build/tests.xml"
}

finish() {
    echo "$1 passed, $2 failed, $3 skipped"
    [ "$2" -eq 0 ]
    exit
}

# stage COMMAND...: adds what its last line counts to passed, failed and skipped.
stage() {
    start=$(date +%s)
    "$@" 2>&1 | tee build/stage.log
    echo "==== $*: $(($(date +%s) - start)) s"
    # shellcheck disable=SC2046 # three numbers
    set -- $(tail -n 1 build/stage.log |
        sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p') 0 1 0
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# Programs that nobody exported: the same ones in every run.
# shellcheck disable=SC2317 # stage calls it
mutants() {
    sh tests/packages.sh \
        "$(clang -print-file-name="libclang_rt.fuzzer-$(uname -m).a")=libclang-rt-14-dev" &&
        cmake --preset fuzz &&
        cmake --build --preset fuzz --target mutants fuzz_compile &&
        rm -rf build/mutants &&
        sh tests/fuzz/run_mutants.sh "$PWD/build/fuzz/tests/fuzz/mutants" "$PWD" \
            "$PWD/build/mutants" 1000 "$PWD"/tests/cases/*/*/case.bpte
}

# Of each test that failed: its name, how to repeat it alone, and the end of its output.
show_failures() {
    awk -v build="$build" '
        NR == FNR { sub(/^[0-9]*:/, ""); failed[$0] = 1; next }
        / Testing: / { name = $0; sub(/.* Testing: /, "", name); lines = 0 }
        !(name in failed) { next }
        /^Output:$/ { getline; inside = 1; next }
        inside && !/^<end of output>$/ { line[lines++ % 40] = "    " $0; next }
        inside {
            inside = 0
            printf "FAILED: %s\n", name
            printf "again:  ctest --test-dir %s --output-on-failure -R '"'"'^%s$'"'"'\n", build, name
            for (i = lines > 40 ? lines - 40 : 0; i < lines; i++)
                print line[i % 40]
        }' "$build/Testing/Temporary/LastTestsFailed.log" "$build/Testing/Temporary/LastTest.log"
}

if [ "$tier" = full ] && [ -z "$preset" ]; then
    mkdir -p build
    passed=0 failed=0 skipped=0
    stage sh tests/run.sh --full dev
    stage sh tests/run.sh --full asan
    stage mutants
    finish "$passed" "$failed" "$skipped"
fi
preset=${preset:-dev}

sh tests/packages.sh gcc=gcc /usr/include/stdio.h=libc6-dev g++=g++ clang=clang \
    arm-none-eabi-gcc=gcc-arm-none-eabi cmake=cmake ninja=ninja-build pkg-config=pkgconf \
    tcc=tcc /usr/include/libtcc.h=libtcc-dev /usr/include/sha256.h=libmd-dev \
    /usr/include/cjson/cJSON.h=libcjson-dev qemu-x86_64=qemu-user \
    qemu-system-arm=qemu-system-arm qemu-system-riscv32=qemu-system-misc \
    riscv64-unknown-elf-gcc=gcc-riscv64-unknown-elf make=make xmllint=libxml2-utils llvm-objdump=llvm || exit 1
# Without these, tests are skipped: Debian has no cross compilers beside gcc-multilib.
sh tests/packages.sh /usr/include/xnnpack.h=libxnnpack-dev \
    /usr/include/pthreadpool.h=libpthreadpool-dev
sh tests/packages.sh /usr/lib/python3/dist-packages/numpy=python3-numpy
sh tests/packages.sh meson=meson rustc=rustc
sh tests/packages.sh aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
    /usr/aarch64-linux-gnu/include/stdio.h=libc6-dev-arm64-cross \
    i686-linux-gnu-gcc=gcc-i686-linux-gnu /usr/i686-linux-gnu/lib/libc.a=libc6-dev-i386-cross \
    powerpc-linux-gnu-gcc=gcc-powerpc-linux-gnu \
    /usr/powerpc-linux-gnu/lib/libc.a=libc6-dev-powerpc-cross \
    s390x-linux-gnu-gcc=gcc-s390x-linux-gnu \
    /usr/s390x-linux-gnu/lib/libc.a=libc6-dev-s390x-cross
sh tests/packages.sh clang-19=clang-19 riscv64-linux-gnu-ld=binutils-riscv64-linux-gnu \
    /usr/riscv64-linux-gnu/include/stdio.h=libc6-dev-riscv64-cross \
    /usr/lib/gcc-cross/riscv64-linux-gnu/12/libgcc.a=libgcc-12-dev-riscv64-cross
if [ "$tier" != quick ]; then
    sh tests/packages.sh wasm-ld=lld node=nodejs /usr/include/wasm32-wasi/stdio.h=wasi-libc \
        /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a=libclang-rt-14-dev-wasm32
fi

build=build/$preset
corpus=${PTEC_CORPUS:-}
[ -z "$corpus" ] || corpus=$(cd "$corpus" && pwd) || exit 1
if ! cmake --preset "$preset" -DPTEC_CORPUS="$corpus" -DPTEC_TIER="$tier" ||
    ! cmake --build "$build"; then
    echo "the build failed"
    finish 0 1 0
fi

# With sanitizers: what is kept of freed memory and of calls is copied by each of many forks.
export ASAN_OPTIONS="quarantine_size_mb=4:malloc_context_size=5${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
rm -f "$build/tests.xml"
ctest --test-dir "$build" -j "$(nproc)" --output-junit tests.xml
tests=$(count '<testcase') passed=$(count 'status="run"') skipped=$(count 'SKIP_RETURN_CODE=')
if [ "${tests:-0}" -eq 0 ]; then
    echo "no test ran"
    finish 0 1 0
fi
failed=$((tests - passed - skipped))
[ $failed -eq 0 ] || show_failures
finish "$passed" "$failed" "$skipped"
