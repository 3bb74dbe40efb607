import { expect, test } from '@jest/globals';
import { sharedHotel } from '../../support/shared.js';

const hotel = sharedHotel({ LOG_REQUESTS: '1' }, { ownProcess: true });

test.each(['ndjson', 'csv'])(
  'an export is no leak to Node: it warns of no listeners (%s)',
  async (format) => {
    const answer = await fetch(`${hotel.url}/api/events?format=${format}`);
    expect([answer.status, (await answer.text()).length > 1_000]).toEqual([200, true]);
    expect((await fetch(`${hotel.url}/api/events?limit=1`)).status).toBe(200);
    expect(hotel.output()).toContain('/api/events');
    expect(hotel.output()).not.toMatch(/warning/i);
  },
);
