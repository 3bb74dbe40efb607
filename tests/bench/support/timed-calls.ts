import { openPatientClient } from '../../../backend/platform/patient-client.js';
import { apiClient } from '../../support/api-client.js';

/** Milliseconds that each call took until its whole answer was there, one after the other. */
export async function timeCalls(url: string, paths: readonly string[]): Promise<number[]> {
  const api = apiClient(url);
  return timeEach(paths, async (path) => {
    const { status, text } = await api.get(path);
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
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
