import { day } from '@domain/dates.js';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReturningGuestRecord } from '@wire/returning-guests.js';
import { formAtom, NEW_FORM, placeForm, setField } from '#frontend/booking/form.js';
import { BLANK_FORM, type FormValues } from '#frontend/booking/form-values.js';
import {
  dropErasedGuest,
  returningGuestText,
  takenGuestAtom,
  toggleReturningGuest,
  typedGuestAtom,
} from '#frontend/booking/returning-guests.js';
import { store } from '#frontend/shared/store.js';
import { formBooking } from '../support/records.js';

const TODAY = day('2026-11-21');

function guest(changes: Partial<ReturningGuestRecord['booking']> = {}): ReturningGuestRecord {
  const stay = { stayStart: day('2026-10-14'), stayEnd: day('2026-10-15'), roomNumber: '808' };
  const booking = formBooking({ ...stay, id: 7, totalFee: 8600, tel: '090-0000-0001', notes: '高層階' });
  const names = { guest_name_1: '澁谷 遙', guest_name1_kana: 'シブヤ ハルカ' };
  const booker = { reserver_name: '総務 花子', reserver_name_kana: 'ソウム ハナコ' };
  return {
    booking: { ...booking, ...names, ...booker, room_number: '808', purpose: '観光', ...changes },
    smoking_status: '喫煙',
    stays: 1,
    is_blacklisted: 0,
    wishes: [],
  };
}

const type = (values: Partial<FormValues>) =>
  placeForm({ ...NEW_FORM, values: { ...BLANK_FORM, ...values } });
const values = () => store.get(formAtom).values;

beforeEach(() => type({}));

describe('a returning guest', () => {
  test('fills an empty form, wishes too', () => {
    toggleReturningGuest(guest());
    expect(values()).toEqual({
      ...BLANK_FORM,
      ...{ guestName1: '澁谷 遙', guestName1Kana: 'シブヤ ハルカ' },
      ...{ reserverName: '総務 花子', reserverNameKana: 'ソウム ハナコ' },
      ...{ tel: '090-0000-0001', notes: '高層階', purpose: '観光', smokingStatus: '喫煙' },
    });
  });

  test('changes nothing that was typed, but for a kana that was guessed from the same name', () => {
    const typed = { guestName1: '渋谷遥', guestName1Kana: 'シブタニ', tel: '03-1', notes: '別の備考' };
    type({ ...typed, purpose: '帰省', roomId: 5 });
    toggleReturningGuest(guest());
    expect(values()).toMatchObject({ ...typed, guestName1Kana: 'シブヤ ハルカ', purpose: '帰省', roomId: 5 });
    expect(values().smokingStatus).toBe(BLANK_FORM.smokingStatus);
  });

  test('is given back by a second call; what was typed since stays', () => {
    toggleReturningGuest(guest());
    expect(store.get(takenGuestAtom)).toBe(7);
    setField('notes', '手で書いた');
    toggleReturningGuest(guest());
    expect(values()).toEqual({ ...BLANK_FORM, notes: '手で書いた' });
    expect(store.get(takenGuestAtom)).toBeNull();
  });

  test('leaves the form once erased, and only then', () => {
    toggleReturningGuest(guest());
    dropErasedGuest(new Set([8]));
    expect(values().tel).toBe('090-0000-0001');
    dropErasedGuest(new Set([7]));
    expect(values()).toEqual(BLANK_FORM);
  });

  test.each<[string, Partial<FormValues>, string]>([
    ['nothing', {}, ''],
    ['one character', { guestName1: '渋' }, ''],
    ['the booker', { reserverName: '渋谷' }, '渋谷'],
    ['the guest before the booker', { guestName1: '遥', reserverName: '渋谷', tel: '0900000000' }, '遥'],
  ])('is looked for by %s', (_, typed, name) => {
    type(typed);
    const asked = store.get(typedGuestAtom);
    expect(asked === '' ? '' : JSON.parse(asked).name).toBe(name);
  });

  test.each<[ReturningGuestRecord, string]>([
    [guest(), '前回 10/14(水) 808 ¥8,600 2回目'],
    [guest({ stay_start: day('2025-03-01') }), '前回 2025/3/1(土) 808 ¥8,600 2回目'],
    [{ ...guest({ stay_start: day('2026-12-01') }), stays: 0 }, '予約あり 12/1(火) 808 ¥8,600'],
  ])('reads as %#', (record, text) => {
    expect(returningGuestText(record, TODAY)).toBe(text);
  });
});
