import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-file.js';
import { ruleNames, type Violation, violationsIn } from './import-rules.js';
import { legalFiles, plantedViolations } from './planted-files.js';

it('the project breaks none of them', () => {
  expect(violationsIn('.')).toEqual([]);
});

describe('dependency rules', () => {
  const { path: folder, pathOf, remove } = temporaryFolder();
  let violations: Violation[];

  beforeAll(() => {
    symlinkSync(resolve('node_modules'), pathOf('node_modules'));
    for (const [path, content] of [...legalFiles, ...plantedViolations.flatMap(({ files }) => files)]) {
      mkdirSync(dirname(pathOf(path)), { recursive: true });
      writeFileSync(pathOf(path), content);
    }
    violations = violationsIn(folder);
  });

  afterAll(remove);

  it.each(plantedViolations)('$rule fires on $path', ({ rule, path }) => {
    expect(violations.filter(({ from }) => from === path).map((violation) => violation.rule)).toContain(rule);
  });

  it('every rule has a planted violation', () => {
    expect([...new Set(plantedViolations.map(({ rule }) => rule))].sort()).toEqual([...ruleNames].sort());
  });

  it('allows what the architecture allows', () => {
    const legal = legalFiles.map(([path]) => path);
    expect(violations.filter(({ from }) => legal.includes(from))).toEqual([]);
    expect(violations.filter(({ from }) => from === 'backend/domain/dates.ts')).toHaveLength(1);
  });
});
