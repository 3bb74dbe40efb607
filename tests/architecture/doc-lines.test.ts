import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const frontend = fileURLToPath(new URL('../../frontend/', import.meta.url));
/** Words that begin a clause without a verb: it says neither what a function does nor what a thing is. */
const RIDDLE = /^ *\/?\*\*? +(?:What|Whether|Of which|Where|Which|Who|How|When)\b.*/gm;

test('a doc line of the screens begins with a verb, or names the thing', () => {
  const sources = readdirSync(frontend, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(300);
  const lines = sources.flatMap((file) =>
    [...readFileSync(`${frontend}${file}`, 'utf8').matchAll(RIDDLE)].map(
      ([line]) => `${file}: ${line.trim()}`,
    ),
  );
  expect(lines).toEqual([]);
});
