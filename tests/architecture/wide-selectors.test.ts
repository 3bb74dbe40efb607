import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const frontend = fileURLToPath(new URL('../../frontend/', import.meta.url));

/** What is looked at anew as a whole when something within it changes, if a selector asks what it has. */
const WIDE = /(?:html|body|:root|#app|\.shell|main|\.calendar[\w-]*|\.room-row)(?:[.[][^\s{,]*)?:has\(/;

const onScreen = (css: string) => css.replace(/@media print \{[\s\S]*?\n\}/g, '');

test('no selector uses :has() on the page or the calendar, which would restyle everything for each new cell', () => {
  const sheets = readdirSync(frontend, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(10);
  const wide = sheets.filter((file) => WIDE.test(onScreen(readFileSync(`${frontend}${file}`, 'utf8'))));
  expect(wide).toEqual([]);
});
