// One process of the simulation: `run.ts SEED HISTORIES [PATH]`; the last line that it writes is its result as JSON.
import { simulate } from './simulate.js';
import { Tally } from './tally.js';

const [seed = '1', count = '1000', path] = process.argv.slice(2);
const AT_ONCE = 2_000;
// Every refusal is an error; where it was thrown is asked for only when a history is told.
Error.stackTraceLimit = path === undefined ? 0 : 20;

const total = new Tally();
let failure: string | null = null;
for (let begun = 0; begun < Number(count) && failure === null; begun += AT_ONCE) {
  const histories = Math.min(AT_ONCE, Number(count) - begun);
  const result = await simulate({ seed: (Number(seed) + begun) | 0, histories, path });
  total.add(result.tally);
  failure = result.failure;
}
if (failure !== null) console.log(failure);
console.log(JSON.stringify({ ...total, failure, seconds: process.cpuUsage().user / 1e6 }));
