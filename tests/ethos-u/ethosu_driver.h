/* SPDX-License-Identifier: 0BSD
 * A stand-in for the header of the Ethos-U core driver: what pte_ethosu.c calls, as its
 * documentation has it. */
#ifndef ETHOSU_DRIVER_H
#define ETHOSU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ethosu_driver;

struct ethosu_driver *ethosu_reserve_driver(void);
void ethosu_release_driver(struct ethosu_driver *drv);
/* 0, or -1 for an error. What the arguments point to stays until ethosu_wait() says that it is
 * done. */
int ethosu_invoke_async(struct ethosu_driver *drv, const void *custom_data_ptr,
                        const int custom_data_size, uint64_t *const base_addr,
                        const size_t *base_addr_size, const int num_base_addr, void *user_arg);
/* 1: it still computes, if not to block; 0: done; -1: an error; -2: nothing was started. */
int ethosu_wait(struct ethosu_driver *drv, bool block);

#endif
