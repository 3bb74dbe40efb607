import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quantile } from './frames.js';
import type { Load, Run } from './way-of-writing.js';

const run = promisify(execFile);

/** Whether this machine has pgbench; the built-in PostgreSQL brings none. */
export const hasPgbench = (): Promise<boolean> =>
  run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );

/** Runs a script by pgbench, prepared, from so many clients for so many whole seconds. */
export async function runPgbench(
  folder: string,
  databaseUrl: string,
  { script, clients, seconds }: Load & { script: string },
): Promise<Run> {
  const file = join(folder, 'script.sql');
  writeFileSync(file, script);
  const threads = String(Math.min(2, clients));
  const limits = ['-c', String(clients), '-j', threads, '-T', String(Math.ceil(seconds))];
  const logs = ['-l', '--log-prefix', join(folder, 'times')];
  const { stdout } = await run('pgbench', [
    '-M',
    'prepared',
    '-n',
    '-f',
    file,
    ...limits,
    ...logs,
    databaseUrl,
  ]);
  const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  const milliseconds = readTimes(folder);
  return {
    count: milliseconds.length,
    seconds: milliseconds.length / tps,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
  };
}

function readTimes(folder: string): number[] {
  const files = readdirSync(folder).filter((name) => name.startsWith('times'));
  return files.flatMap((name) => {
    const path = join(folder, name);
    const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    rmSync(path);
    return lines.map((line) => Number(line.split(' ')[2]) / 1000);
  });
}
