# SPDX-License-Identifier: 0BSD
list(APPEND kernels_in_c mcu)
list(PREPEND kernels_of_boards mcu)
list(PREPEND kernels_that_refuse mcu)
set(packed_mcu cortex_m)
set(tight_resnet8_cortex_m 12288) # some of its kernels need too much scratch for this RAM
