// SPDX-License-Identifier: 0BSD
// The time of a recorded call by each of the programs, in microseconds: the least of many, which the
// programs make in turn. usage: node --no-liftoff wasm.mjs PROGRAM...    (optimised from the start)
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';

const programs = [];
for (const path of process.argv.slice(2)) {
    const { instance } = await WebAssembly.instantiate(await readFile(path));
    programs.push({ call: instance.exports.net_case, least: Infinity, spent: 0 });
}
while (programs.some(({ spent }) => spent < 1000)) // milliseconds
    for (const p of programs) {
        const start = performance.now();
        if (p.call(0) !== 0)
            throw new Error('wrong outputs');
        const took = performance.now() - start;
        p.spent += took;
        p.least = Math.min(p.least, took);
    }
console.log(programs.map(({ least }) => (1000 * least).toFixed(0)).join(' '));
