import { randomUUID } from 'node:crypto';
import type { Scope } from '@domain/masters/service-accounts.js';
import { wantsKind } from '@domain/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventPage } from '@wire/event-record.js';
import type { IssuedSecret, ManagedWebhook } from '@wire/webhooks.js';
import { accessVerdict } from '#backend/evidence/access-verdict.js';
import { openLongRunningClient } from '#backend/platform/database.js';
import { eventStoreParts } from '#backend/streams.js';
import { must } from '#tests/support/api-client.js';
import { eventually } from '#tests/support/eventually.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { serviceAccount } from '#tests/support/program-client.js';
import { expectRefusal } from '#tests/support/refusal.js';
import { sharedHotel } from '#tests/support/shared.js';
import { startReceiver, verified, type WebhookReceiver } from '#tests/support/webhook-receiver.js';

const hotel = sharedHotel({ WEBHOOK_PRIVATE_ADDRESSES: '1' });
const strict = sharedHotel();
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const nameOf = () => `送り先 ${randomUUID()}`;
const add = (fields: Record<string, unknown> = {}) =>
  must(
    hotel.api.post<ManagedWebhook>('/api/webhooks', {
      ...{ name: nameOf(), url: `${receiver.url}/${randomUUID()}`, bookings: 1 },
      ...fields,
    }),
  );
const secretOf = async (id: number, overlap_hours = 0) =>
  (await must(hotel.api.post<IssuedSecret>(`/api/webhooks/${id}/secret`, { overlap_hours }))).secret;
const shown = async (id: number) => {
  const found = (await must(hotel.api.get<ManagedWebhook[]>('/api/webhooks'))).find((one) => one.id === id);
  if (!found) throw new Error(`no webhook ${id}`);
  return found;
};
/** Messages that a webhook was sent of an event, or at all. */
const sentTo = ({ url }: ManagedWebhook, position?: number) =>
  receiver.taken.filter(
    ({ path, event }) => url.endsWith(path) && (position === undefined || event.position === position),
  );

describe('a webhook', () => {
  it('sends from its definition on, once it has a secret; none of it is stored or told in the clear', async () => {
    await hotel.book();
    const webhook = await add();
    const { id } = webhook;
    expect(await shown(id)).toMatchObject({ secrets: [], delivery: { state: 'no_secret', position: id } });
    const booking = await hotel.book();
    const secret = await secretOf(id);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [received] = await eventually(
      'it came',
      () => sentTo(webhook, booking.id),
      (all) => all.length === 1,
    );
    if (received) expect(verified(secret, received)).toMatchObject({ stream: `reservation-${booking.id}` });
    expect(Math.min(...sentTo(webhook).map(({ event }) => event.position))).toBeGreaterThan(id);
    await eventually(
      'all is sent',
      () => shown(id),
      ({ delivery }) => delivery.state === 'current',
    );
    const [{ text = '' } = {}] = await rawQuery(
      hotel.databaseUrl,
      `select (select string_agg(payload::text, '') from event_log) || (select string_agg(state::text, '') from webhook_secrets)
              || (select string_agg(w::text, '') from webhook_places w) as text`,
    );
    const events = await hotel.api.get<EventPage>('/api/events?limit=50');
    const feed = await hotel.api.get('/api/feed?after=0&limit=1000');
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex');
    for (const told of [text, events.text, feed.text, (await hotel.api.get('/api/webhooks')).text]) {
      expect(told).not.toContain(secret.slice('whsec_'.length));
      expect(told).not.toContain(raw);
    }
    expect(feed.text).not.toContain(webhook.url);
  });

  it('is rotated: both secrets sign for the hours that were said; the log says who did it', async () => {
    const webhook = await add();
    const { id } = webhook;
    const [former, next] = [await secretOf(id), await secretOf(id, 24)];
    const [newest, old] = (await shown(id)).secrets;
    expect(newest).toEqual({ until: null });
    expect(Date.parse(old?.until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const booking = await hotel.book();
    const sent = () => sentTo(webhook, booking.id);
    const [received] = await eventually('it came', sent, (all) => all.length === 1);
    if (received) for (const one of [former, next]) verified(one, received);
    const types = await rawQuery(
      hotel.databaseUrl,
      `select type from event_log where stream in ('webhook-${id}', 'webhook-secret-${id}') order by position`,
    );
    expect(types.map(({ type }) => type)).toEqual([
      'WebhookDefined',
      'WebhookSecretIssued',
      'WebhookSecretIssued',
    ]);
  });

  it('gets secrets at once with others, each its own; two for one at once are refused but for one', async () => {
    const webhooks = await Promise.all(Array.from({ length: 6 }, () => add({ rooms: 1, bookings: 0 })));
    const secrets = await Promise.all(webhooks.map(({ id }) => secretOf(id)));
    expect(new Set(secrets).size).toBe(6);
    const { id } = await add({ rooms: 1, bookings: 0 });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => hotel.api.post<IssuedSecret>(`/api/webhooks/${id}/secret`, {})),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const before = receiver.taken.length;
    await must(hotel.api.post('/api/weather', { date: '2096-02-01', weather: '晴れ' }));
    await eventually(
      'all send',
      () => receiver.taken.length - before,
      (count) => count >= 7,
    );
  });

  it('that is switched off is sent nothing; switched on again it goes on from where it was', async () => {
    const webhook = await add();
    const { id } = webhook;
    await secretOf(id);
    await must(hotel.api.put(`/api/webhooks/${id}/retired`, { is_retired: 1 }));
    const booking = await hotel.book();
    expect(sentTo(webhook, booking.id)).toEqual([]);
    expect(await shown(id)).toMatchObject({ is_retired: 1, delivery: { state: 'off' } });
    await must(hotel.api.put(`/api/webhooks/${id}/retired`, { is_retired: 0 }));
    await eventually(
      'it goes on',
      () => sentTo(webhook, booking.id).length,
      (count) => count === 1,
    );
  });

  it('is replayed from a position; beyond the end of the log is refused', async () => {
    const booking = await hotel.book();
    const webhook = await add();
    const { id } = webhook;
    await secretOf(id);
    await eventually(
      'all is sent',
      () => shown(id),
      ({ delivery }) => delivery.state === 'current',
    );
    const mine = () => sentTo(webhook, booking.id);
    expect(mine()).toEqual([]);
    const replayed = await must(
      hotel.api.post<ManagedWebhook>(`/api/webhooks/${id}/replay`, { after: booking.id - 1 }),
    );
    expect(replayed.version).toBe(2);
    await eventually(
      'it is sent',
      () => mine().length,
      (count) => count === 1,
    );
    const head = await hotel.position();
    const beyond = await hotel.api.post(`/api/webhooks/${id}/replay`, { after: head + 1 });
    expectRefusal(beyond, 422, `記録の終わり（${head}）より後の記録番号は指定できません。`);
    expect(await hotel.position()).toBe(head);
  });

  it('has no dead letters to send again where there are none', async () => {
    const webhook = await add();
    const { id } = webhook;
    const again = `/api/webhooks/${id}/dead-letters/again`;
    expect(await must(hotel.api.post(again, {}))).toEqual({ again: 0 });
    expectRefusal(
      await hotel.api.post(again, { position: 1 }),
      404,
      'この記録番号に、送れなかったものはありません。',
    );
    expectRefusal(await hotel.api.get('/api/webhooks/999999/dead-letters'), 404, 'Webhookが見つかりません。');
  });

  it('is no call for keys of service accounts, whatever their scopes', async () => {
    const { key } = await serviceAccount(hotel.api, 'events', 'personal', 'bookings', 'rooms', 'imports');
    const { status } = await hotel.api.get('/api/webhooks', { authorization: `Bearer ${key}` });
    expect(status).toBe(403);
  });
});

describe('a URL', () => {
  const NOT_HERE = 'このURLには送信できません。施設内のネットワークや特別な用途のアドレスです。';
  it.each<[string, string]>([
    ['http://203.0.114.9/', 'https:// で始まるURLを入力してください。'],
    ['ftp://203.0.114.9/', 'https:// で始まるURLを入力してください。'],
    ['203.0.114.9', 'URLの形が正しくありません。'],
    ['https://', 'URLの形が正しくありません。'],
    ['', 'URLを入力してください。'],
    ['https://user:secret@203.0.114.9/', 'URLにユーザー名やパスワードは入れられません。'],
    ['https://127.0.0.1/', NOT_HERE],
    ['https://localhost:5432/', NOT_HERE],
    ['https://2130706433/', NOT_HERE],
    ['https://10.1.2.3/', NOT_HERE],
    ['https://169.254.169.254/latest/meta-data/', NOT_HERE],
    ['https://[::1]/', NOT_HERE],
    ['https://[::ffff:10.0.0.1]/', NOT_HERE],
  ])('%s is refused, and nothing is written', async (url, told) => {
    const before = await strict.position();
    const answer = await strict.api.post('/api/webhooks', { name: nameOf(), url, events: 1 });
    expectRefusal(answer, 422, told);
    expect(await strict.position()).toBe(before);
  });

  it('of the public internet is taken, also by a name that is not known just now', async () => {
    for (const url of ['https://203.0.114.9/hook?token=x', 'https://unknown.invalid/']) {
      await must(strict.api.post('/api/webhooks', { name: nameOf(), url, events: 1 }));
    }
  });

  it('of link-local addresses stays refused where private ones are allowed, plain http to public ones too', async () => {
    for (const url of ['http://169.254.169.254/', 'https://[fe80::1]/', 'http://203.0.114.9/']) {
      const answer = await hotel.api.post('/api/webhooks', { name: nameOf(), url, events: 1 });
      expectRefusal(answer, 422, NOT_HERE);
    }
  });
});

it('the scopes beside 記録 send kinds of streams that there are', () => {
  const kinds = [...eventStoreParts().registry.keys()];
  const sent = (scope: Scope) => kinds.filter((kind) => wantsKind([scope], kind)).sort();
  expect([sent('bookings'), sent('rooms'), sent('imports')]).toEqual([
    ['reservation', 'waiting-entry'],
    ['day', 'room-cleaning', 'room-closure', 'room-month'],
    ['csv-reservation'],
  ]);
  expect(sent('events')).toEqual([...kinds].sort());
});

it('verify compares the secrets with the log', async () => {
  const webhook = await add();
  const { id } = webhook;
  await secretOf(id);
  await secretOf(id, 24);
  const client = await openLongRunningClient(hotel.databaseUrl);
  try {
    expect((await accessVerdict(client)).state).toBe('ok');
    await client.query('begin');
    await client.query(
      `update webhook_secrets set state = jsonb_set(state, '{secrets,0,sealed}', '"AAAA"') where webhook_id = ${id}`,
    );
    const verdict = await accessVerdict(client);
    expect([verdict.state, verdict.text]).toEqual([
      'bad',
      expect.stringContaining(`Webhook ID ${id} のシークレット`),
    ]);
    await client.query('rollback');
  } finally {
    await client.end();
  }
});
