import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { legalFiles, plantedViolations } from './planted-files.js';

type Violation = { rule: { name: string }; from: string };

const project = process.cwd();
const rules: { name: string }[] = createRequire(import.meta.url)(
  join(project, '.dependency-cruiser.cjs'),
).forbidden;

describe('dependency rules', () => {
  let folder: string;
  let violations: Violation[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
    for (const file of ['tsconfig.json', 'package.json'])
      copyFileSync(join(project, file), join(folder, file));
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, content] of [...legalFiles, ...plantedViolations.flatMap(({ files }) => files)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    violations = cruise(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(plantedViolations)('$rule fires on: $why', ({ rule, files }) => {
    const [[path = ''] = []] = files;
    expect(violations.filter(({ from }) => from === path).map((violation) => violation.rule.name)).toContain(
      rule,
    );
  });

  it('every rule has a planted violation', () => {
    expect([...new Set(plantedViolations.map(({ rule }) => rule))].sort()).toEqual(
      rules.map(({ name }) => name).sort(),
    );
  });

  it('allows what the architecture allows', () => {
    const legal = legalFiles.map(([path]) => path);
    expect(violations.filter(({ from }) => legal.includes(from))).toEqual([]);
    expect(violations.filter(({ from }) => from === 'backend/domain/dates.ts')).toHaveLength(1);
  });
});

function cruise(folder: string): Violation[] {
  const script = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(project, '.dependency-cruiser.cjs');
  const args = [
    script,
    '--config',
    config,
    '--output-type',
    'json',
    'backend',
    'frontend',
    'migrations',
    'tests',
  ];
  const report = execFileSync(process.execPath, args, { cwd: folder, maxBuffer: 64_000_000 });
  return JSON.parse(report.toString()).summary.violations;
}
