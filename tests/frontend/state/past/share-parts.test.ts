import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { snapshotOf } from '../../../../frontend/state/calendar-snapshot.js';
import { shareParts } from '../../../../frontend/state/past/share-parts.js';
import { countRecord, countRecords, nightRecords, RANGE, roomRecords } from '../../support/records.js';

const STAY = { stayStart: day('2026-11-20'), stayEnd: day('2026-11-22') };
const AS_OF = { bookings: 1, rooms: 1, counts: 1, weather: 1 };
const inRoom = (id: number, roomNumber: string, guestName1 = '客') =>
  nightRecords({ id, version: 1, roomNumber, guestName1, ...STAY });

/** The calendar of these bookings and counts, read anew. */
function calendar(bookings = [...inRoom(7, '1001'), ...inRoom(8, '1002')], counts = countRecords(0)) {
  const weather = { id: 1, date: day('2026-11-20'), weather: '雨', holiday_flag: 0 } as const;
  const rooms = roomRecords('1001', '1002');
  return snapshotOf({ ...RANGE }, { bookings, rooms, counts, weather: [{ ...weather }] as never }, AS_OF);
}

test('what is the same stays the same object, part by part', () => {
  const former = calendar();
  const next = shareParts(former, calendar());
  for (const part of ['range', 'days', 'rooms', 'counts', 'weather'] as const) {
    expect(next[part]).toBe(former[part]);
  }
  expect(next.byRoom.get('1001')).toBe(former.byRoom.get('1001'));
  expect(next.byRoom.get('1002')).toBe(former.byRoom.get('1002'));
});

test('only the row of a booking that differs, and only the day whose count differs, is new', () => {
  const former = calendar();
  const bookings = [...inRoom(7, '1001', '別の客'), ...inRoom(8, '1002')];
  const counts = { ...countRecords(0), '2026-11-20': countRecord(3) };
  const next = shareParts(former, calendar(bookings, counts));
  expect(next.byRoom.get('1001')?.[0]?.record.guest_name_1).toBe('別の客');
  expect(next.byRoom.get('1002')).toBe(former.byRoom.get('1002'));
  expect(next.counts.get(day('2026-11-20'))?.normal_non_smoking.actual).toBe(3);
  expect(next.counts.get(day('2026-11-21'))).toBe(former.counts.get(day('2026-11-21')));
});

test('a booking that left its room is not in its row any more', () => {
  const former = calendar();
  const next = shareParts(former, calendar([...inRoom(7, '1002'), ...inRoom(8, '1002')]));
  expect(next.byRoom.get('1001') ?? []).toEqual([]);
  expect(next.byRoom.get('1002')?.map(({ id, roomNumber }) => [id, roomNumber])).toEqual([
    [7, '1002'],
    [8, '1002'],
  ]);
  expect(next.byRoom.get('1002')?.[1]).toBe(former.byRoom.get('1002')?.[0]);
});
