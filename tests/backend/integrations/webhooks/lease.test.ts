import { expect, it, jest } from '@jest/globals';
import { Lease } from '#backend/integrations/webhooks/lease.js';
import type { WebhookPlaces } from '#backend/integrations/webhooks/webhook-places.js';

it.each([
  ['at once', 0, true],
  ['after most of its time', 9_500, false],
])(
  'a lease that the database answers %s is trusted or not: its time began when it was asked for',
  async (_, tookMs, isHeld) => {
    let now = 1_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    const places = {
      async lease() {
        now += tookMs;
        return { position: 1, stopped: null, stoppedUntil: null, waiting: 0, dead: 0 };
      },
      release: async () => undefined,
    } as unknown as WebhookPlaces;
    const taken = await Lease.take(places, 1, 'this node', 10_000);
    expect(taken?.lease.isHeld).toBe(isHeld);
    await taken?.lease.release();
    clock.mockRestore();
  },
);
