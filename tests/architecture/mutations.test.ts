import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseSync } from 'oxc-parser';
import { applyMutant, diffOf, drawFrom, mutantsOf } from '../faults/mutations/mutator.mjs';
import { groupsOf } from '../faults/mutations/related-tests.mjs';

const mutatedTexts = (text: string) =>
  mutantsOf('planted.ts', text).map((mutant) => applyMutant(text, mutant));

test.each<[string, string[]]>([
  ['a < b', ['a <= b', 'a >= b']],
  ['a >= b', ['a > b', 'a < b']],
  ['a === b', ['a !== b']],
  ['a && b', ['(a || b)']],
  ['a || (b && c)', ['(a && (b && c))', 'a || ((b || c))']],
  ['a ?? b', ['a']],
  ['a = !b', ['a = b']],
  ['a - b * c', ['a + b * c', 'a - b / c']],
  ['a += -b', ['a -= -b', 'a += b']],
  ['a?.b?.[c]?.()', ['a?.b?.[c]()', 'a?.b[c]?.()', 'a.b?.[c]?.()']],
  ['a.filter(b)', ['a']],
  ['a.some(b)', ['a.every(b)']],
  ['[...a, b]', ['[...[], b]']],
  ['({ ...a, b })', ['({ ...{}, b })']],
  ['x = 0', ['x = 1']],
  ['x = 7', ['x = 8', 'x = 6']],
  ["x = '日本'", ["x = ''"]],
  ["x = ''", ["x = 'another'"]],
  ['x = true', ['x = false']],
  ['x = /^a+$/gu', ['x = /a+$/gu', 'x = /^a+/gu', 'x = /^a$/gu', 'x = /^a+$/u']],
])('the expression %s is mutated to each of %j', (expression, mutated) => {
  const text = `const x = ${expression.startsWith('x = ') ? expression.slice(4) : `(${expression})`};`;
  const expected = mutated.map((each) =>
    text.replace(expression.replace(/^x = /, ''), () => each.replace(/^x = /, '')),
  );
  expect(mutatedTexts(text)).toEqual(expected);
});

test.each<[string, string[]]>([
  ['f();', [';']],
  ['await f();', [';', 'void f();']],
  ['throw e;', [';']],
  ['const a = await f();', ['const a = f();']],
  ['if (a) b = c;', ['if (!(a)) b = c;', 'if (true) b = c;', 'if (false) b = c;', 'if (a) ;']],
  ['if (!a) throw b;', ['if (a) throw b;', 'if (true) throw b;', 'if (false) throw b;', 'if (!a) ;']],
  ['for (const a of b) break;', ['for (const a of b) ;']],
  [
    'const f = (a) => a > b;',
    [
      'const f = (a) => true;',
      'const f = (a) => false;',
      'const f = (a) => a >= b;',
      'const f = (a) => a <= b;',
    ],
  ],
  ['function f() { return; }', ['function f() { ; }']],
])('the statement %s is mutated to each of %j', (text, mutated) => {
  expect(mutatedTexts(text)).toEqual(mutated);
});

test.each([
  "import { a } from 'b';",
  "export * from 'b';",
  "type A = 'b' | 1;",
  'declare const a: 1;',
  'const a = b as 1;',
  "const a = { 'b': c };",
  "const a = import('b');",
  "'use strict';",
  "@a('b') class C {}",
])('what no test can see is left as it is: %s', (text) => {
  expect(mutatedTexts(text)).toEqual([]);
});

test('every mutant of a source can be parsed, and differs from it', () => {
  const file = 'backend/domain/dates.ts';
  const text = readFileSync(file, 'utf8');
  const mutants = mutantsOf(file, text);
  expect(mutants.length).toBeGreaterThan(100);
  for (const mutant of mutants) {
    const mutated = applyMutant(text, mutant);
    expect(mutated).not.toBe(text);
    expect([diffOf(text, mutant), parseSync(file, mutated).errors]).toEqual([expect.anything(), []]);
  }
});

test('a survivor is shown as the line before and after', () => {
  const text = 'const a = 1;\nconst b = a < 2;\n';
  const [first] = mutantsOf('planted.ts', text).filter(({ operator }) => operator === 'comparison');
  expect(first && diffOf(text, first)).toBe(
    '@@ planted.ts:2 comparison @@\n- const b = a < 2;\n+ const b = a <= 2;',
  );
});

test('a seed draws the same again, another one others, and nothing twice', () => {
  const list = Array.from({ length: 1000 }, (_, index) => index);
  const drawn = drawFrom(list, 200, 7);
  expect(drawFrom(list, 200, 7)).toEqual(drawn);
  expect(drawFrom(list, 200, 8)).not.toEqual(drawn);
  expect(new Set(drawn).size).toBe(200);
  expect(drawFrom(list, 2000, 7)).toHaveLength(1000);
});

test('a mutant is tried by the tests that import its file, those of its folder first and the nearest of them first', () => {
  const imports = [
    ['tests/domain/far.test.ts', 'backend/domain/middle.ts'],
    ['tests/domain/near.test.ts', 'backend/domain/a.ts'],
    ['backend/domain/middle.ts', 'backend/domain/a.ts'],
    ['tests/backend/rooms/rooms.test.ts', 'backend/domain/a.ts'],
    ['tests/faults/kills.test.ts', 'backend/domain/a.ts'],
    ['tests/domain/other.test.ts', 'backend/domain/other.ts'],
  ] as const;
  const importers = new Map<string, Set<string>>();
  for (const [from, to] of imports) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  expect(groupsOf(importers, 'backend/domain/a.ts')).toEqual({
    own: [['tests/domain/near.test.ts', 'tests/domain/far.test.ts']],
    further: [['tests/backend/rooms/rooms.test.ts']],
  });
});

test('the newest migration is tried beside traffic', () => {
  const newest = readdirSync('migrations').sort().at(-1)?.replace('.ts', '');
  expect(readFileSync('tests/faults/database.test.ts', 'utf8')).toContain(`'${newest}': `);
});
