import {
  type CsvReservation,
  type CsvReservationEvent,
  detailsOf,
  evolveCsvReservation,
  ROW_KINDS,
  type RowKind,
} from '@domain/imports/csv-reservation.js';
import { recordDetails } from '@domain/imports/record-details.js';
import { amongRecords } from '@domain/imports/reservation-rooms.js';
import {
  compareVersions,
  MOST_CORRECTIONS,
  type RowVersion,
  rowDifferences,
  rowStanding,
} from '@domain/imports/row-standing.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anImport } from '#tests/support/builders.js';
import { channelReservation } from '#tests/support/channel-file.js';

it.each<[string, Partial<RowVersion>, Partial<RowVersion>, number]>([
  [
    'with the later revision, whatever its kind',
    { revision: '2026-11-20T01:00:01.000Z' },
    { kind: 'キャンセル' },
    1,
  ],
  ['not with the earlier revision', { revision: '2026-11-20T00:59:59Z' }, {}, -1],
  ['neither at the same instant, however it is written', { revision: '2026-11-20T01:00:00Z' }, {}, 0],
  ['the cancel before the change', { kind: 'キャンセル' }, { kind: '予約変更' }, 1],
  ['the change before the reservation', { kind: '予約変更' }, {}, 1],
])('of two states of a reservation the newer is the one %s', (_, a, b, sign) => {
  const version = { revision: '2026-11-20T01:00:00.000Z', kind: '予約' } as const;
  expect(Math.sign(compareVersions({ ...version, ...a }, { ...version, ...b }))).toBe(sign);
});

describe('the differences of a row from its records', () => {
  const masters = { corporates: new Map(), roomTypeMappings: new Map() };
  const row = channelReservation();
  const known = (roomIndex: number, more: Partial<CsvReservation> = {}) =>
    anImport({ ...recordDetails(row, roomIndex, masters), ...more });

  it.each<[string, CsvReservation[], string[]]>([
    ['none', [known(1)], []],
    ['what a field says otherwise', [known(1, { tel: '1', notes: '別' })], ['notes', 'tel']],
    [
      'one room more, not what that room says',
      [known(1), known(2, { kind: row.kind, notes: '別' })],
      ['rooms'],
    ],
    ['nothing of a room that was given up', [known(1), known(2)], []],
  ])('are %s', (_, records, differences) => {
    expect([...rowDifferences(amongRecords(row, records), masters)].sort()).toEqual(differences);
  });
});

/** A row by what decides about it: its version, its content and whether it can be registered. */
type Row = { minute: number; kind: RowKind; content: string; isRight: boolean };

const versionOf = ({ minute, kind, content }: Row) => ({
  revision: new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString(),
  kind,
  digest: content,
});

const ID = 900;

function evolve(state: CsvReservation | null, events: readonly CsvReservationEvent[]): CsvReservation {
  return events.reduce<CsvReservation | null>(
    (record, event) => evolveCsvReservation(record, event, ID),
    state,
  ) as CsvReservation;
}

/** Applies rows to a reservation of one room, one after another. */
function arrive(rows: readonly Row[], known: CsvReservation | null = null): CsvReservation | null {
  return rows.reduce((record, row) => {
    const standing = rowStanding(versionOf(row), record ? [record] : []);
    if (standing !== 'newer' && standing !== 'correction') return record;
    const data = { ...detailsOf(anImport()), ...versionOf(row) };
    const outcome: CsvReservationEvent = row.isRight
      ? { type: 'CsvReservationRegistered', data: { bookingId: 10 } }
      : { type: 'AutoRegistrationFailed', data: { reason: '日付不正', detail: '' } };
    return evolve(record, [{ type: 'CsvReservationImported', data }, outcome]);
  }, known);
}

const rows = fc
  .array(fc.record({ minute: fc.nat(2), kind: fc.constantFrom(...ROW_KINDS), content: fc.nat(5) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((sketches) =>
    sketches.map(({ content, ...version }) => ({
      ...version,
      content: `${'fbdaec'[content]}${version.minute}${version.kind}`,
      isRight: content < 2,
    })),
  );

const sameVersion = (one: Row, other: Row) => compareVersions(versionOf(one), versionOf(other)) === 0;

describe('rows that arrive one after another', () => {
  it('end with the newest version, and of that with the first that could be registered or else the last correction', () => {
    fc.assert(
      fc.property(rows, (arrived) => {
        const newest = arrived.reduce((best, row) =>
          compareVersions(versionOf(row), versionOf(best)) > 0 ? row : best,
        );
        const equals = arrived.filter((row) => sameVersion(row, newest));
        const isFirst = (row: Row, index: number) =>
          equals.findIndex(({ content }) => content === row.content) === index;
        const wanted = equals.find(({ isRight }) => isRight) ?? equals.filter(isFirst).at(-1);
        expect(arrive(arrived)).toMatchObject(versionOf(wanted as Row));
      }),
    );
  });

  it('leave what they left when they come again', () => {
    fc.assert(
      fc.property(rows, (arrived) => {
        const once = arrive(arrived);
        expect(arrive(arrived, once)).toEqual(once);
      }),
    );
  });

  it('may come in any order when no two are of the same version', () => {
    const distinct = rows
      .map((some) => some.filter((row, index) => some.findIndex((one) => sameVersion(one, row)) === index))
      .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })));
    fc.assert(
      fc.property(distinct, ([some, shuffled]) => {
        const { version: _, bookingId: __, applied: ___, ...canonical } = arrive(some) as CsvReservation;
        expect(arrive(shuffled)).toMatchObject(canonical);
      }),
    );
  });
});

const other = { ...versionOf({ minute: 0, kind: '予約', content: '0', isRight: true }) };

describe('another row of the same instant and kind', () => {
  it.each<[string, CsvReservation[], string]>([
    ['corrects a record that failed', [anImport()], 'correction'],
    [
      'corrects a reservation one room of which failed',
      [anImport({ roomIndex: 2 }), anImport({ status: 'registered' })],
      'correction',
    ],
    ['leaves a registered one', [anImport({ status: 'registered' })], 'conflicting'],
    ['leaves a cancelled one', [anImport({ status: 'cancelled' })], 'conflicting'],
    ['does not reopen a dismissed one', [anImport({ status: 'dismissed' })], 'conflicting'],
    [
      'does not reopen a dismissed room beside one that failed',
      [anImport(), anImport({ roomIndex: 2, status: 'dismissed' })],
      'conflicting',
    ],
    ['does not bring back what was erased', [anImport({ digest: '削除済み', isErased: true })], 'replaced'],
    ['was corrected before', [anImport({ correctedDigests: ['0'] })], 'replaced'],
    [
      'is one too many',
      [anImport({ correctedDigests: Array.from({ length: MOST_CORRECTIONS }, (_, index) => `x${index}`) })],
      'conflicting',
    ],
  ])('%s', (_, known, standing) => {
    expect(rowStanding(other, known)).toBe(standing);
  });

  it('is compared with the first room, whatever the surplus ones have', () => {
    const surplus = anImport({ roomIndex: 2, kind: 'キャンセル', status: 'cancelled' });
    expect(rowStanding(other, [surplus, anImport()])).toBe('correction');
  });
});

describe('the corrected digests of a record', () => {
  const imported = (digest: string, minute = 0): CsvReservationEvent => ({
    type: 'CsvReservationImported',
    data: {
      ...detailsOf(anImport()),
      ...versionOf({ minute, kind: '予約', content: digest, isRight: false }),
    },
  });

  it('grow with each correction; a repeated row adds none, a newer row clears them', () => {
    const corrected = evolve(null, [imported('c'), imported('a'), imported('a'), imported('b')]);
    expect(corrected.correctedDigests).toEqual(['c', 'a']);
    expect(detailsOf(corrected)).not.toHaveProperty('correctedDigests');
    expect(evolve(corrected, [imported('d', 1)])).not.toHaveProperty('correctedDigests');
  });

  it('go with the personal data', () => {
    const erased = evolve(null, [
      imported('c'),
      imported('a'),
      { type: 'PersonalDataErased', data: { reason: '請求' } },
    ]);
    expect(erased).not.toHaveProperty('correctedDigests');
  });
});
