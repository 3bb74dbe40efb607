import { describe, expect, test } from '@jest/globals';
import type { FieldChange } from '@wire/event-record.js';
import { mergeChanges, operationsOf, shownFields } from '#backend/handover/changes-by-person.js';

type Value = FieldChange['before'];
type Fields = Record<string, [before: Value, after: Value]>;

const changesOf = (fields: Fields): FieldChange[] =>
  Object.entries(fields).map(([field, [before, after]]) => ({
    field,
    before,
    after,
    label: field,
    before_text: before === null ? '—' : String(before),
    after_text: after === null ? '—' : String(after),
  }));

describe('what several events changed all in all', () => {
  test('is what stood there before the first and after the last', () => {
    const merged = mergeChanges([
      changesOf({ room_number: ['1001', '1002'], notes: [null, '禁煙希望'] }),
      changesOf({ room_number: ['1002', '1005'] }),
    ]);
    expect(merged).toEqual(changesOf({ room_number: ['1001', '1005'], notes: [null, '禁煙希望'] }));
  });

  test('is nothing where it came back, nor what only follows', () => {
    const merged = mergeChanges([
      changesOf({ room_number: ['1001', '1002'], changed_room: [0, 1] }),
      changesOf({ room_number: ['1002', '1001'], group_end_date: [null, '2026-11-23'] }),
    ]);
    expect(merged).toEqual([]);
  });
});

describe('what was done to a booking', () => {
  const ARRIVED: Fields = { checkin_date: [null, '2026-11-21'], payment_status: [null, '済'] };
  // biome-ignore format: one case, one row
  const CASES: [string, Fields, 'new' | 'known', string[]][] = [
    ['a new one', { room_number: [null, '1001'], is_cancelled: [null, 0] }, 'new', ['added']],
    ['a new one, checked in and paid', ARRIVED, 'new', ['added', 'checked_in', 'paid']],
    ['new and cancelled again', { is_cancelled: [null, 1] }, 'new', ['added', 'cancelled']],
    ['another room', { room_number: ['1001', '1002'] }, 'known', ['moved']],
    ['another end', { stay_end: ['2026-11-22', '2026-11-23'] }, 'known', ['moved']],
    ['another fee', { total_fee: [8000, 9000] }, 'known', ['changed']],
    ['another room and fee', { room_number: ['1001', '1002'], total_fee: [8000, 9000] }, 'known', ['moved', 'changed']],
    ['cancelled, and so out of its group', { is_cancelled: [0, 1], base_booking_id: [7, 0] }, 'known', ['cancelled']],
    ['put back', { is_cancelled: [1, 0] }, 'known', ['reinstated']],
    ['checked in', { checkin_date: [null, '2026-11-21'] }, 'known', ['checked_in']],
    ['no longer checked in', { checkin_date: ['2026-11-21', null] }, 'known', ['check_in_reverted']],
    ['checked out', { checkout_date: [null, '2026-11-22'] }, 'known', ['checked_out']],
    ['no longer checked out', { checkout_date: ['2026-11-22', null] }, 'known', ['check_out_reverted']],
    ['a no-show', { no_show: [0, 1] }, 'known', ['no_show']],
    ['no longer a no-show', { no_show: [1, 0] }, 'known', ['no_show_reverted']],
    ['a no-show who came', { no_show: [1, 0], checkin_date: [null, '2026-11-21'] }, 'known', ['checked_in']],
    ['paid, and how', { payment_status: ['未', '済'], payment_type: [null, 3] }, 'known', ['paid']],
    ['no longer paid', { payment_status: ['済', '未'] }, 'known', ['unpaid']],
    ['another way of paying', { payment_type: [2, 3] }, 'known', ['changed']],
    ['nothing', {}, 'known', []],
  ];

  test.each(CASES)('%s', (_name, fields, age, acts) => {
    expect(operationsOf(changesOf(fields), age === 'new')).toEqual(acts);
  });

  test('needs no fields where the act says it all', () => {
    expect(shownFields(changesOf({ room_number: [null, '1001'] }), true)).toEqual([]);
    expect(shownFields(changesOf({ is_cancelled: [0, 1], base_booking_id: [7, 0] }), false)).toEqual([]);
    const moved: Fields = { room_number: ['1001', '1002'], base_booking_id: [7, 0] };
    const shown = shownFields(changesOf({ checkin_date: [null, '2026-11-21'], ...moved }), false);
    expect(shown).toEqual(changesOf(moved));
  });
});
