#include "model.h"
#include "pte_kernels.h"
pte_status model_forward(const float*a,float*b){for(int i=0;i<21;i++)b[i]=a[i]>0?a[i]:0;pte_status_name(PTE_OK); return PTE_OK;}
