// SPDX-License-Identifier: 0BSD
// Reads handwritten digits, one a second.
#include <digits.h>
#include <images.h>

void setup()
{
    Serial.begin(115200);
}

void loop()
{
    static int i = 0;
    float pixel[64], score[10];
    for (int k = 0; k < 64; k++)
        pixel[k] = image[i].grey[k] / 16.0f;
    const unsigned long start = micros();
    const pte_status status = digits_forward(pixel, score);
    const unsigned long us = micros() - start;
    int best = 0;
    for (int d = 1; d < 10; d++)
        if (score[d] > score[best])
            best = d;
    Serial.print("image ");
    Serial.print(i);
    Serial.print(": ");
    if (status == PTE_OK)
        Serial.print(best);
    else
        Serial.print(pte_status_name(status));
    Serial.print(", ");
    Serial.print(us);
    Serial.println(" us");
    i = (i + 1) % IMAGES;
    delay(1000);
}
