import { describe, expect, it } from '@jest/globals';
import type { FeedPage } from '@wire/feed.js';
import { must } from '#tests/support/api-client.js';
import { issueKey, serviceAccount } from '#tests/support/program-client.js';
import { sharedHotel, sharedServer } from '#tests/support/shared.js';

const ENDS_WITHIN_MS = 10_000;
const hotel = sharedHotel({ SERVICE_REQUESTS_PER_MINUTE: '1000000' });
const other = sharedServer(() => ({ databaseUrl: hotel.databaseUrl }));

type Account = Awaited<ReturnType<typeof serviceAccount>>['account'];
const path = ({ id }: Account) => `/api/service-accounts/${id}`;

type Change = [string, (account: Account) => Promise<unknown>];
const rescope = (account: Account, events: 0 | 1) =>
  must(hotel.api.put(path(account), { name: account.name, events, personal: 0, rooms: 1 }));

/** Changes after which every call of a key is refused, those that wait as well. */
const ENDS: Change[] = [
  ['rotated', ({ id }) => issueKey(hotel.api, id)],
  ['stopped', (account) => must(hotel.api.put(`${path(account)}/retired`, { is_retired: 1 }))],
  ['denied the log', (account) => rescope(account, 0)],
];
const RESCOPED: Change = ['rescoped', (account) => rescope(account, 1)];

/** A call of a program that waits, and all that is told until it ends; fails when it does not in time. */
async function waiting(url: string, key: string, headers: Record<string, string>, after: number) {
  const answer = await fetch(`${url}/api/feed?after=${after}&wait=60`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: AbortSignal.timeout(ENDS_WITHIN_MS + 5_000),
  });
  return answer.text();
}

describe.each([...ENDS, RESCOPED])('a key that is %s', (_, change) => {
  it.each(['here', 'there'])(
    'ends its stream at once on the node %s, before anything that follows is told',
    async (at) => {
      const { account, key } = await serviceAccount(hotel.api, 'events', 'personal');
      const after = await hotel.position();
      const url = at === 'here' ? hotel.url : other.url;
      const opened = await fetch(`${url}/api/feed?after=${after}`, {
        headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      });
      const told = opened.text();
      const begun = performance.now();
      await change(account);
      await hotel.book();
      expect(await told).not.toMatch(/guestName/i);
      expect(performance.now() - begun).toBeLessThan(ENDS_WITHIN_MS);
    },
  );
});

describe.each(ENDS)('a key that is %s', (_, change) => {
  it.each(['here', 'there'])('is told nothing by a call that waits on the node %s', async (at) => {
    const { account, key } = await serviceAccount(hotel.api, 'events', 'personal');
    const after = await hotel.position();
    const told = waiting(at === 'here' ? hotel.url : other.url, key, {}, after);
    await change(account);
    // Refused where the change was quicker than the call; a key that goes on reading would be told of the change then.
    const { events = [] } = JSON.parse(await told) as Partial<FeedPage>;
    expect(events).toEqual([]);
  });
});

it('a key that counts beside a new one goes on reading', async () => {
  const { account, key } = await serviceAccount(hotel.api, 'events');
  const after = await hotel.position();
  const told = waiting(hotel.url, key, {}, after);
  await issueKey(hotel.api, account.id, 24);
  const { events } = JSON.parse(await told) as FeedPage;
  expect(events).toMatchObject([{ type: 'ServiceKeyIssued' }]);
});
