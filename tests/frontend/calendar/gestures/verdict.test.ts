import { day } from '@domain/dates.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { describe, expect, test } from '@jest/globals';
import type { Place } from '#frontend/calendar/gestures/place.js';
import { droppedText, proposalAt, proposalText } from '#frontend/calendar/gestures/proposal.js';
import { judge } from '#frontend/calendar/gestures/verdict.js';
import type { CalendarSnapshot } from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { aCalendar } from '#tests/frontend/support/records.js';

const TODAY = day('2026-11-20');

const at = (roomNumber: string, start: string, end: string): Place => ({
  roomNumber,
  stay: { start: day(`2026-${start}`), end: day(`2026-${end}`) },
});
const HOME = at('1001', '11-21', '11-23');
const booked = (id: number, { roomNumber, stay }: Place, details: Partial<Reservation> = {}) => ({
  id,
  roomNumber,
  stayStart: stay.start,
  stayEnd: stay.end,
  ...details,
});
const neighbour = (place: Place, details: Partial<Reservation> = {}) =>
  booked(20, place, { guestName1: '田中一郎', ...details });

function foresee(calendar: CalendarSnapshot, place: Place, from: Place | null = HOME) {
  const proposal = proposalAt(calendar, from && { bookingId: 10, from }, place, TODAY);
  return { proposal, kind: proposal.kind, ...judge(calendar, proposal, TODAY) };
}
/** Booking 10 is moved, by itself or with others around it. */
function moved(
  place: Place,
  own: Partial<Reservation> = {},
  others: Partial<Reservation>[] = [],
  rooms: Record<string, Partial<RoomMonth>> = {},
) {
  return foresee(aCalendar([booked(10, HOME, own), ...others], rooms), place);
}

describe('guests that a room does not suit', () => {
  const TO = at('1002', '11-21', '11-23');
  const warned = (own: Partial<Reservation>, rooms: Record<string, Partial<RoomMonth>>, to = TO) =>
    moved(to, own, [], rooms);
  const TWIN = { roomType: 'ツイン' };
  const men = { mensCount: 2, womensCount: 0 } as const;
  const couple = { mensCount: 1, womensCount: 1 } as const;

  test.each<[string, Partial<Reservation>, Record<string, Partial<RoomMonth>>, string[]]>([
    ['two men in a single', men, { 1001: TWIN }, ['山田太郎様は男性2名、1002号室はシングルです。']],
    [
      'a couple in a single',
      couple,
      { 1001: TWIN },
      ['山田太郎様は男性1名・女性1名、1002号室はシングルです。'],
    ],
    ['two men in a twin', men, { 1001: TWIN, 1002: TWIN }, []],
    ['a smoker without', {}, { 1001: { smokingStatus: '喫煙' } }, ['山田太郎様は喫煙、1002号室は禁煙です。']],
    [
      'a non-smoker with',
      {},
      { 1002: { smokingStatus: '喫煙' } },
      ['山田太郎様は禁煙、1002号室は喫煙です。'],
    ],
    ['one guest in a like room', {}, {}, []],
  ])('may be dropped, with both named: %s', (_case, own, rooms, warnings) => {
    expect(warned({ guestName1: '山田太郎', ...own }, rooms)).toMatchObject({ ok: true, warnings });
  });

  test('916 suits whoever is with a woman, and never two men', () => {
    const to = at('916', '11-21', '11-23');
    const rooms = { 1001: TWIN, 916: {} };
    expect(warned(couple, rooms, to).warnings).toEqual([]);
    expect(warned(men, rooms, to).warnings).toHaveLength(1);
  });

  test('stay where they are without a word', () => {
    expect(warned(men, {}, at('1001', '11-22', '11-24')).warnings).toEqual([]);
  });
});

describe('a booking that is moved', () => {
  test('may go to a free room and to free days', () => {
    expect(moved(at('1002', '11-21', '11-23'))).toMatchObject({ kind: 'move', ok: true, remarks: [] });
    expect(moved(at('1001', '11-22', '11-24'))).toMatchObject({ kind: 'move', ok: true });
    expect(moved(at('1003', '11-30', '12-02'))).toMatchObject({ kind: 'move', ok: true });
  });

  test('back where it was does nothing', () => {
    expect(moved(HOME)).toMatchObject({ kind: 'nothing', ok: false, reasons: [] });
  });

  test('may not go where others are: each is named', () => {
    const others = [
      neighbour(at('1002', '11-20', '11-22')),
      booked(21, at('1002', '11-22', '11-25'), { guestName1: '佐藤花子' }),
    ];
    expect(moved(at('1002', '11-21', '11-23'), {}, others)).toMatchObject({
      kind: 'move',
      ok: false,
      reasons: [
        '1002号室には 11/20(金)～11/22(日) 田中一郎 の予約が入っています。',
        '1002号室には 11/22(日)～11/25(水) 佐藤花子 の予約が入っています。',
      ],
    });
    expect(moved(at('1002', '11-23', '11-25'), {}, others).reasons).toHaveLength(1);
  });

  test('may follow a stay that ends on the day it begins', () => {
    expect(moved(at('1002', '11-22', '11-24'), {}, [neighbour(at('1002', '11-20', '11-22'))]).ok).toBe(true);
  });

  test('that is locked to its room keeps it, but may go to other days', () => {
    const locked = { roomMoveLock: 1 as const };
    expect(moved(at('1002', '11-21', '11-23'), locked).reasons).toEqual([
      '部屋移動不可の予約のため、部屋を変更することは出来ません。',
    ]);
    expect(moved(at('1001', '11-24', '11-26'), locked).ok).toBe(true);
  });

  test('goes into no room that is 予約不可, but may be extended where it is', () => {
    const shut = {
      '1001': { reservableStatus: '予約不可' },
      '1002': { reservableStatus: '予約不可' },
    } as const;
    expect(moved(at('1002', '11-21', '11-23'), {}, [], shut)).toMatchObject({
      ok: false,
      reasons: ['1002号室は2026年11月は予約不可です。'],
    });
    const longer = moved(at('1001', '11-21', '11-24'), {}, [], shut);
    expect(longer.ok).toBe(true);
    expect(longer.remarks).toContain('1001号室は2026年11月は予約不可です。');
  });

  test('into another kind of room says what is different', () => {
    const rooms = { '1002': { smokingStatus: '喫煙', priority: '女性' } } as const;
    expect(moved(at('1002', '11-21', '11-23'), {}, [], rooms)).toMatchObject({
      ok: true,
      remarks: ['1002号室は 禁煙 → 喫煙、優先なし → 女性優先'],
    });
  });

  test('whose nights become more or fewer keeps its fee, and says so', () => {
    expect(moved(at('1001', '11-21', '11-24')).remarks).toEqual(['合計料金 ¥8,000 は変わりません。']);
    expect(moved(at('1001', '11-24', '11-26')).remarks).toEqual([]);
  });

  test('that somebody else moved or cancelled meanwhile is let go', () => {
    const elsewhere = aCalendar([booked(10, at('1003', '11-21', '11-23'))]);
    expect(foresee(elsewhere, at('1002', '11-21', '11-23'))).toMatchObject({ kind: 'gone', ok: false });
    const cancelled = aCalendar([booked(10, HOME, { status: 'cancelled' })]);
    expect(foresee(cancelled, at('1002', '11-21', '11-23')).reasons).toEqual([
      'この予約は他の端末で変更されました。最新の内容を確認してください。',
    ]);
  });

  test('of an erased guest stays as it is', () => {
    expect(moved(at('1002', '11-21', '11-23'), { guestName1: '削除済み' }).reasons).toEqual([
      '個人情報を削除した予約は変更できません。',
    ]);
  });
});

describe('a guest in the house', () => {
  const own = { checkinDate: day('2026-11-21') };

  test('may change rooms and leave earlier', () => {
    expect(moved(at('1002', '11-21', '11-23'), own).ok).toBe(true);
    expect(moved(at('1001', '11-21', '11-22'), own).ok).toBe(true);
  });

  test('moves from today on, with who is in the other room where that one stays as well', () => {
    const since = at('1001', '11-18', '11-23');
    const guest = (id: number, place: Place, details: Partial<Reservation> = {}) =>
      booked(id, place, { checkinDate: day('2026-11-18'), ...details });
    const there = at('1002', '11-18', '11-23');
    const drop = (...others: Partial<Reservation>[]) =>
      foresee(aCalendar([guest(10, since), ...others]), there, since);
    const rest = at('1002', '11-20', '11-23');
    expect(drop()).toMatchObject({ kind: 'moveOn', ok: true, proposal: { place: rest, with: null } });
    expect(drop(booked(20, at('1002', '11-18', '11-20')))).toMatchObject({ ok: true });
    expect(drop(neighbour(at('1002', '11-22', '11-24')))).toMatchObject({
      ok: false,
      reasons: ['1002号室には 11/22(日)～11/24(火) 田中一郎 の予約が入っています。'],
    });
    const other = guest(20, at('1002', '11-19', '11-24'));
    expect(drop(other)).toMatchObject({ kind: 'moveOn', ok: true, proposal: { with: { id: 20 } } });
    expect(drop(other, neighbour(at('1001', '11-23', '11-24'), { id: 30 }))).toMatchObject({ ok: false });
    expect(drop({ ...other, roomMoveLock: 1 })).toMatchObject({ ok: false });
  });

  test('stays on by a following stay, in another room where the own one is taken', () => {
    const longer = at('1001', '11-21', '11-24');
    expect(moved(longer, own)).toMatchObject({ kind: 'extend', ok: true, warnings: [] });
    const taken = moved(longer, own, [booked(20, at('1001', '11-23', '11-25'), { guestName1: '鈴木次郎' })]);
    expect(taken).toMatchObject({
      ok: true,
      warnings: [
        '1001号室には 11/23(月)～11/25(水) 鈴木次郎 の予約が入っています。',
        'ほかの空室を選んで延泊できます。',
      ],
    });
    expect(moved(longer, { ...own, groupEndDate: day('2026-11-25') })).toMatchObject({
      ok: false,
      reasons: ['この予約には続きの予約があります。続きの予約を延泊してください。'],
    });
  });

  test('may not come on another day', () => {
    expect(moved(at('1001', '11-20', '11-22'), own).reasons).toEqual([
      'チェックイン後はチェックイン日を変更することは出来ません。',
    ]);
  });
});

describe('two that change rooms', () => {
  const there = at('1002', '11-21', '11-23');

  test('may, also of different lengths, when each fits where the other was', () => {
    const other = neighbour(at('1002', '11-22', '11-25'));
    expect(moved(there, {}, [other])).toMatchObject({ kind: 'swap', ok: true });
    expect(moved(there, {}, [other]).proposal).toMatchObject({ with: { id: 20 } });
  });

  test('may not when a third is in the way of one of them', () => {
    const third = booked(30, at('1001', '11-24', '11-26'), { guestName1: '鈴木次郎' });
    expect(moved(there, {}, [neighbour(at('1002', '11-22', '11-25')), third])).toMatchObject({
      kind: 'swap',
      ok: false,
      reasons: ['1001号室には 11/24(火)～11/26(木) 鈴木次郎 の予約が入っています。'],
    });
  });

  test('may not when one of them is locked to its room', () => {
    const locked = neighbour(there, { roomMoveLock: 1 });
    expect(moved(there, {}, [locked])).toMatchObject({ kind: 'swap', ok: false });
  });

  test('only change rooms: with another date it is a move that is in the way', () => {
    expect(moved(at('1002', '11-22', '11-24'), {}, [neighbour(there)])).toMatchObject({
      kind: 'move',
      ok: false,
    });
  });
});

describe('a new booking', () => {
  test('may go where nobody is and the room can be sold', () => {
    const calendar = aCalendar([booked(10, HOME)], { '1003': { reservableStatus: '予約不可' } });
    expect(foresee(calendar, at('1001', '11-23', '11-25'), null)).toMatchObject({ kind: 'new', ok: true });
    expect(foresee(calendar, at('1001', '11-22', '11-25'), null).reasons).toEqual([
      '1001号室には 11/21(土)～11/23(月) 山田太郎 の予約が入っています。',
    ]);
    expect(foresee(calendar, at('1003', '11-30', '12-02'), null).reasons).toEqual([
      '1003号室は2026年11月・2026年12月は予約不可です。',
    ]);
  });
});

describe('the words', () => {
  const text = (place: Place, others: Partial<Reservation>[] = []) =>
    proposalText(moved(place, {}, others).proposal);

  test('say what dropping would do', () => {
    expect(text(at('1002', '11-22', '11-24'))).toBe('山田太郎 1001 → 1002 11/22(日)～11/24(火) 2泊');
    expect(text(at('1001', '11-21', '11-24'))).toBe('山田太郎 1001 11/21(土)～11/24(火) 3泊');
    expect(text(at('1002', '11-21', '11-23'), [neighbour(at('1002', '11-21', '11-23'))])).toBe(
      '部屋の交換 1001 山田太郎 ⇔ 1002 田中一郎',
    );
    const calendar = aCalendar([]);
    expect(proposalText(proposalAt(calendar, null, HOME, TODAY))).toBe(
      '新しい予約 1001 11/21(土)～11/23(月) 2泊',
    );
  });

  test('and what was done', () => {
    const { proposal } = moved(at('1002', '11-21', '11-23'), {}, [neighbour(at('1002', '11-21', '11-23'))]);
    if (proposal.kind !== 'swap') throw new Error(proposal.kind);
    expect(droppedText(proposal)).toBe('1001 山田太郎 と 1002 田中一郎 の部屋を交換');
  });
});
