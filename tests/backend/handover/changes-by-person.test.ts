import { describe, expect, test } from '@jest/globals';
import type { FieldChange } from '@wire/event-record.js';
import { mergeChanges, operationsOf, shownFields } from '../../../backend/handover/changes-by-person.js';

const change = (field: string, before: FieldChange['before'], after: FieldChange['after']): FieldChange => ({
  field,
  before,
  after,
  label: field,
  before_text: before === null ? '—' : String(before),
  after_text: after === null ? '—' : String(after),
});

describe('what several events changed all in all', () => {
  test('is what stood there before the first and after the last', () => {
    const merged = mergeChanges([
      [change('room_number', '1001', '1002'), change('notes', null, '禁煙希望')],
      [change('room_number', '1002', '1005')],
    ]);
    expect(merged).toEqual([change('room_number', '1001', '1005'), change('notes', null, '禁煙希望')]);
  });

  test('is nothing where it came back, nor what only follows', () => {
    const merged = mergeChanges([
      [change('room_number', '1001', '1002'), change('changed_room', 0, 1)],
      [change('room_number', '1002', '1001'), change('group_end_date', null, '2026-11-23')],
    ]);
    expect(merged).toEqual([]);
  });
});

describe('what was done to a booking', () => {
  const CASES: [string, FieldChange[], boolean, string[]][] = [
    ['a new one', [change('room_number', null, '1001'), change('is_cancelled', null, 0)], true, ['added']],
    [
      'a new one, checked in and paid',
      [change('checkin_date', null, '2026-11-21'), change('payment_status', null, '済')],
      true,
      ['added', 'checked_in', 'paid'],
    ],
    ['new and cancelled again', [change('is_cancelled', null, 1)], true, ['added', 'cancelled']],
    ['another room', [change('room_number', '1001', '1002')], false, ['moved']],
    ['another end', [change('stay_end', '2026-11-22', '2026-11-23')], false, ['moved']],
    ['another fee', [change('total_fee', 8000, 9000)], false, ['changed']],
    [
      'another room and fee',
      [change('room_number', '1001', '1002'), change('total_fee', 8000, 9000)],
      false,
      ['moved', 'changed'],
    ],
    [
      'cancelled, and so out of its group',
      [change('is_cancelled', 0, 1), change('base_booking_id', 7, 0)],
      false,
      ['cancelled'],
    ],
    ['put back', [change('is_cancelled', 1, 0)], false, ['reinstated']],
    ['checked in', [change('checkin_date', null, '2026-11-21')], false, ['checked_in']],
    ['no longer checked in', [change('checkin_date', '2026-11-21', null)], false, ['check_in_reverted']],
    ['checked out', [change('checkout_date', null, '2026-11-22')], false, ['checked_out']],
    ['no longer checked out', [change('checkout_date', '2026-11-22', null)], false, ['check_out_reverted']],
    [
      'paid, and how',
      [change('payment_status', '未', '済'), change('payment_type', null, 3)],
      false,
      ['paid'],
    ],
    ['no longer paid', [change('payment_status', '済', '未')], false, ['unpaid']],
    ['another way of paying', [change('payment_type', 2, 3)], false, ['changed']],
    ['nothing', [], false, []],
  ];

  test.each(CASES)('%s', (_name, changes, isNew, acts) => {
    expect(operationsOf(changes, isNew)).toEqual(acts);
  });

  test('needs no fields where the act says it all', () => {
    expect(shownFields([change('room_number', null, '1001')], true)).toEqual([]);
    expect(shownFields([change('is_cancelled', 0, 1), change('base_booking_id', 7, 0)], false)).toEqual([]);
    const moved = [change('room_number', '1001', '1002'), change('base_booking_id', 7, 0)];
    expect(shownFields([change('checkin_date', null, '2026-11-21'), ...moved], false)).toEqual(moved);
  });
});
