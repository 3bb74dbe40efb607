import { day } from '@domain/dates.js';
import { ERASED } from '@domain/erased.js';
import { brokenIcalAddressRules, evolveIcalSecret, type IcalAddress } from '@domain/ical/ical-addresses.js';
import { arrivalEntry, bookingEntry, closureEntry, daysHeld } from '@domain/ical/ical-entries.js';
import { evolveRoomClosure } from '@domain/room/room-closure.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation, aRoomMonth } from '#tests/support/builders.js';

const calendar = (fields: Partial<IcalAddress> = {}): IcalAddress => ({
  ...{ id: 7, version: 1, name: '清掃', roomNumber: '1001', showsNames: false },
  ...fields,
});
const facts = {
  icalAddresses: new Map([[7, calendar()]]),
  rooms: roomDirectory([aRoomMonth({ roomNumber: '1001' })]),
};

describe('a calendar', () => {
  it.each<[string, Partial<IcalAddress> | null, string[]]>([
    ['of a room that exists', { name: '別' }, []],
    ['of the arrivals', { name: '別', roomNumber: null }, []],
    ['of a room that does not exist', { name: '別', roomNumber: '9999' }, ['no_such_room']],
    ['with the name of another', {}, ['ical_name_taken']],
    ['that is retired', null, []],
  ])('%s', (_, fields, codes) => {
    const broken = brokenIcalAddressRules(8, fields && calendar(fields), facts);
    expect(broken.map(({ code }) => code)).toEqual(codes);
  });

  it('keeps its own name', () => expect(brokenIcalAddressRules(7, calendar(), facts)).toEqual([]));
});

it('a new secret ends the one before', () => {
  const issued = (secret: string) => ({
    type: 'IcalSecretIssued' as const,
    data: { addressId: 7, addressName: '清掃', secret, digest: secret },
  });
  const first = evolveIcalSecret(null, issued('a'), 7);
  expect(evolveIcalSecret(first, issued('b'), 7)).toMatchObject({ version: 2, secret: 'b', digest: 'b' });
});

describe('an entry', () => {
  const booking = aReservation({
    ...{ id: 12, version: 3, roomNumber: '1001', guestName1: '髙橋 太郎', mensCount: 1, womensCount: 2 },
    ...{ stayStart: day('2028-02-28'), stayEnd: day('2028-03-01') },
  });
  const nights = { start: '2028-02-28', end: '2028-03-01' };

  it('of a booking has its nights, and a name only where names are shown', () => {
    expect(bookingEntry(booking, false)).toEqual({
      ...nights,
      key: 'booking-12',
      version: 3,
      summary: '予約',
    });
    expect(bookingEntry(booking, true).summary).toBe('予約 髙橋 太郎様');
    expect(bookingEntry({ ...booking, guestName1: ERASED }, true).summary).toBe('予約 削除済み');
  });

  it('of an arrival has the day, the room and the number of guests', () => {
    const day = { start: '2028-02-28', end: '2028-02-29' };
    const said = { key: 'arrival-12', version: 3, summary: '1001号室 3名' };
    expect(arrivalEntry(booking, false)).toEqual({ ...day, ...said });
    expect(arrivalEntry({ ...booking, roomNumber: '別館' }, true).summary).toBe('別館 3名 髙橋 太郎様');
  });

  it('of a 売り止め has no reason, that of a 仮予約 no name unless names are shown', () => {
    const stay = { start: day('2028-02-28'), end: day('2028-03-01'), roomNumber: '1001', staffId: null };
    const closed = evolveRoomClosure(
      null,
      { type: 'RoomClosureStarted', data: { ...stay, reason: '水漏れ' } },
      5,
    );
    const who = { guestName: '仮 太郎', tel: '', remark: '', until: '2028-02-01T00:00:00.000Z' };
    const held = evolveRoomClosure(null, { type: 'TentativeStayRecorded', data: { ...stay, ...who } }, 6);
    expect(closureEntry(closed, true)).toEqual({
      ...nights,
      key: 'closure-5',
      version: 1,
      summary: '売り止め',
    });
    expect(closureEntry(held, false).summary).toBe('仮予約');
    expect(closureEntry(held, true).summary).toBe('仮予約 仮 太郎様');
  });
});

it('a calendar reaches from a month back to a year ahead, that of arrivals three months', () => {
  const today = day('2027-01-31');
  expect(daysHeld({ roomNumber: '1001' }, today)).toEqual({ start: '2026-12-31', end: '2028-02-01' });
  expect(daysHeld({ roomNumber: null }, today)).toEqual({ start: '2026-12-31', end: '2027-05-03' });
});
