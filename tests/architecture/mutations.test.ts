import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { allMutations, mutatedText } from '../faults/mutations/list.mjs';

test.each(await allMutations())('the mutation still applies: $what', (mutation) => {
  expect(mutation.replace).not.toBe(mutation.find);
  expect(mutatedText(mutation)).toBeTruthy();
  expect(existsSync(mutation.caughtBy)).toBe(true);
});

test('the newest migration is tried beside traffic', () => {
  const newest = readdirSync('migrations').sort().at(-1)?.replace('.ts', '');
  expect(readFileSync('tests/faults/database.test.ts', 'utf8')).toContain(`'${newest}': `);
});
