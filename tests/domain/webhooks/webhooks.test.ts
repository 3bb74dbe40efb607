import type { Scope } from '@domain/masters/service-accounts.js';
import { askedPause, MOST_ATTEMPTS, pauseAfter } from '@domain/webhooks/retries.js';
import {
  brokenWebhookRules,
  evolveWebhook,
  evolveWebhookSecrets,
  signingSecrets,
  type WebhookSecrets,
  wantsKind,
} from '@domain/webhooks/webhooks.js';
import { describe, expect, it } from '@jest/globals';

const HOUR_MS = 3_600_000;
const WEBHOOK = { id: 1, version: 1, name: '会計', url: 'https://a.example/', scopes: ['bookings' as const] };

describe('Retry-After', () => {
  const now = new Date('2030-01-02T03:04:05.500Z');
  it.each<[string | undefined, number | null]>([
    ['120', 120_000],
    [' 1 ', 1_000],
    ['Wed, 02 Jan 2030 03:05:05 GMT', 59_500],
    ['86400', 24 * HOUR_MS],
    ['86401', 24 * HOUR_MS],
    ['99999999999999999999', 24 * HOUR_MS],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 24 * HOUR_MS],
    ['Wed, 02 Jan 2030 03:04:05 GMT', null],
    ...['0', '-5', '1e3', '1.5', '0x10', '', 'soon', '120, 120', '2030-01-02T03:05:05Z', undefined].map(
      (header): [string | undefined, null] => [header, null],
    ),
    ['Wed, 99 Foo 2030 03:05:05 GMT', null],
  ])('%s asks for %s ms', (header, pause) => {
    expect(askedPause(header, now)).toBe(pause);
  });
});

describe('a webhook', () => {
  it('has a name of its own and something to send', () => {
    const { id: _, version: __, ...details } = WEBHOOK;
    const codes = (id: number | null, changes: Partial<typeof details>) =>
      brokenWebhookRules(id, { ...details, ...changes }, [WEBHOOK]).map(({ code }) => code);
    expect(codes(1, {})).toEqual([]);
    expect(codes(null, {})).toEqual(['webhook_name_taken']);
    expect(codes(1, { scopes: [] })).toEqual(['no_scope']);
    expect(codes(1, { scopes: ['personal'] as never })).toEqual(['no_scope']);
    expect(brokenWebhookRules(1, null, [WEBHOOK])).toEqual([]);
  });

  it('that is replayed stays what it is, in or out of use', () => {
    const replayed = { type: 'WebhookReplayed', data: { after: 3 } } as const;
    expect(evolveWebhook(WEBHOOK, replayed, 1)).toEqual({ ...WEBHOOK, version: 2 });
    const retired = evolveWebhook(WEBHOOK, { type: 'WebhookRetired', data: {} }, 1);
    expect(evolveWebhook(retired, replayed, 1).isRetired).toBe(true);
    expect(() => evolveWebhook(null, replayed, 1)).toThrow();
  });

  it.each<[Scope[], string[], string[]]>([
    [['bookings'], ['reservation'], ['room-month', 'csv-reservation', 'staff', 'webhook-secret']],
    [['rooms'], ['room-month', 'room-closure', 'room-cleaning', 'day'], ['reservation']],
    [['imports', 'personal'], ['csv-reservation'], ['reservation', 'staff']],
    [['events'], ['reservation', 'staff', 'handover-note'], []],
    [['personal'], [], ['reservation', 'staff']],
  ])('with %j is sent %j and not %j', (scopes, wanted, others) => {
    expect(wanted.filter((kind) => !wantsKind(scopes, kind))).toEqual([]);
    expect(others.filter((kind) => wantsKind(scopes, kind))).toEqual([]);
  });
});

it('a secret signs beside the one before until that ends, and older ones no more', () => {
  const issued = (sealed: string, formerUntil: string) =>
    ({
      type: 'WebhookSecretIssued',
      data: { webhookId: 1, webhookName: '会計', sealed, formerUntil },
    }) as const;
  let secrets: WebhookSecrets | null = null;
  for (const [sealed, until] of [
    ['a', '2026-01-01T00:00:00.000Z'],
    ['b', '2026-01-02T00:00:00.000Z'],
    ['c', '2026-01-03T00:00:00.000Z'],
  ] as const) {
    secrets = evolveWebhookSecrets(secrets, issued(sealed, until), 9);
  }
  const at = (instant: string) =>
    signingSecrets(secrets ?? { secrets: [] }, new Date(instant)).map(({ sealed, number }) => [
      sealed,
      number,
    ]);
  expect(at('2026-01-02T23:59:59Z')).toEqual([
    ['c', 3],
    ['b', 2],
  ]);
  expect(at('2026-01-03T00:00:00Z')).toEqual([['c', 3]]);
});

it('pauses grow, are moved by chance, and end after about three days', () => {
  const pauses = (random: number) =>
    Array.from({ length: MOST_ATTEMPTS }, (_, index) => pauseAfter(index + 1, random));
  for (const random of [0, 0.5, 1]) {
    const known = pauses(random).slice(0, -1).map(Number);
    expect(known).toEqual([...known].sort((one, other) => one - other));
    expect(pauses(random).at(-1)).toBeNull();
    const days = known.reduce((sum, ms) => sum + ms, 0) / HOUR_MS / 24;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.6);
  }
  expect(pauses(1)[0]).toBeGreaterThan(pauses(0)[0] ?? 0);
});
