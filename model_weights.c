extern const unsigned char model_weights[];__asm__(".section .rodata\n.globl model_weights\nmodel_weights:\n.incbin \"model_weights.bin\"\n.previous\n");
