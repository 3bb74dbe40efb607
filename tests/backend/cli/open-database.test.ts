import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitForDatabase } from '../../../backend/cli/open-database.js';
import { findFreePort } from '../../../backend/embedded-postgres/free-port.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startPortForwarder } from './port-forwarder.js';

describe('waitForDatabase', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  const changed = (part: Partial<Record<'password' | 'pathname' | 'port', string>>) =>
    Object.assign(new URL(database.url), part).href;
  const silently = () => {};

  it('passes when the database accepts the connection', async () => {
    await expect(waitForDatabase(database.url, silently)).resolves.toBeUndefined();
  });

  it('waits for a database that is still starting', async () => {
    const port = await findFreePort();
    const lines: string[] = [];
    const waiting = waitForDatabase(changed({ port: String(port) }), (line) => lines.push(line));
    while (lines.length === 0) await new Promise(setImmediate);
    const forwarder = await startPortForwarder(port, Number(new URL(database.url).port));
    await waiting;
    expect(lines).toEqual(['データベースへの接続を待っています(接続を拒否されました)…']);
    await forwarder.close();
  });

  it('gives up on one that never answers', async () => {
    const url = changed({ port: String(await findFreePort()) });
    await expect(waitForDatabase(url, silently, 0)).rejects.toThrow(/接続を拒否されました/);
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
});
