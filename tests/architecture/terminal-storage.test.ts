import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const frontend = fileURLToPath(new URL('../../frontend/', import.meta.url));

test('storages of the browser, which may be full or blocked, are used by one module alone', () => {
  const sources = readdirSync(frontend, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const users = sources.filter((file) =>
    /\b(?:local|session)Storage\b/.test(readFileSync(`${frontend}${file}`, 'utf8')),
  );
  expect(users).toEqual(['shared/terminal-storage.ts']);
});
