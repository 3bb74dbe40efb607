import { parseDay } from '@domain/dates.js';

type Check = (value: unknown) => boolean;

const wholeFrom =
  (min: number, max: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
const text =
  (max: number, forbidden = /[\p{Cc}\p{Cs}]/u): Check =>
  (value) =>
    typeof value === 'string' &&
    value === value.normalize('NFC').trim() &&
    [...value].length <= max &&
    !forbidden.test(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

const day: Check = (value) => parseDay(value) !== null;
const flag = oneOf(0, 1);
const id = wholeFrom(1, 2_147_483_647);
const name = text(100);
const guests = wholeFrom(0, 2);

/** What each field of an answer may hold by the contract, in the test's own words. */
const FIELDS: Record<string, Check> = {
  date: orNull(day),
  stay_start: orNull(day),
  stay_end: orNull(day),
  checkin_date: orNull(day),
  checkout_date: orNull(day),
  group_end_date: orNull(day),
  is_cancelled: flag,
  reserver_name: name,
  reserver_name_kana: name,
  guest_name_1: name,
  guest_name1_kana: name,
  guest_name_2: name,
  gender_1: oneOf('male', 'female', null),
  gender_2: oneOf('male', 'female', null),
  notes: (value) => Array.isArray(value) || text(2_000, /[^\P{Cc}\n]|\p{Cs}/u)(value),
  csv_notes: (value) => /^(0|[1-9]\d{0,7})$/.test(String(value)),
  checkin_time: (value) => value === '' || /^([01]\d|2\d):[0-5]0$/.test(String(value)),
  total_fee: wholeFrom(0, 99_999_999),
  used_points: wholeFrom(0, 99_999_999),
  booking_number: orNull(text(64)),
  tel: orNull(text(30)),
  mens_count: guests,
  womens_count: guests,
  corporateID: wholeFrom(0, 2_147_483_647),
  payment_type: orNull(id),
  payment_status: oneOf('済', '未'),
  payment_flag: flag,
  coupon: flag,
  room_move_lock: flag,
  blacklist_id: (value) => value === -1 || id(value),
  nextday_out_flag: flag,
  changed_room: flag,
  base_booking_id: wholeFrom(0, 2_147_483_647),
  holiday_flag: flag,
  weather: text(100),
  corporate_short_name: name,
  corporate_flag: flag,
  payment_name: name,
  guest_name: name,
  is_retired: flag,
  room_number: orNull(text(10)),
  room_type: text(100),
  room_label: text(50),
  priority: oneOf('男性', '女性', ''),
  smoking_status: oneOf('禁煙', '喫煙'),
  reservable_status: oneOf('予約可能', '予約不可'),
  login_name: orNull((value) => /^[a-z0-9][a-z0-9._-]*$/.test(String(value))),
};

const MOST_NIGHTS = 366;
const nights = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 86_400_000;

function stayFaults({ stay_start, stay_end }: Record<string, unknown>): string[] {
  if (typeof stay_start !== 'string' || typeof stay_end !== 'string') return [];
  const length = nights(stay_start, stay_end);
  return length > 0 && length <= MOST_NIGHTS ? [] : [`a stay of ${length} nights`];
}

/** What in an answer, at whatever depth, breaks the contract. */
export function fieldFaults(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(fieldFaults);
  if (typeof answer !== 'object' || answer === null) return [];
  const wrong = Object.entries(answer).flatMap(([field, value]) => {
    const check = FIELDS[field];
    if (!check) return fieldFaults(value);
    return check(value) ? [] : [`${field} is ${JSON.stringify(value)?.slice(0, 200)}`];
  });
  return [...wrong, ...stayFaults(answer as Record<string, unknown>)];
}

const ECHOED = Object.keys(FIELDS)
  .filter((field) => !['date', 'login_name'].includes(field))
  .concat('memo', 'text');
const tidied = (value: unknown) =>
  typeof value === 'string' ? value.replace(/\r\n?/g, '\n').normalize('NFC').trim() : value;

/** Which fields of an accepted body the answer gives back as something else. */
export function echoFaults(said: unknown, answer: unknown): string[] {
  if (typeof said !== 'object' || said === null || typeof answer !== 'object' || answer === null) return [];
  const sent = said as Record<string, unknown>;
  const given = answer as Record<string, unknown>;
  return ECHOED.filter((field) => Object.hasOwn(sent, field) && Object.hasOwn(given, field)).flatMap(
    (field) => {
      const expected = tidied(sent[field]) ?? null;
      const isSame = String(expected) === String(given[field]) || (expected === '' && given[field] === null);
      return isSame
        ? []
        : [`${field} was sent as ${JSON.stringify(expected)}, answered ${JSON.stringify(given[field])}`];
    },
  );
}
