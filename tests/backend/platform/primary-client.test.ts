import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { openClient, openLongRunningClient, openPool, queryRow } from '#backend/platform/database.js';
import { isUnavailable } from '#backend/platform/errors.js';
import { hostUrls } from '#backend/platform/primary-client.js';
import { type GatedPort, openGate } from '#tests/support/gated-port.js';
import {
  type LaunchedPostgres,
  launchPostgres,
  newDataFolder,
  query,
  removeDataFolder,
} from '#tests/support/launched-postgres.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();
const FOLLOWED = 'target_session_attrs=read-write';

test.each([
  ['postgresql://hotel@db/hotel', ['postgresql://hotel@db/hotel']],
  [
    'postgresql://u:a,b@c,d:5433/x?y=1,2',
    ['postgresql://u:a,b@c/x?y=1,2', 'postgresql://u:a,b@d:5433/x?y=1,2'],
  ],
  ['postgresql://a:1,[::1]:2/x', ['postgresql://a:1/x', 'postgresql://[::1]:2/x']],
  ['postgresql:///x?host=/run/a,b', ['postgresql:///x?host=/run/a,b']],
])('the hosts of %s', (url, urls) => expect(hostUrls(url)).toEqual(urls));

/** One URL for several, as libpq spells it. */
function together(...urls: string[]): string {
  const url = new URL(urls[0] as string);
  return url.href.replace(url.host, String(urls.map((one) => new URL(one).host))).concat(`&${FOLLOWED}`);
}

/** The name that a server gives itself. */
const serverOf = async (client: Pick<pg.Client, 'query'>): Promise<string> =>
  (await queryRow<{ name: string }>(client, 'select name from server_name')).name;

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error) => error,
  );

describe('two servers', () => {
  let gates: GatedPort[] = [];
  const open: pg.Client[] = [];
  let url = '';

  beforeAll(() => query(database.url, `create table server_name as select 'first' as name`));

  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.end()));
    await Promise.all(gates.map((gate) => gate.close()));
  });

  /** Two ways to one server, of which one can be shut. */
  async function twoWays(): Promise<[GatedPort, GatedPort]> {
    const ways: [GatedPort, GatedPort] = [await openGate(database.url), await openGate(database.url)];
    gates = ways;
    url = together(...ways.map((gate) => gate.url));
    return ways;
  }

  async function connect(): Promise<{ client: pg.Client; lost: Promise<Error> }> {
    let onLost: (error: Error) => void = () => {};
    const lost = new Promise<Error>((done) => {
      onLost = done;
    });
    const client = await openClient(url, onLost);
    open.push(client);
    return { client, lost };
  }

  test('are tried both, and the other once the one is lost', async () => {
    const [one, other] = await twoWays();
    await one.shut();
    const { client, lost } = await connect();
    expect(client.port).toBe(Number(new URL(other.url).port));
    await one.reopen(database.url);
    await other.shut();
    expect(isUnavailable(await lost)).toBe(true);
    expect((await connect()).client.port).toBe(Number(new URL(one.url).port));
    await other.reopen(database.url);
  });

  test('serve pools and long work alike, as long as one can be reached', async () => {
    const [one, other] = await twoWays();
    await one.shut();
    const pool = openPool(url);
    expect(await serverOf(pool)).toBe('first');
    await pool.end();
    const client = await openLongRunningClient(url);
    open.push(client);
    expect(await serverOf(client)).toBe('first');
    await other.shut();
    expect(await failure(openLongRunningClient(url))).toMatchObject({ code: 'ECONNREFUSED' });
    for (const gate of gates) await gate.reopen(database.url).catch(() => undefined);
  });

  test('are not used while they take no writes', async () => {
    await twoWays();
    const name = new URL(database.url).pathname.slice(1);
    await query(database.url, `alter database ${name} set default_transaction_read_only = on`);
    const refusal = await failure(openClient(url, () => undefined));
    expect(refusal).toMatchObject({ code: '25006' });
    expect(isUnavailable(refusal)).toBe(true);
    await query(
      database.url,
      `set transaction read write; alter database ${name} reset default_transaction_read_only`,
    );
    expect(await serverOf((await connect()).client)).toBe('first');
  });

  describe('of which one is a standby', () => {
    const dataDir = newDataFolder();
    let standby: LaunchedPostgres;
    let second: GatedPort;

    beforeAll(async () => {
      const made = await launchPostgres(dataDir);
      const { pathname, password } = new URL(database.url);
      const name = pathname.slice(1);
      await query(made.superuserUrl, `alter role hotel password '${password}'`);
      await query(made.superuserUrl, `create database ${name} owner hotel`);
      const there = Object.assign(new URL(made.url), { pathname: name, password }).href;
      await query(there, `create table server_name as select 'second' as name`);
      await made.stop();
      writeFileSync(join(realpathSync(join(dataDir, 'postgres')), 'cluster/standby.signal'), '');
      standby = await launchPostgres(dataDir);
    });
    afterAll(() => removeDataFolder(dataDir));

    test('it is followed when it is promoted, and the old primary is never used again', async () => {
      const there = Object.assign(new URL(database.url), { host: new URL(standby.url).host }).href;
      const first = await openGate(database.url);
      second = await openGate(there);
      gates = [first, second];
      url = together(first.url, second.url);
      const pool = openPool(url);
      const { client, lost } = await connect();
      expect([await serverOf(client), await serverOf(pool)]).toEqual(['first', 'first']);

      // Both take writes from now on, as when the old primary does not know yet.
      await query(standby.superuserUrl, 'select pg_promote()');
      expect((await lost).message).toBe('connection ended: another server is the primary');
      const moved = await connect();
      expect([await serverOf(moved.client), await serverOf(pool)]).toEqual(['second', 'second']);

      await second.shut();
      await moved.lost;
      expect(await failure(openClient(url, () => undefined))).toMatchObject({ code: '25006' });
      expect(isUnavailable(await failure(pool.query('select 1')))).toBe(true);
      await second.reopen(there);
      expect([await serverOf((await connect()).client), await serverOf(pool)]).toEqual(['second', 'second']);
      await pool.end();
    });
  });

  test('with one address: a connection that turns out to lead to a standby is given up', async () => {
    url = database.url;
    const { client, lost } = await connect();
    await client.query('set default_transaction_read_only = on');
    const refusal = await failure(client.query('create table nothing ()'));
    expect(refusal).toMatchObject({ code: '25006' });
    expect(isUnavailable(refusal)).toBe(true);
    expect(await lost).toMatchObject({ code: '25006' });
  });
});
