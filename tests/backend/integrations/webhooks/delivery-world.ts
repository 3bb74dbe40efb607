import { afterEach, beforeEach } from '@jest/globals';
import type { FeedEvent } from '@wire/feed.js';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { amendUnchecked, bookUnchecked } from '#tests/support/store-node.js';
import { MovableTime, openWebhookNode, type WebhookNode } from '#tests/support/webhook-node.js';
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.js';

export const GUEST = '髙橋 一郎';

export let database: TestDatabase;
export let receiver: WebhookReceiver;
export let time: MovableTime;
let nodes: WebhookNode[] = [];

const receivers: WebhookReceiver[] = [];
/** Gives each test of the file that calls it a database and a receiver of webhooks, and closes them with the nodes opened on them. */
export function useDeliveryWorld(): void {
  beforeEach(async () => {
    database = await createTestDatabase();
    receiver = await startReceiver();
    time = new MovableTime();
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
    nodes = [];
    for (const one of receivers.splice(0)) await one.close();
    await receiver.close();
    await database.drop();
  });
}

export async function secondReceiver(): Promise<WebhookReceiver> {
  const second = await startReceiver();
  receivers.push(second);
  return second;
}

export function open(options: Parameters<typeof openWebhookNode>[1] = {}): WebhookNode {
  const node = openWebhookNode(database.url, { time, ...options });
  nodes.push(node);
  return node;
}

let room = 0;
export const book = async ({ store }: WebhookNode): Promise<number> => {
  room += 1;
  const details = { guestName1: GUEST };
  return (await store.execute(bookUnchecked(`R${room}`, '2096-01-10', '2096-01-12', details))).id;
};
export const amend = ({ store }: WebhookNode, id: number, notes: string) =>
  store.execute(amendUnchecked({ [id]: { notes } }));
export const head = async ({ store }: WebhookNode) => (await store.current()).position;
export const rows = async () => (await rawQuery(database.url, 'select * from webhook_entries')).length;
/** Waits until nothing is kept to be sent: what the receiver took is recorded a moment later. */
export const nothingWaits = () => eventually('nothing waits', rows, (left) => left === 0);
const holders = async () =>
  (await rawQuery(database.url, 'select holder from webhook_places')).map(({ holder }) => holder);
/** Waits until a webhook has nothing to do for now, and no work on it goes on: what that read before counts no more. */
export const settled = (node: WebhookNode, id: number) =>
  eventually(
    'everything is sent or kept',
    async () => ({ now: await node.delivery(id), end: await head(node), holders: await holders() }),
    ({ now, end, holders: those }) => now.position === end && those.every((one) => one === null),
  );
export const streamsOf = (events: readonly FeedEvent[]) => {
  const places = new Map<string, number[]>();
  for (const { stream, version } of events) places.set(stream, [...(places.get(stream) ?? []), version]);
  return places;
};
/** True if each stream's events came in their order. */
export const isInOrder = (events: readonly FeedEvent[]): boolean =>
  [...streamsOf(events).values()].every((versions) =>
    versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0)),
  );
