// SPDX-License-Identifier: 0BSD
// Makes the recorded calls of the model `net`, an instance that imports nothing:
// node cases.mjs PROGRAM NUMBER-OF-CASES
import { readFile } from 'node:fs/promises';

const [program, cases] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(program));
for (let i = 0; i < Number(cases); i++) {
    const wrong = instance.exports.net_case(i);
    if (wrong !== 0) {
        console.log(`FAILED: case ${i}: ${wrong} elements are wrong`);
        process.exitCode = 1;
    }
}
