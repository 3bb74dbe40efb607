// The rows of one booking as SQL writes them, as long as the product's own: an event, a row of the booking, two
// nights' claims, two days' counts. Bookings that follow each other are for different days, so that none waits for
// another's counts.
const DAYS_APART = 500;
const REQUEST_ID = '9d5a6b1e-8a51-4c0e-9d49-3b1d1a1c7f10';
const GUEST_KEY = '山田太郎 09000000001';

/** The event as it is stored: personal data in it is ciphertext. */
const EVENT_PAYLOAD = JSON.stringify({
  roomNumber: '1001',
  stayStart: '2026-12-01',
  stayEnd: '2026-12-03',
  purpose: '出張',
  bookingSource: '自社',
  usedPoints: 0,
  checkinTime: '15:00',
  totalFee: 16000,
  bookingNumber: '',
  mensCount: 1,
  womensCount: 0,
  corporateId: 0,
  paymentType: null,
  coupon: 0,
  roomMoveLock: 0,
  blacklistId: -1,
  nextdayOutFlag: 0,
  baseBookingId: 0,
  groupEndDate: null,
  staffId: null,
  paymentFlag: 0,
  csvReservationId: null,
  sealed: 'x'.repeat(300),
});

/** The booking as its row keeps it. */
const BOOKING_STATE = JSON.stringify({
  ...JSON.parse(EVENT_PAYLOAD),
  sealed: undefined,
  id: 1000000,
  version: 1,
  status: 'active',
  reserverName: '山田 花子',
  reserverNameKana: 'ヤマダ ハナコ',
  guestName1: '山田 太郎',
  guestName1Kana: 'ヤマダ タロウ',
  guestName2: '',
  tel: '090-0000-0001',
  notes: '',
  checkinDate: null,
  checkoutDate: null,
  changedRoom: 0,
});

const SEARCH_TEXT = '山田太郎\nヤマダタロウ\n山田花子\nヤマダハナコ\n09000000001';

// pgbench takes what follows a colon for a variable of its own.
const json = (value) => `'${value.replaceAll('":', '": ').replaceAll(/(?<=\d):/g, '\\u003a')}'`;
const room = (n) => `(1000 + ${n} / ${DAYS_APART})::text`;
const day = (n) => `(date '2027-01-01' + (${n} % ${DAYS_APART})::int * 2)`;

const insertEvent = (n) => `
  insert into event_log (position, stream, version, type, schema_version, payload, staff_id, terminal, request_id,
                         recorded_at, hash)
  select ${n}, 'reservation-' || ${n}, 1, 'ReservationCreated', 1, ${json(EVENT_PAYLOAD)}::json, null, 'フロント1',
         '${REQUEST_ID}', clock_timestamp(), sha256(int8send(${n}))`;

const insertBooking = (n) => `
  insert into bookings (id, version, position, group_id, room_number, stay_start, stay_end, is_cancelled,
                        search_text, guest_key, state)
  select ${n}, 1, ${n}, ${n}, ${room(n)}, ${day(n)}, ${day(n)} + 2, false, '${SEARCH_TEXT}',
         '${GUEST_KEY}', ${json(BOOKING_STATE)}::jsonb`;

const insertClaims = (n) => `
  insert into room_claims (room_number, night, reservation_id)
  select ${room(n)}, ${day(n)} + k, ${n}`;

const NIGHTS = 'generate_series(0, 1) k';

const addCounts = (n) => `
  insert into daily_counts as kept (date, category, actual, tema, position)
  select ${day(n)} + k, 'シングル', 1, 0, ${n}`;

const ON_CONFLICT = `on conflict (date, category) do update
  set actual = kept.actual + 1, position = greatest(kept.position, excluded.position)`;

/** One booking in one statement. */
export const ONE_STATEMENT = `
  with next as materialized (select nextval('bench_bookings') as n),
  event as (${insertEvent('n')} from next),
  booking as (${insertBooking('n')} from next),
  claims as (${insertClaims('n')} from next, ${NIGHTS})
  ${addCounts('n')} from next, ${NIGHTS} ${ON_CONFLICT}`;

const onOneLine = (statement) => `${statement.replaceAll(/\s*\n\s*/g, ' ')};\n`;
/** Script that pgbench runs. */
export const PGBENCH = onOneLine(ONE_STATEMENT);
