#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What goes wrong on a target is told, with its place; the calls behind it are made all the same.
# usage: faults.sh PTEC SOURCE TARGET
set -u
ptec=$1 target=$3 failures=0
cd "$2/tests" || exit 1

# goes_wrong HOW TEXT [FAILED]: the second of three calls fails with that text; `0` of them fail.
goes_wrong() {
    out=$("$ptec" verify cases/aten/relu/case.bpte --target "$target" --name model \
        --custom aten::relu.out --link target/wrong.c --cflags "-O2 -Wall -Wextra -Werror -D$1" 2>&1)
    case $out in
    *"$2"*"$((3 - ${3:-1})) passed, ${3:-1} failed") return ;;
    esac
    printf 'FAILED: %s: no "%s" in\n%s\n' "$1" "$2" "$out"
    failures=$((failures + 1))
}

wrong="forward 1: FAIL  the emitted code"
faults_of_board() { # LOAD STORE CODE NO_INSTRUCTION
    goes_wrong READS_NOWHERE "$wrong stopped: $1 in aten_relu_out at 0x"
    goes_wrong READS_NOWHERE ", using address 0xf0000000, where there is no memory"
    goes_wrong WRITES_NOWHERE "$wrong stopped: $2 in aten_relu_out at 0x"
    goes_wrong WRITES_ITS_INPUT ", in flash, which is read-only"
    goes_wrong IS_NO_INSTRUCTION "$wrong stopped: $4 in aten_relu_out at 0x"
    goes_wrong JUMPS_INTO_DATA "$wrong stopped: $3 at 0x"
    goes_wrong RECURS "$wrong stopped: stack overflow"
}
faults_of_process() {
    for how in READS_NOWHERE WRITES_NOWHERE WRITES_ITS_INPUT JUMPS_INTO_DATA RECURS; do
        goes_wrong $how "$wrong stopped: SIGSEGV"
    done
    goes_wrong IS_NO_INSTRUCTION "$wrong stopped: SIG"
}
goes_wrong RIGHT "canary intact" 0
board=true
case $target in
rv32-*)
    faults_of_board "load access fault" "store access fault" "instruction access fault" breakpoint
    goes_wrong DIVIDES_BY_ZERO "canary intact" 0 # which RISC-V defines
    goes_wrong IS_ILLEGAL "$wrong stopped: illegal instruction in aten_relu_out at 0x"
    goes_wrong CALLS_A_SUPERVISOR "$wrong stopped: trap in aten_relu_out at 0x"
    ;;
m*)
    mpu="MemManage fault"
    faults_of_board "$mpu" "$mpu" "$mpu" "undefined instruction"
    goes_wrong JUMPS_TO_ARM_CODE "$wrong stopped: UsageFault: not in Thumb state in aten_relu_out at 0x"
    goes_wrong CALLS_A_SUPERVISOR "$wrong stopped: exception that nobody handles in aten_relu_out at 0x"
    goes_wrong INTERRUPTS_ITSELF "$wrong stopped: NMI in aten_relu_out at 0x"
    case $target in
    m0*) # which has no instruction that divides, and none that reads a word from anywhere
        goes_wrong DIVIDES_BY_ZERO "canary intact" 0
        goes_wrong READS_UNALIGNED "$wrong stopped: unaligned access in aten_relu_out at 0x"
        ;;
    *)
        goes_wrong DIVIDES_BY_ZERO "$wrong stopped: division by zero in aten_relu_out at 0x"
        goes_wrong READS_UNALIGNED "canary intact" 0
        goes_wrong ASKS_A_COPROCESSOR "$wrong stopped: UsageFault: no such coprocessor in aten_relu_out at 0x"
        ;;
    esac
    ;;
*)
    faults_of_process
    board=false
    ;;
esac
goes_wrong WRITES_BEHIND "$wrong wrote 4 bytes past the end of output 0"
goes_wrong WRITES_BEFORE "canary overwritten"
goes_wrong IS_OUT_OF_MEMORY "$wrong returned status 0x25 (out of resources), expected 0x0"
goes_wrong CHANGES_A_NUMBER "1 of 21 elements outside the tolerance"

# measured HOW PATTERN LOWEST MOST: the number that the pattern finds below the second call.
measured() {
    goes_wrong "$1" "canary intact" 0
    n=$(printf '%s\n' "$out" | tr -d ',' | sed -n "/^forward 1/{n;s/$2/\\1/p}")
    [ "${n:-0}" -ge "$3" ] && [ "${n:-0}" -le "$4" ] && return
    printf 'FAILED: %s: %s is not from %s to %s in\n%s\n' "$1" "$n" "$3" "$4" "$out"
    failures=$((failures + 1))
}
measured USES_STACK '.* stack \([0-9]*\) of .*' 10000 10500
measured RIGHT '.* stack \([0-9]*\) of .*' 0 200
$board || exit $((failures > 0))
case $target in
rv32-*) instructions='  \([0-9]*\) ticks.*' ;;
*) instructions='.*(\([0-9]*\) instructions.*' ;;
esac
measured WORKS "$instructions" 1000000 10000000
measured RIGHT "$instructions" 100 10000
[ $failures -eq 0 ]
