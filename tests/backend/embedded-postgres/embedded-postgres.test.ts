import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '#tests/support/eventually.js';
import {
  killAndWait,
  type LaunchedPostgres,
  launchPostgres,
  newDataFolder,
  postmasterPid,
  query,
  removeDataFolder,
} from '#tests/support/launched-postgres.js';
import { LONG_MS } from '#tests/support/limits.js';

// Each test starts PostgreSQL, most of them several times.
jest.setTimeout(LONG_MS);

describe('embedded PostgreSQL', () => {
  const dataDir = newDataFolder();
  let launched: LaunchedPostgres | null = null;

  afterEach(async () => {
    await launched?.stop();
    launched = null;
  });

  afterAll(() => removeDataFolder(dataDir));

  const launch = async () => {
    launched = await launchPostgres(dataDir);
    return launched;
  };

  /** A launch with three rows in its database. */
  const launchWithRows = async () => {
    const { url } = await launch();
    await query(url, 'drop table if exists kept; create table kept as select n from generate_series(1, 3) n');
    return { ...(launched as LaunchedPostgres), server: runningPid() };
  };

  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  const keptRows = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const runningPid = () => postmasterPid(dataDir) ?? 0;
  const rows = (url: string) => query(url, 'select n from kept order by n');

  it('attaches to the server that a killed launcher left running, and ends it in order', async () => {
    const first = await launchWithRows();
    await first.killLauncher();
    const second = await launch();
    expect(runningPid()).toBe(first.server);
    expect(await rows(second.url)).toEqual(keptRows);
    await second.stop();
    expect(postmasterPid(dataDir)).toBeNull();
  });

  it('takes over a lock whose process number went to another program', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'lock'), `${process.pid} 1\n`);
    const { launcher } = await launch();
    expect(readFileSync(join(dataDir, 'lock'), 'utf8')).toMatch(new RegExp(`^${launcher.pid} `));
  });

  it('loses nothing when launcher and server are killed, and starts although postmaster.pid names another', async () => {
    const first = await launchWithRows();
    const left = readFileSync(pidFile, 'utf8');
    await first.killLauncher();
    await killAndWait(first.server);
    const stranger = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000_000)']);
    writeFileSync(pidFile, left.replace(/^\d+/, String(stranger.pid)));
    expect(await rows((await launch()).url)).toEqual(keptRows);
    expect(runningPid()).not.toBe(first.server);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  it('starts the server again, at the same address, when it is killed under the product', async () => {
    const { url, server } = await launchWithRows();
    await killAndWait(server);
    expect(await eventually('the server answers again', () => rows(url))).toEqual(keptRows);
    expect(runningPid()).not.toBe(server);
  });

  it('is durable, local, guarded by a password, sorts as C.UTF-8 and serves one product at a time', async () => {
    const { url, superuserUrl } = await launchWithRows();
    await expect(launchPostgres(dataDir)).rejects.toThrow(`データフォルダー ${dataDir} は使用中です`);
    expect(await rows(url)).toEqual(keptRows);
    const settings = await query(
      superuserUrl,
      `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    });
    expect(
      await query(
        url,
        'select datlocprovider, datlocale from pg_database where datname = current_database()',
      ),
    ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
    expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
    const wrong = Object.assign(new URL(url), { password: 'wrong' });
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
  });

  it('creates a new home beside the remains of an interrupted first start', async () => {
    const interrupted = newDataFolder();
    mkdirSync(join(interrupted, '.new-postgres-abcdef/cluster'), { recursive: true });
    launched = await launchPostgres(interrupted);
    expect(existsSync(join(interrupted, '.new-postgres-abcdef'))).toBe(false);
    await launched.stop();
    await removeDataFolder(interrupted);
  });

  it('never takes the server of another folder for its own', async () => {
    const first = await launchWithRows();
    const left = readFileSync(pidFile, 'utf8');
    await first.stop();
    const other = newDataFolder();
    const neighbour = await launchPostgres(other);
    writeFileSync(pidFile, left.replace(/^\d+/, String(postmasterPid(other))));
    expect(await rows((await launch()).url)).toEqual(keptRows);
    expect(await query(neighbour.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await neighbour.stop();
    await removeDataFolder(other);
  });

  it('says that the folder behind its link is missing, instead of starting empty', async () => {
    const lost = newDataFolder();
    mkdirSync(lost);
    symlinkSync('/nonexistent/home', join(lost, 'postgres'));
    await expect(launchPostgres(lost)).rejects.toThrow('/nonexistent/home がありません');
    rmSync(lost, { recursive: true });
  });

  it('says which folder is no folder', async () => {
    const file = newDataFolder();
    writeFileSync(file, '');
    await expect(launchPostgres(file)).rejects.toThrow(file);
    rmSync(file);
  });
});
