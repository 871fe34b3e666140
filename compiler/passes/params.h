/* SPDX-License-Identifier: 0BSD
 * Fields of parameter structs. Those that are zero are left out. */
#ifndef PARAMS_H
#define PARAMS_H

#include "kernel.h"

void field(Params *p, const char *name, Size *size);
void field_int(Params *p, const char *name, int64_t n);
void field_float(Params *p, const char *name, double number);
void clamp_fields(const Step *s, Params *p);
Size *extent4(const Value *v, int i);
int64_t window2(const Window *w, const int64_t *list, int i, int64_t absent);
/* pads: the names of those above and to the left */
void padded_window_fields(Params *p, const Window *w, const char *const pads[2]);
void product_fields(const Step *s, Params *p, bool sized);
void picture_fields(const Step *s, Params *p);
Size *product(const Value *v, int from, int to);

#endif
