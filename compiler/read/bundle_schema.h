/* SPDX-License-Identifier: 0BSD
 * The fields of a bundled program's tables (bundled_program_schema.fbs of ExecuTorch 1.5). */
#ifndef PTEC_READ_BUNDLE_SCHEMA_H
#define PTEC_READ_BUNDLE_SCHEMA_H

#include "read/flatbuf.h"

#define BUNDLE_IDENTIFIER "BP08"
#define BUNDLE_NOTE       "ptec bundle: " /* a line at the end of the file starts so */
static const Field BUNDLE_VERSION = {0, "version"};
static const Field BUNDLE_SUITES = {1, "method_test_suites"};
static const Field BUNDLE_PROGRAM = {2, "program"};
static const Field SUITE_METHOD = {0, "method_name"};
static const Field SUITE_CASES = {1, "test_cases"};
static const Field CASE_INPUTS = {0, "inputs"};
static const Field CASE_WANTED = {1, "expected_outputs"};
static const Field VALUE_TYPE = {0, "val_type"};
static const Field VALUE = {1, "val"};
static const Field TENSOR_DTYPE = {0, "scalar_type"};
static const Field TENSOR_SIZES = {1, "sizes"};
static const Field TENSOR_DATA = {2, "data"};
static const Field TENSOR_DIM_ORDER = {3, "dim_order"};
static const Field INT = {0, "int_val"};
static const Field BOOLEAN = {0, "bool_val"};
static const Field DOUBLE = {0, "double_val"};
enum { BUNDLED_TENSOR = 1, BUNDLED_INT, BUNDLED_BOOL, BUNDLED_DOUBLE }; /* ValueUnion */

#endif
