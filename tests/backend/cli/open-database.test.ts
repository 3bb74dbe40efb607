import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { waitForDatabase } from '#backend/tools/cli/open-database.js';
import { eventually } from '#tests/support/eventually.js';
import { openGate } from '#tests/support/gated-port.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();

/** The message by which PostgreSQL and poolers refuse a startup parameter, as the protocol has it. */
const REFUSAL = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', '']
  .map((field) => `${field}\0`)
  .join('');

/** A pooler before a database that takes no settings of a session: it refuses to connect, or leaves them out. */
async function startPooler(databaseUrl: string, refuses: boolean) {
  const { hostname, port } = new URL(databaseUrl);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.once('data', (startup) => {
      const text = startup.toString('latin1');
      const parameters = text.slice(8).replace(/(?<=^|\0)options\0[^\0]*\0/, '');
      const head = Buffer.alloc(8);
      head.writeInt32BE(parameters.length + 8);
      head.writeInt32BE(startup.readInt32BE(4), 4);
      const length = Buffer.alloc(4);
      length.writeInt32BE(REFUSAL.length + 4);
      if (refuses) client.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(REFUSAL)]));
      else upstream.write(Buffer.concat([head, Buffer.from(parameters, 'latin1')]));
      client.pipe(upstream).pipe(client);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = Object.assign(new URL(databaseUrl), {
    port: String((server.address() as AddressInfo).port),
  }).href;
  return { url, close: () => promisify(server.close.bind(server))() };
}

describe('waitForDatabase', () => {
  const changed = (part: Partial<Record<'password' | 'pathname', string>>) =>
    Object.assign(new URL(database.url), part).href;
  const silently = () => {};

  it('passes when the database accepts the connection', async () => {
    await expect(waitForDatabase(database.url, silently)).resolves.toBeUndefined();
  });

  it('waits for a database that is still starting, and gives up on one that never answers', async () => {
    const gate = await openGate(database.url);
    await gate.shut();
    await expect(waitForDatabase(gate.url, silently, 0)).rejects.toThrow(/接続を拒否されました/);
    const lines: string[] = [];
    const waiting = waitForDatabase(gate.url, (line) => lines.push(line));
    await eventually(
      'it says that it waits',
      () => lines,
      (said) => said.length > 0,
    );
    await gate.reopen(database.url);
    await waiting;
    expect(lines).toEqual(['データベースへの接続を待っています(接続を拒否されました)…']);
    await gate.close();
  });

  it.each([
    ['password', 'wrong', 'ユーザー名かパスワードが違います'],
    ['pathname', '/nowhere', 'データベースがありません'],
  ])('refuses a wrong %s at once, without showing the password', async (part, value, reason) => {
    const url = changed({ [part]: value });
    const refusal = await waitForDatabase(url, silently).catch((error: Error) => error.message);
    expect(refusal).toContain(reason);
    expect(refusal).toContain(new URL(url).host);
    expect(refusal).not.toContain(new URL(url).password);
  });

  it.each(['refuses them', 'drops them'])(
    'refuses a pooler that does not hand on the settings of a session and %s',
    async (way) => {
      const pooler = await startPooler(database.url, way === 'refuses them');
      await expect(waitForDatabase(pooler.url, silently)).rejects.toThrow(
        /PgBouncer などのプーラーを通さずに/,
      );
      await pooler.close();
    },
  );
});
