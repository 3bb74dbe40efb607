import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePostgresAccount, giveTo } from '#backend/tools/embedded-postgres/data-folder.js';
import { findFreePort } from '#backend/tools/embedded-postgres/free-port.js';
import { shiftDatabaseClock } from '#tests/support/clock/chosen-clock.mjs';
import { readOverlaid } from '#tests/support/compose-file.js';
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

/** Configuration of a way to run the hotel: of pgBackRest, of PostgreSQL in its file, and on its command line. */
type Archiving = {
  config: string;
  settings: string;
  /** Settings on the command line while the log is archived or not. */
  options: (archives: boolean) => readonly string[];
  /** Options of a restore into a cluster that does not archive yet. */
  restore: readonly string[];
};

export type ArchivedBy = 'Debian' | 'Compose';

function archivingOf(by: ArchivedBy): Archiving {
  if (by === 'Debian')
    return {
      config: readFileSync('.debian/pgbackrest.conf', 'utf8'),
      settings: readFileSync('.debian/postgresql.conf', 'utf8'),
      options: () => [],
      restore: ['--archive-mode=off'],
    };
  const options = (archives: boolean) => {
    const variables = { HOTEL_HOST: 'front.example.jp', ARCHIVE_MODE: archives ? 'on' : 'off' };
    const { services } = readOverlaid(variables, 'docker-compose.yml', '.container/archive.yml');
    return services.database?.command?.filter((word) => word.includes('=')) ?? [];
  };
  const config = readFileSync('.container/pgbackrest.conf', 'utf8').replace(/^lock-path=.*\n/m, '');
  return { config, settings: '', options, restore: [] };
}

/** Starts an archived cluster with an empty database `hotel`. */
export async function startArchivedPostgres(world: World, by: ArchivedBy): Promise<ArchivedPostgres> {
  const archiving = archivingOf(by);
  const account = choosePostgresAccount(null);
  const folder = mkdtempSync(join(tmpdir(), 'hotel-archive-'));
  chmodSync(folder, 0o755);
  giveTo(account, folder);
  world.later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const secrets = join(folder, 'secrets');
  const programs = postgresPrograms() ?? '';
  const password = randomBytes(12).toString('hex');
  const identity = account
    ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
    : [];
  const run = (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [...identity, program, ...args];
    const env = {
      ...{ PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
      // As the container has it: the pass is in a file of its own.
      ...{ PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'), PGBACKREST_CONFIG_INCLUDE_PATH: secrets },
    };
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
  for (const name of ['archive', 'spool', 'lock', 'sockets', 'secrets']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    giveTo(account, join(folder, name));
  }
  const [port, main] = [await findFreePort(), join(folder, 'main')];
  if (by === 'Compose') write('secrets/archive.conf', `[global]\nrepo1-cipher-pass=${password}\n`);
  write(
    'pgbackrest.conf',
    archiving.config
      .replace('/var/lib/pgbackrest', join(folder, 'archive'))
      .replace('=PASS', `=${password}`)
      .replace(/(?<=^pg1-path=).*$/m, main)
      .replace(
        '[hotel]',
        `lock-path=${join(folder, 'lock')}\nspool-path=${join(folder, 'spool')}\n\n[hotel]\npg1-port=${port}`,
      )
      .concat(`pg1-socket-path=${join(folder, 'sockets')}\npg1-user=postgres\n`),
  );
  const backrest = (...args: string[]) => run(PGBACKREST, '--stanza=hotel', ...args);
  const start = (data: string, archives = true) => {
    const log = join(folder, 'server.log');
    const options = archiving.options(archives).map((option) => `-c '${option}'`);
    const wait = ['--log', log, '--options', options.join(' '), '--wait', '--timeout', '120'];
    run(join(programs, 'pg_ctl'), '--pgdata', data, ...wait, 'start');
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
  writeFileSync(join(main, 'postgresql.conf'), `${settings}\n${place}${archiving.settings}`);
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
        ...['--target-action=promote', ...archiving.restore, 'restore'],
      );
      world.later(() => stop(restored));
      start(restored, false);
      return { url: urlOf('hotel', 'hotel'), superuserUrl };
    },
  };
}
