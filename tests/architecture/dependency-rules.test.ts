import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ruleNames, type Violation, violationsIn } from './import-rules.js';
import { legalFiles, plantedViolations } from './planted-files.js';

it('the project breaks none of them', () => {
  expect(violationsIn('.')).toEqual([]);
});

describe('dependency rules', () => {
  let folder: string;
  let violations: Violation[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    for (const [path, content] of [...legalFiles, ...plantedViolations.flatMap(({ files }) => files)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    violations = violationsIn(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

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
