import { invalid } from '@domain/broken-rule.js';
import { day, type Month } from '@domain/dates.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import {
  aCreate,
  aReservation,
  aRoomOf,
  aStay,
  codesOf,
  decisionOf,
  facts,
  messagesOf,
  outcomeOf,
  roomIdOf,
} from '../../support/builders.js';

const ID = 50;
const create = (...args: Parameters<typeof aCreate>) => aCreate(...args);

describe('booking a room', () => {
  it('makes one event with all that was entered', () => {
    const decision = decideCreate(
      create({}, { staffId: 3, paymentFlag: 1, csvReservationId: 900 }),
      ID,
      facts(),
    );
    const expected = aReservation({ id: ID, staffId: 3, paymentFlag: 1, csvReservationId: 900 });
    expect(decisionOf(decision)).toMatchObject({ events: [{ type: 'ReservationCreated' }], regrouped: [] });
    expect(outcomeOf(null, decision, ID)).toEqual(expected);
  });

  it.each(['2026-10-01', '2026-11-01', '2027-01-01'])(
    'takes the id of any month of the room: %s',
    (month) => {
      const decision = decideCreate(create({ roomId: roomIdOf('1002', month) }), ID, facts());
      expect(outcomeOf(null, decision, ID).roomNumber).toBe('1002');
    },
  );

  it('refuses a room id that no room has', () => {
    expect(codesOf(decideCreate(create({ roomId: 404 }), ID, facts()))).toEqual(['room_unavailable']);
  });

  it('runs over a year end and a leap day, and finds an overlap there', () => {
    const leap = ['2023-12-01', '2024-01-01', '2024-02-01', '2024-03-01'].map((text) => day(text) as Month);
    const known = facts({ rooms: roomDirectory(aRoomOf('1001', {}, leap)) });
    const book = (stayStart: string, stayEnd: string, neighbours: ReturnType<typeof aStay>[] = []) => {
      const roomId = roomIdOf('1001', '2024-02-01');
      const stay = { stayStart: day(stayStart), stayEnd: day(stayEnd) };
      return codesOf(decideCreate(create({ roomId, ...stay }), ID, { ...known, neighbours }));
    };
    expect(book('2023-12-31', '2024-01-02')).toEqual([]);
    expect(book('2024-02-28', '2024-03-01')).toEqual([]);
    expect(book('2024-02-28', '2024-03-01', [aStay(1, '2024-02-29', '2024-03-01')])).toEqual(['overlap']);
  });
});

describe('booking: all broken rules at once (their order: tests/cases/save-rules.ts)', () => {
  it('put what was unreadable in the place of the rule for the same field, the rest behind', () => {
    const unreadable = [invalid('bad_tel', 'tel', 'tel?'), invalid('bad_total_fee', 'total_fee', 'fee?')];
    const command = create({ totalFee: null, usedPoints: null, tel: null }, { unreadable });
    expect(messagesOf(decideCreate(command, ID, facts()))).toEqual([
      'fee?',
      '利用ポイントは数値を入力してください。',
      'tel?',
    ]);
  });

  it('say of a room that is missing or not numeric what the table says', () => {
    const unreadable = [invalid('bad_room_id', 'room_id', 'room?')];
    const command = create({ roomId: null, totalFee: null }, { unreadable });
    expect(messagesOf(decideCreate(command, ID, facts()))).toEqual([
      'ルームタイプを選択してください。',
      '合計料金は数値を入力してください。',
    ]);
  });

  it('say the same sentence once', () => {
    const message = '宿泊人数を選択してください。';
    const unreadable = ['mens_count', 'womens_count'].map((field) => invalid(`bad_${field}`, field, message));
    const command = create({ mensCount: null, womensCount: null }, { unreadable });
    expect(messagesOf(decideCreate(command, ID, facts()))).toEqual([message]);
  });

  it('refuse masters that are not known', () => {
    const command = create({ corporateId: 9, paymentType: 9, blacklistId: 9 });
    expect(decideCreate(command, ID, facts())).toMatchObject({
      broken: [
        { kind: 'invalid', code: 'corporate_unknown', field: 'corporateID' },
        { kind: 'invalid', code: 'payment_unknown', field: 'payment_type' },
        { kind: 'invalid', code: 'blacklist_unknown', field: 'blacklist_id' },
      ],
    });
    const known = create({ corporateId: 1, paymentType: 1, blacklistId: 1 });
    expect(codesOf(decideCreate(known, ID, facts()))).toEqual([]);
    const none = create({ corporateId: 0, paymentType: null, blacklistId: -1 });
    expect(codesOf(decideCreate(none, ID, facts()))).toEqual([]);
  });
});

describe('booking as the same guest as the day before', () => {
  const before = aStay(1, '2026-11-19', '2026-11-21');

  it('groups with the booking that ends on the check-in', () => {
    const decision = decideCreate(create({}, { sameAsDayBefore: 1 }), ID, facts({ neighbours: [before] }));
    expect(outcomeOf(null, decision, ID)).toMatchObject({ baseBookingId: 1, groupEndDate: '2026-11-23' });
    expect(decisionOf(decision).regrouped).toEqual([
      { id: 1, place: { baseBookingId: 0, groupEndDate: '2026-11-23' } },
    ]);
  });

  it('is refused when there is none', () => {
    const lonely = [
      { ...before, status: 'cancelled' as const },
      { ...before, roomNumber: '1002' },
      aStay(1, '2026-11-19', '2026-11-20'),
    ];
    for (const neighbour of lonely) {
      const decision = decideCreate(
        create({}, { sameAsDayBefore: 1 }),
        ID,
        facts({ neighbours: [neighbour] }),
      );
      expect(decision).toEqual({
        ok: false,
        broken: [invalid('no_day_before', 'is_day_before_same_flag', '前日の予約が見つかりません。')],
      });
    }
  });

  it.each([0, undefined] as const)('is left alone with the flag %s', (sameAsDayBefore) => {
    const decision = decideCreate(create({}, { sameAsDayBefore }), ID, facts({ neighbours: [before] }));
    expect(outcomeOf(null, decision, ID)).toMatchObject({ baseBookingId: 0, groupEndDate: null });
    expect(decisionOf(decision).regrouped).toEqual([]);
  });
});
