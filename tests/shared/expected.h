/* SPDX-License-Identifier: 0BSD
 * An input and what the ExecuTorch runtime makes of it. */
static const float x[] = {-0.649923563f, 0.0741880834f, -1.55013752f, -0.665584326f};
static const float first_want[] = {-0.418392897f, -0.253364891f};
static const float second_want[] = {-0.747991085f, 0.216514885f};
