import { addDays, type Day } from '@domain/dates.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { somebody } from '../../../backend/sample/guests.js';
import { randomFrom } from '../../../backend/sample/prng.js';
import { aReservation } from '../../support/builders.js';
import { rawQuery } from '../../support/log-rows.js';

/** Bookings reach so many days beyond today, and back from there for a decade. */
const DAYS_AHEAD = 200;
const DAYS = 3_650;
/** So many different guests come again and again. */
const GUESTS = 5_000;
/** A company whose guests, one in a hundred, came for a month, long ago. */
const GONE_COMPANY = { reserverName: '帰省物産株式会社', reserverNameKana: 'キセイブッサン' };

type Template = { text: string; state: unknown };

/** What is the same in all bookings of a guest, its text without phone and number. */
function templates(booker: object): Template[] {
  const random = randomFrom(1);
  return Array.from({ length: GUESTS }, () => {
    const { name, kana } = somebody(random, random.pick(['male', 'female'] as const));
    const names = { guestName1: name, guestName1Kana: kana, reserverName: name, reserverNameKana: kana };
    const state = aReservation({ ...names, ...booker, tel: '', bookingNumber: '' });
    return { text: String(reservationStream.row(state).search_text), state };
  });
}

const filled = (count: number, today: Day): string => `
  insert into bookings (id, version, position, group_id, room_number, stay_start, stay_end, is_cancelled, search_text, guest_key, state)
  select g, 1, g, g, 1000 + g % 997, first, first + 1 + g % 4, g % 9 = 0,
         concat_ws(chr(10), t->>'text', tel, number), g || ' ' || tel,
         (t->'state') || jsonb_build_object('id', g, 'tel', tel, 'bookingNumber', number,
           'stayStart', first, 'stayEnd', first + 1 + g % 4, 'roomNumber', (1000 + g % 997)::text)
  from (
    select g, '${addDays(today, DAYS_AHEAD)}'::date - (${DAYS} * (1 - g / ${count}.0))::int - (random() * 60)::int as first,
           (array['090', '080', '070'])[1 + g % 3] || lpad((random() * 99999999)::int::text, 8, '0') as tel,
           'ry' || lpad((random() * 99999999)::int::text, 8, '0') as number,
           (case when g between ${0.3 * count} and ${0.31 * count} then company else plain end)[1 + (random() * ${GUESTS - 1})::int] as t
    from generate_series(1, ${count}) as g,
         (select array_agg(t) as plain from jsonb_array_elements((select templates->0 from guests)) as t) as p,
         (select array_agg(t) as company from jsonb_array_elements((select templates->1 from guests)) as t) as c) as made`;

/** Fills the table of bookings with so many of a decade, as their events would. Answers how long the index took. */
export async function writeBookings(databaseUrl: string, count: number, today: Day): Promise<number> {
  const json = JSON.stringify([templates({}), templates(GONE_COMPANY)]).replaceAll("'", "''");
  await rawQuery(databaseUrl, `create table guests as select '${json}'::jsonb as templates`);
  const [index] = await rawQuery(
    databaseUrl,
    `select pg_get_indexdef('booking_texts_grams_idx'::regclass) as definition`,
  );
  await rawQuery(
    databaseUrl,
    `drop index booking_texts_grams_idx; select setseed(0.5); ${filled(count, today)};
     insert into booking_texts select id, search_text from bookings`,
  );
  const started = performance.now();
  await rawQuery(databaseUrl, `${index?.definition}`);
  const seconds = (performance.now() - started) / 1000;
  await rawQuery(databaseUrl, 'drop table guests; analyze bookings, booking_texts');
  return seconds;
}
