import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { explainPostgresOutput, LaunchError } from './launch-error.js';
import { giveTo, type PostgresAccount } from './postgres-account.js';

export const SUPERUSER = 'postgres';

/** Only what PostgreSQL needs: the caller's PG* variables would change its behaviour. */
export const postgresEnvironment = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
};

/** Creates a cluster and its password inside a home; `durable` false skips the flush to disk. */
export async function createCluster(
  programs: string,
  home: string,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  giveTo(account, passwordFile);
  const options = [
    `--pgdata=${join(home, 'cluster')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(join(programs, 'initdb'), options, {
      ...account,
      cwd: home,
      env: postgresEnvironment,
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new LaunchError(explainPostgresOutput(output), { cause: error });
  }
}

/** The password that a home was made with. */
export function readPassword(home: string): string {
  return readFileSync(join(home, 'password'), 'utf8').trim();
}
