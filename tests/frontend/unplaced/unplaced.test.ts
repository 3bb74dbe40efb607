import { type Day, day, daysFromTo } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { describe, expect, test } from '@jest/globals';
import { proposalAt, proposalText } from '#frontend/calendar/gestures/proposal.js';
import { judge } from '#frontend/calendar/gestures/verdict.js';
import { subjectOf } from '#frontend/unplaced/register-unplaced.js';
import { unplacedOn } from '#frontend/unplaced/unplaced.js';
import { csvRecord } from '#tests/frontend/support/csv-records.js';
import { aCalendar } from '#tests/frontend/support/records.js';

const DAYS = daysFromTo(day('2026-12-01'), day('2026-12-11'));

let id = 0;
const waiting = (start: string | null, end: string | null, details: Partial<CsvReservation> = {}) =>
  csvRecord({
    id: ++id,
    stayStart: start as Day | null,
    stayEnd: end as Day | null,
    guestName1: `客${id}`,
    ...details,
  });
const shown = (...records: ReturnType<typeof waiting>[]) => {
  const { lines, more } = unplacedOn(records, DAYS);
  const bars = lines.map((line) =>
    line.map(({ record, column, nights }) => [record.guest_name_1, column, nights]),
  );
  return { bars, more };
};

describe('reservations without a room, above the rooms', () => {
  test('are bars over their nights, cut at the days shown; those on other days have none', () => {
    id = 0;
    const records = [
      waiting('2026-12-03', '2026-12-05'),
      waiting('2026-11-28', '2026-12-02'),
      waiting('2026-12-10', '2026-12-14'),
      waiting('2026-11-28', '2026-12-01'),
      waiting('2026-12-12', '2026-12-13'),
    ];
    expect(shown(...records)).toEqual({
      bars: [
        [
          ['客2', 0, 1],
          ['客1', 2, 2],
          ['客3', 9, 2],
        ],
      ],
      more: 0,
    });
  });

  test('have no bar when their days could not be read', () => {
    const records = [
      waiting(null, '2026-12-05'),
      waiting('2026-12-05', null),
      waiting('2026-12-05', '2026-12-05'),
    ];
    expect(shown(...records)).toEqual({ bars: [], more: 0 });
  });

  test('of one day stand by their room type, in lines without overlaps; beyond three lines they are counted', () => {
    id = 0;
    const of = (roomName: string) => waiting('2026-12-03', '2026-12-05', { roomName });
    const records = [
      of('ツイン'),
      of('シングル'),
      of('ツイン'),
      of('シングル'),
      waiting('2026-12-05', '2026-12-06'),
    ];
    expect(shown(...records)).toEqual({
      bars: [
        [
          ['客2', 2, 2],
          ['客5', 4, 1],
        ],
        [['客4', 2, 2]],
        [['客1', 2, 2]],
      ],
      more: 1,
    });
  });
});

describe('one dragged onto a room', () => {
  const TODAY = day('2026-11-20');
  const stay = { start: day('2026-11-21'), end: day('2026-11-23') };
  const record = waiting(stay.start, stay.end, {
    guestName1: '待機一郎',
    mensCount: 1,
    womensCount: 0,
    smokingStatus: '喫煙',
  });
  const subject = subjectOf({ record, stay, column: 0, nights: 2 }, () => {});
  const foresee = (roomNumber: string, taken: Parameters<typeof aCalendar>[0] = []) => {
    const calendar = aCalendar(taken, {});
    const proposal = proposalAt(calendar, subject, { roomNumber, stay }, stay.start);
    return { kind: proposal.kind, text: proposalText(proposal), ...judge(calendar, proposal, TODAY) };
  };

  test('would be registered there with its days, and what does not suit the guest is said', () => {
    expect(foresee('1002')).toMatchObject({
      kind: 'register',
      ok: true,
      text: '待機一郎 1002 11/21(土)～11/23(月) 2泊 に登録',
      warnings: ['待機一郎様は喫煙、1002号室は禁煙です。'],
    });
  });

  test('is refused where a booking has one of its nights', () => {
    const other = { id: 9, roomNumber: '1002', stayStart: day('2026-11-22'), stayEnd: day('2026-11-24') };
    expect(foresee('1002', [other])).toMatchObject({ kind: 'register', ok: false });
  });

  test('does nothing above the rooms', () => {
    expect(foresee('')).toMatchObject({ kind: 'nothing', ok: false });
  });
});
