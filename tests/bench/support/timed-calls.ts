import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { openPatientClient } from '../../../backend/platform/patient-client.js';

const agent = new Agent({ keepAlive: true });
const headers = { 'Accept-Encoding': 'gzip' };

/** Milliseconds that each call took until the last byte of its answer was there, one after the other on one connection. */
export function timeCalls(url: string, paths: readonly string[]): Promise<number[]> {
  return timeEach(paths, async (path) => {
    const [answer] = (await once(get(url + path, { agent, headers }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
  });
}

/** Milliseconds that each statement took until its rows were there, one after the other on one connection. */
export async function timeStatements(databaseUrl: string, statements: readonly string[]): Promise<number[]> {
  const client = await openPatientClient(databaseUrl);
  const times = await timeEach(statements, (statement) => client.query(statement));
  await client.end();
  return times;
}

async function timeEach<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const before = performance.now();
    await run(item);
    times.push(performance.now() - before);
  }
  return times;
}
