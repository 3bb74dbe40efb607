import { expect, jest, test } from '@jest/globals';
import { loadCalendar } from '#frontend/shared/calendar-data/load-calendar.js';
import { serve } from '#tests/frontend/support/fake-server.js';
import { RANGE, roomRecords } from '#tests/frontend/support/records.js';

const refused = () => ({ status: 403, body: { error: '権限がありません。', errors: [] } });
const answers = {
  'GET /api/bookings': () => ({ body: [], position: 10 }),
  'GET /api/rooms': () => ({ body: roomRecords('1001'), position: 10 }),
  'GET /api/weather': () => ({ body: [], position: 10 }),
};

test.each(['bookings', 'rooms', 'room-closures'])(
  'a calendar without its %s is none: nobody takes a room for free that is not',
  async (call) => {
    serve({ ...answers, [`GET /api/${call}`]: refused });
    await expect(loadCalendar(RANGE)).rejects.toThrow('権限がありません。');
  },
);

test.each(['booking_type_diff', 'weather'])(
  'a calendar without its %s has an empty row instead, as specified',
  async (call) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    serve({ ...answers, [`GET /api/${call}`]: refused });
    const { snapshot } = await loadCalendar(RANGE);
    expect([...snapshot.rooms.byNumber.keys()]).toEqual(['1001']);
    expect(log).toHaveBeenCalledTimes(1);
  },
);
