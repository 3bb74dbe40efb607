import { day } from '@domain/dates.js';
import { expect, test } from '@jest/globals';
import { NEW_FORM } from '#frontend/booking/form.js';
import { BLANK_FORM, type FormValues } from '#frontend/booking/form-values.js';
import { parseDraft } from '#frontend/booking/parse-draft.js';
import { csvFormData, csvRecord } from '../support/csv-records.js';
import { formBooking } from '../support/records.js';

const TODAY = day('2026-11-21');
const FREE = { roomAvailable: true, occupied: false };
const FILLED: FormValues = {
  ...BLANK_FORM,
  stayStart: '1121',
  stayEnd: '+2',
  checkinTime: '15',
  reserverName: '山田太郎',
  guestName1: '山田太郎',
  guestName2: '山田花子',
  mensCount: 1,
  womensCount: 1,
  roomId: 3,
  totalFee: '8，000',
};
const DRAFT = { ...NEW_FORM, values: FILLED, search: {} };
const parsed = (values: Partial<FormValues>, more: Partial<typeof DRAFT> = {}) =>
  parseDraft({ ...DRAFT, ...more, values: { ...FILLED, ...values } }, FREE, TODAY);

test.each([
  [1, 1, '山田花子'],
  [2, 0, '山田花子'],
  [1, 0, ''],
  [0, 1, ''],
])('of %d men and %d women the name of the second guest is saved as “%s”', (mensCount, womensCount, name) => {
  expect(parsed({ mensCount, womensCount }).body).toMatchObject({
    guest_name_1: '山田太郎',
    guest_name_2: name,
  });
});

test('what was typed is saved as it was understood', () => {
  expect(parsed({ usedPoints: '５００' }).body).toMatchObject({
    stay_start: '2026-11-21',
    stay_end: '2026-11-23',
    checkin_time: '15:00',
    total_fee: 8000,
    csv_notes: '500',
  });
});

test('an imported record and the booking of the same party are named only where there is one', () => {
  expect(Object.keys(parsed({}).body ?? {})).not.toEqual(
    expect.arrayContaining(['csv_reservation_id', 'party_of']),
  );
  const record = csvFormData(csvRecord({ id: 8 }));
  expect(parsed({}, { mode: { kind: 'csv', record } }).body).toMatchObject({ csv_reservation_id: 8 });
  expect(parsed({}, { partyOf: { id: 7, name: '1001 山田' } }).body).toMatchObject({ party_of: 7 });
});

test('staff are asked about what is unusual of a new booking only', () => {
  const booking = formBooking({ id: 7, stayStart: TODAY, stayEnd: day('2026-11-23') });
  const free = { totalFee: '0' };
  expect(parsed({})).toMatchObject({ unusual: [] });
  expect(parsed(free)).toMatchObject({ unusual: ['合計料金が0円です。'] });
  expect(parsed(free, { mode: { kind: 'edit', booking } })).toMatchObject({ unusual: [] });
});
