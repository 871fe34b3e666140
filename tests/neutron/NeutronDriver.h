/* SPDX-License-Identifier: 0BSD
 * A stand-in for the header of NXP's Neutron driver: what pte_neutron.c uses, as that header
 * documents it. */
#ifndef NEUTRON_DRIVER_H
#define NEUTRON_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#define ENONE 0

typedef int32_t NeutronError;
typedef void *NeutronModelHandle;

/* At multiples of 16. */
typedef struct {
    const void *microcode;
    const void *weights;
    const void *kernels;
    uint32_t timeoutSeconds;
} NeutronModelConfig;

typedef struct {
    const void **inputs;
    void **outputs; /* and behind them scratch, profile and what serves debugging */
    void *scratch;
    void *scratchWeights; /* to which weights are fetched */
} NeutronDataConfig;

/* *hdl is memory for the driver to keep the model in, or NULL: its heap. */
NeutronError neutronModelPrepare(const NeutronModelConfig *mcfg, NeutronModelHandle *hdl);
NeutronError neutronModelUnprepare(NeutronModelHandle hdl);
NeutronError neutronRunBlocking(NeutronModelHandle hdl, const NeutronDataConfig *dcfg);
size_t neutronGetModelContextSize(void);

#endif
