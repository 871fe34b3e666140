#ifndef H
#define H
#include "pte_rt.h"
pte_status model_forward(const float*a,float*b);
#endif
