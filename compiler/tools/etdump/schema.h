/* SPDX-License-Identifier: 0BSD
 * The fields of ETDump's tables (devtools/etdump/etdump_schema_flatcc.fbs of ExecuTorch 1.5). */
#ifndef PTEC_TOOLS_ETDUMP_SCHEMA_H
#define PTEC_TOOLS_ETDUMP_SCHEMA_H

#include "read/flatbuf.h"

#define ETDUMP_IDENTIFIER "ED00"
static const Field DUMP_VERSION = {0, "version"};
static const Field DUMP_RUNS = {1, "run_data"};
static const Field RUN_NAME = {0, "name"};
static const Field RUN_INPUT = {1, "bundled_input_index"};
static const Field RUN_ALLOCATORS = {2, "allocators"};
static const Field RUN_EVENTS = {3, "events"};
static const Field EVENT_PROFILE = {0, "profile_event"};
static const Field EVENT_DEBUG = {2, "debug_event"};
static const Field PROFILE_NAME = {0, "name"};
static const Field PROFILE_CHAIN = {1, "chain_index"};
static const Field PROFILE_INSTRUCTION = {2, "instruction_id"};
static const Field PROFILE_NODE = {4, "delegate_debug_id_str"};
static const Field PROFILE_START = {6, "start_time"};
static const Field PROFILE_END = {7, "end_time"};
static const Field DEBUG_CHAIN = {0, "chain_index"};
static const Field DEBUG_INSTRUCTION = {1, "instruction_id"};
static const Field DEBUG_ENTRY = {2, "debug_entry"};
static const Field DEBUG_NODE = {4, "delegate_debug_id_str"};
static const Field DEBUG_NAME = {5, "name"};
static const Field VALUE_KIND = {0, "val"};
static const Field VALUE_TENSOR = {1, "tensor"};
static const Field VALUE_TENSORS = {2, "tensor_list"};
static const Field VALUE_INT = {3, "int_value"};
static const Field VALUE_DOUBLE = {5, "double_value"};
static const Field VALUE_BOOL = {6, "bool_value"};
static const Field VALUE_OUTPUT = {7, "output"};
static const Field LIST_TENSORS = {0, "tensors"};
static const Field TENSOR_DTYPE = {0, "scalar_type"};
static const Field TENSOR_SIZES = {1, "sizes"};
static const Field TENSOR_STRIDES = {2, "strides"};
static const Field TENSOR_OFFSET = {3, "offset"};
static const Field NUMBER = {0, "int_val, bool_val or double_val"};
enum { DUMPED_INT = 1, DUMPED_BOOL = 2, DUMPED_DOUBLE = 4, DUMPED_TENSOR = 5 }; /* ValueType */

const char *etdump_values_path(const char *path); /* of the file beside the dump */

#endif
