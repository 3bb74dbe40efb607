import { describe, expect, it } from '@jest/globals';
import { waitForDatabase } from '#backend/tools/cli/open-database.js';
import { eventually } from '#tests/support/eventually.js';
import { openGate } from '#tests/support/gated-port.js';
import { sharedDatabase } from '#tests/support/shared.js';

const database = sharedDatabase();

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
});
