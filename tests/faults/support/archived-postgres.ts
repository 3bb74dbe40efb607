import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePostgresAccount, giveTo } from '#backend/tools/embedded-postgres/data-folder.js';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { shiftDatabaseClock } from '#tests/support/clock/chosen-clock.mjs';
import { query } from '#tests/support/launched-postgres.js';
import type { World } from '../harness.js';
import { postgresPrograms } from './patroni.js';

const PGBACKREST = '/usr/bin/pgbackrest';

/** Reason why no log can be archived on this machine; null where it can. */
export function whyNoArchive(): string | null {
  const missing = existsSync(PGBACKREST) ? [] : ['pgbackrest'];
  if (!postgresPrograms()) missing.push('postgresql');
  return missing.length > 0 ? `there is no ${missing.join(', ')} here` : null;
}

/** A cluster of Debian's PostgreSQL whose write-ahead log is archived by the project's configuration. */
export type ArchivedPostgres = {
  url: string;
  superuserUrl: string;
  /** Takes a base backup. */
  backUp(): void;
  /** Waits until everything that was written is in the archive. */
  archiveAll(): Promise<void>;
  /** Ends the cluster at once and takes its files away. */
  lose(): void;
  /** A new cluster as the hotel was at an instant of PostgreSQL's. */
  restoreTo(instant: string): Promise<{ url: string; superuserUrl: string }>;
};

/** Starts an archived cluster with an empty database `hotel`. */
export async function startArchivedPostgres(world: World): Promise<ArchivedPostgres> {
  const account = choosePostgresAccount(null);
  const folder = mkdtempSync(join(tmpdir(), 'hotel-archive-'));
  chmodSync(folder, 0o755);
  giveTo(account, folder);
  world.later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const programs = postgresPrograms() ?? '';
  const password = randomBytes(12).toString('hex');
  const identity = account
    ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
    : [];
  const run = (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [...identity, program, ...args];
    const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' };
    const { status, stdout, stderr } = spawnSync(command, rest, { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    giveTo(account, path);
    return path;
  };
  for (const name of ['archive', 'spool', 'lock', 'sockets']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    giveTo(account, join(folder, name));
  }
  const [port, main] = [await findFreePort(), join(folder, 'main')];
  const config = write(
    'pgbackrest.conf',
    readFileSync('.debian/pgbackrest.conf', 'utf8')
      .replace('/var/lib/pgbackrest', join(folder, 'archive'))
      .replace('=PASS', `=${password}`)
      .replace('/var/lib/postgresql/VERSION/main', main)
      .replace(
        '[hotel]',
        `lock-path=${join(folder, 'lock')}\nspool-path=${join(folder, 'spool')}\n\n[hotel]\npg1-port=${port}`,
      )
      .concat(`pg1-socket-path=${join(folder, 'sockets')}\npg1-user=postgres\n`),
  );
  const backrest = (...args: string[]) => run(PGBACKREST, `--config=${config}`, '--stanza=hotel', ...args);
  const archiving = readFileSync('.debian/postgresql.conf', 'utf8').replace(
    'pgbackrest ',
    `${PGBACKREST} --config=${config} `,
  );
  const start = (data: string) => {
    const log = join(folder, 'server.log');
    run(join(programs, 'pg_ctl'), '--pgdata', data, '--log', log, '--wait', '--timeout', '120', 'start');
  };
  const stop = (data: string) => {
    if (existsSync(join(data, 'postmaster.pid')))
      run(join(programs, 'pg_ctl'), '--pgdata', data, '--mode', 'immediate', '--wait', 'stop');
  };
  const urlOf = (user: string, database: string) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

  const pwfile = write('password', password);
  run(
    join(programs, 'initdb'),
    ...['--pgdata', main, '--username', 'postgres', '--pwfile', pwfile, '--encoding', 'UTF8'],
    ...['--auth-host', 'scram-sha-256', '--auth-local', 'trust'],
  );
  const settings = readFileSync(join(main, 'postgresql.conf'), 'utf8');
  const place = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${join(folder, 'sockets')}'\n`;
  writeFileSync(join(main, 'postgresql.conf'), `${settings}\n${place}${archiving}`);
  start(main);
  world.later(() => stop(main));
  backrest('stanza-create');
  const superuserUrl = urlOf('postgres', 'postgres');
  await query(superuserUrl, `create role hotel login password '${password}'`);
  await query(superuserUrl, 'create database hotel owner hotel');
  await shiftDatabaseClock(superuserUrl, 'hotel');
  world.databaseUrl = urlOf('hotel', 'hotel');
  return {
    url: urlOf('hotel', 'hotel'),
    superuserUrl,
    backUp: () => void backrest('backup'),
    async archiveAll() {
      await query(superuserUrl, 'select pg_switch_wal()');
      backrest('check');
    },
    lose() {
      stop(main);
      rmSync(main, { recursive: true });
    },
    async restoreTo(instant) {
      const restored = join(folder, 'minute');
      mkdirSync(restored, { mode: 0o700 });
      giveTo(account, restored);
      backrest(
        ...[`--pg1-path=${restored}`, '--type=time', `--target=${instant}`],
        ...['--target-action=promote', '--archive-mode=off', 'restore'],
      );
      world.later(() => stop(restored));
      start(restored);
      return { url: urlOf('hotel', 'hotel'), superuserUrl };
    },
  };
}
