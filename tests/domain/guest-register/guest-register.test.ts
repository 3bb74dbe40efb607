import { day } from '@domain/dates.js';
import {
  decideEntry,
  decidePassport,
  evolveRegister,
  guestsOf,
  isRegisterOver,
  mediaTypeOf,
  missingOfEntry,
  missingOfStay,
  type RegisterDetails,
  type RegisterEntry,
  registerKeptUntil,
} from '@domain/guest-register/guest-register.js';
import { describe, expect, it } from '@jest/globals';
import { aReservation } from '#tests/support/builders.js';

const KNOWN: RegisterDetails = {
  ...{ name: '山田 太郎', address: '東京都千代田区1-1', contact: '03-1234-5678', occupation: '' },
  ...{ livesAbroad: false, nationality: '', passportNumber: '' },
};
const COPY = { sha256: 'a'.repeat(64), mediaType: 'image/png', bytes: 9 } as const;
const entry = (change: Partial<RegisterEntry> = {}): RegisterEntry => ({
  ...{ id: 50, version: 1, bookingId: 12, number: 1, passport: null },
  ...KNOWN,
  ...change,
});

describe('what the register lacks of a guest', () => {
  it('is name, address and contact, each by its word', () => {
    expect(missingOfEntry(entry())).toEqual([]);
    expect(missingOfEntry(entry({ name: '', address: '', contact: '' }))).toEqual(['氏名', '住所', '連絡先']);
    expect(missingOfEntry(null)).toEqual(['未記入']);
  });

  it('is nationality, passport number and its copy as well for who has no address in Japan', () => {
    const abroad = entry({ livesAbroad: true });
    expect(missingOfEntry(abroad)).toEqual(['国籍', '旅券番号', '旅券の写し']);
    expect(missingOfEntry({ ...abroad, nationality: '英国', passport: COPY })).toEqual(['旅券番号']);
  });

  it('is never the occupation, which the law no longer wants', () => {
    expect(missingOfEntry(entry({ occupation: '' }))).toEqual([]);
  });

  it('is told of all guests of a stay, not only of who booked', () => {
    expect(missingOfStay(3, [entry({ number: 2, address: '' })])).toEqual([
      { number: 1, missing: ['未記入'] },
      { number: 2, missing: ['住所'] },
      { number: 3, missing: ['未記入'] },
    ]);
    expect(missingOfStay(1, [entry()])).toEqual([]);
  });

  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [1, 2, 3],
  ])(
    'is looked for by %i men and %i women of %i guests: nobody sleeps in no bed',
    (mensCount, womensCount, guests) => {
      expect(guestsOf({ mensCount, womensCount })).toBe(guests);
    },
  );
});

describe('the time of a register', () => {
  const part = (change: object = {}) =>
    aReservation({ stayStart: day('2026-02-27'), stayEnd: day('2026-02-28'), ...change });

  it('is three years from the day of departure of the last part of a stay', () => {
    expect(registerKeptUntil([part(), part({ stayEnd: day('2026-03-04') })])).toBe('2029-03-04');
    expect(registerKeptUntil([part({ checkoutDate: day('2026-02-27') })])).toBe('2029-02-27');
    expect(registerKeptUntil([part({ stayEnd: day('2028-02-29') })])).toBe('2031-02-28');
  });

  it('is over on the day after it', () => {
    expect(isRegisterOver([part()], day('2029-02-28'))).toBe(false);
    expect(isRegisterOver([part()], day('2029-03-01'))).toBe(true);
    expect(isRegisterOver([part(), part({ stayEnd: day('2026-03-04') })], day('2029-03-04'))).toBe(false);
  });

  it('ends with the days of a stay that did not take place', () => {
    for (const change of [{ status: 'cancelled' as const }, { isNoShow: true as const }]) {
      expect(registerKeptUntil([part(change)])).toBeNull();
      expect(isRegisterOver([part(change)], day('2026-02-28'))).toBe(false);
      expect(isRegisterOver([part(change)], day('2026-03-01'))).toBe(true);
    }
  });
});

describe('an entry', () => {
  const booking = aReservation({ mensCount: 1, womensCount: 1 });
  const at = (number: number) => ({ booking, bookingId: booking.id, number });

  it('is written whole, and not again when nothing differs', () => {
    const data = { bookingId: booking.id, number: 2, ...KNOWN };
    expect(decideEntry(KNOWN, null, at(2))).toEqual({
      ok: true,
      value: [{ type: 'RegisterEntryWritten', data }],
    });
    expect(decideEntry(KNOWN, entry(), at(1))).toEqual({ ok: true, value: [] });
    expect(decideEntry({ ...KNOWN, livesAbroad: true }, entry(), at(1))).toMatchObject({ value: [{}] });
  });

  it('is refused for a guest that the booking does not have, a cancelled one, and one that was erased', () => {
    expect(decideEntry(KNOWN, null, at(3))).toMatchObject({ broken: [{ field: 'number' }] });
    for (const change of [{ status: 'cancelled' as const }, { isErased: true as const }]) {
      const other = { ...at(1), booking: aReservation(change) };
      expect(decideEntry(KNOWN, null, other)).toMatchObject({ ok: false });
    }
    expect(decideEntry(KNOWN, entry({ isErased: true }), at(1))).toMatchObject({ ok: false });
  });

  it('keeps the copy of the passport when it is written again, and loses all once it is erased', () => {
    const copied = evolveRegister(entry(), { type: 'PassportCopied', data: COPY }, 50);
    const data = { bookingId: 12, number: 1, ...KNOWN, name: '山田 次郎' };
    const again = evolveRegister(copied, { type: 'RegisterEntryWritten', data }, 50);
    expect(again).toMatchObject({ version: 3, name: '山田 次郎', passport: COPY });
    const erased = evolveRegister(again, { type: 'PersonalDataErased', data: { reason: '満了' } }, 50);
    expect(erased).toMatchObject({ name: '削除済み', contact: '削除済み', passport: null, isErased: true });
  });

  it('gets a copy of a passport once it is written, the same file once', () => {
    expect(decidePassport(COPY, null, booking)).toMatchObject({ broken: [{ code: 'no_entry' }] });
    expect(decidePassport(COPY, entry(), booking)).toMatchObject({ value: [{ type: 'PassportCopied' }] });
    expect(decidePassport(COPY, entry({ passport: COPY }), booking)).toEqual({ ok: true, value: [] });
  });
});

it('the kind of a file follows from what it holds, whatever it is called', () => {
  const kindOf = (...bytes: number[]) => mediaTypeOf(Uint8Array.from(bytes));
  expect(kindOf(0xff, 0xd8, 0xff, 0xe0)).toBe('image/jpeg');
  expect(kindOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)).toBe('image/png');
  expect(mediaTypeOf(Buffer.from('%PDF-1.7'))).toBe('application/pdf');
  for (const text of ['', '<svg onload="x">', 'PK\u0003\u0004', '<html>']) {
    expect(mediaTypeOf(Buffer.from(text))).toBeNull();
  }
});
