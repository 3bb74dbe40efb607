import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const project = fileURLToPath(new URL('../../', import.meta.url));
/** Words that begin a clause without a verb: it says neither what a function does nor what a thing is. */
const RIDDLE =
  /^ *\/?\*\*? +(?:What|Whe(?:re|n|ther)|Which|Who(?:se|ever)?|Why|How|Those|That|(?:By|For|In|Of) which|So (?:few|long|many|much|that)|As)\b.*/gm;

test.each(['backend', 'frontend', 'tests'])(
  'a doc line of the %s begins with a verb, or names the thing',
  (folder) => {
    const sources = readdirSync(`${project}${folder}`, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(?:tsx?|mjs)$/.test(file) && !file.includes('node_modules'),
    );
    expect(sources.length).toBeGreaterThan(300);
    const lines = sources.flatMap((file) =>
      [...readFileSync(`${project}${folder}/${file}`, 'utf8').matchAll(RIDDLE)].map(
        ([line]) => `${file}: ${line.trim()}`,
      ),
    );
    expect(lines).toEqual([]);
  },
);
