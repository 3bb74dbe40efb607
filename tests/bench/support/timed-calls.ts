import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { openLongRunningClient } from '../../../backend/platform/database.js';
import { timed } from '../harness.js';

const agent = new Agent({ keepAlive: true });
const headers = { 'Accept-Encoding': 'gzip' };

/** Milliseconds that each call took until the last byte of its answer was there, one after the other on one connection. */
export const timeCalls = (url: string, paths: readonly string[]): Promise<number[]> =>
  timed(paths, async (path) => {
    const [answer] = (await once(get(url + path, { agent, headers }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
  });

/** Milliseconds that each statement took until its rows were there, one after the other on one connection. */
export async function timeStatements(databaseUrl: string, statements: readonly string[]): Promise<number[]> {
  const client = await openLongRunningClient(databaseUrl);
  const times = await timed(statements, (statement) => client.query(statement));
  await client.end();
  return times;
}
