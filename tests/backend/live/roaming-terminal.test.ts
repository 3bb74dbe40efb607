import { expect, test } from '@jest/globals';
import { apiClient } from '../../support/api-client.js';
import { RoamingTerminal } from '../../support/roaming-terminal.js';
import { startTestServer } from '../../support/server.js';

test('a terminal that is told to come back later for a list does so', async () => {
  const server = await startTestServer();
  const { get } = apiClient(server.url);
  const answers: number[] = [];
  const terminal = new RoamingTerminal(server.url, '端末1', {
    get: async <Body>(path: string, headers?: Record<string, string>) => {
      const answer = await get<Body>(path, headers);
      if (answers.push(answer.status) > 1) return answer;
      return {
        ...answer,
        status: 503,
        body: { errors: [] },
        headers: new Headers({ 'retry-after': '1' }),
      } as never;
    },
  });
  await terminal.until(({ arrivals }) => arrivals > 0);
  expect(await terminal.differences()).toEqual([]);
  expect(answers.length).toBeGreaterThan(6);
  terminal.close();
  await server.stop();
});
