import { addDays, day } from '@domain/dates.js';
import { expect, it } from '@jest/globals';
import type { RoomClosureRecord } from '@wire/room-closure-record.js';
import type { WaitingContent } from '@wire/waiting-list.js';
import { Clock } from '#backend/platform/clock.js';
import { kyselyOn } from '#backend/platform/database.js';
import { FormerGuestsExpiry } from '#backend/reservations/waiting/former-guests-expiry.js';
import { must } from '#tests/support/api-client.js';
import { rawQuery } from '#tests/support/log-rows.js';
import { refuses } from '#tests/support/refusal.js';
import { sharedHotel, sharedNodeOn } from '#tests/support/shared.js';
import type { StoreNode } from '#tests/support/store-node.js';

const hotel = sharedHotel();
const here = sharedNodeOn(() => hotel.databaseUrl);
const there = sharedNodeOn(() => hotel.databaseUrl);
const FIRST = day('2096-02-27');
const LAST = day('2096-03-01');
const NAME = '一度 限り';

/** One node that looks for what is over, so many days after the nights. */
function expiryOn({ store, pool }: StoreNode, days: number): FormerGuestsExpiry {
  const now = new Date(`${addDays(LAST, days)}T12:00:00+09:00`);
  return new FormerGuestsExpiry(store, kyselyOn(pool), new Clock('Asia/Tokyo', () => now));
}

const guest = { guest_name: NAME, tel: '090-5555-0001', remark: '折り返し' };
const hold = (end = LAST) =>
  must(
    hotel.api.post<RoomClosureRecord>('/api/tentative-stays', {
      ...{ room_number: hotel.newRoom(), start_date: FIRST, end_date: end, ...guest },
      until: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  );
const wait = (stay_end = LAST) =>
  must(
    hotel.api.post<WaitingContent>('/api/waiting-list', {
      ...{ ...guest, stay_start: FIRST, stay_end, mens_count: 1, womens_count: 0 },
      ...{ smoking_status: '禁煙', corporateID: 0 },
    }),
  );
const erasedIds = async () =>
  (
    await rawQuery(
      hotel.databaseUrl,
      `select split_part(stream, '-', 3)::int as id, staff_id, payload->>'reason' as reason from event_log
       where type = 'PersonalDataErased' and (stream like 'room-closure-%' or stream like 'waiting-entry-%')
       order by position`,
    )
  ).map(({ id }) => Number(id));

it('who held a room or waited for one is forgotten 90 days after the last night, once over several nodes; who has a later night is not', async () => {
  const [released, running, later] = [await hold(), await hold(), await hold(addDays(LAST, 1))];
  for (const { id } of [released, later]) await must(hotel.api.delete(`/api/tentative-stays/${id}`));
  const [waited, givenUp, laterWait] = [await wait(), await wait(), await wait(addDays(LAST, 1))];
  await must(hotel.api.delete(`/api/waiting-list/${givenUp.id}`));
  const closed = await must(
    hotel.api.post<{ id: number }>('/api/room-closures', {
      ...{ room_number: hotel.newRoom(), start_date: FIRST, end_date: LAST, reason: '水漏れ' },
    }),
  );
  await must(hotel.api.delete(`/api/room-closures/${closed.id}`));

  await expiryOn(here, 89).check();
  expect(await erasedIds()).toEqual([]);
  await Promise.all([expiryOn(here, 90).check(), expiryOn(there, 90).check()]);
  expect((await erasedIds()).sort((a, b) => a - b)).toEqual([released.id, waited.id, givenUp.id]);
  const keys = `select stream from encryption_keys where stream like 'room-closure-%' or stream like 'waiting-entry-%'`;
  expect((await rawQuery(hotel.databaseUrl, keys)).map(({ stream }) => stream).sort()).toEqual(
    [`room-closure-${later.id}`, `room-closure-${running.id}`, `waiting-entry-${laterWait.id}`].sort(),
  );
  const states = `select state::text from room_closures where id = ${released.id}
                  union all select state::text from waiting_entries where id in (${waited.id}, ${givenUp.id})`;
  for (const { state } of await rawQuery(hotel.databaseUrl, states))
    expect(state).not.toMatch(/一度|5555|折り返し/);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const restore = () => hotel.api.post(`/api/tentative-stays/${released.id}/restore`, { until });
  await refuses(hotel, restore, 409, /すでに終わっています/);
});
