import { parseDay } from '@domain/dates.js';
import type { ErrorBody } from '@wire/errors.js';
import type { Outcome, RawAnswer } from '#tests/support/raw-http.js';
import { storedText } from './stored-text.js';

/** A request as it goes over the line. */
export type LineRequest = {
  method: string;
  target: string;
  bytes: Buffer;
  cut: boolean;
  /** No HTTP any more: a server may hang up without an answer. */
  isBroken: boolean;
  /** The parsed body, undefined when that is no JSON. */
  said: unknown;
  /** The oddity, and a command that can be pasted into a shell. */
  told: string;
};

type Check = (value: unknown) => boolean;

const wholeFrom =
  (min: number, max: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
const text =
  (max: number, forbidden = /[\p{Cc}\p{Cs}]/u): Check =>
  (value) =>
    typeof value === 'string' &&
    value === storedText(value) &&
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
const idOrNone = wholeFrom(0, 2_147_483_647);
const gender = oneOf('male', 'female', null);
const name = text(100);
const guests = wholeFrom(0, 2);
const money = wholeFrom(0, 99_999_999);

/** Values that each field of an answer may hold by the contract, in the test's own words. */
// biome-ignore format: read as a list
const FIELDS: Record<string, Check> = {
  date: orNull(day), stay_start: orNull(day), stay_end: orNull(day), checkin_date: orNull(day), checkout_date: orNull(day),
  group_end_date: orNull(day), is_cancelled: flag,
  reserver_name: name, reserver_name_kana: name, guest_name_1: name, guest_name1_kana: name, guest_name_2: name,
  gender_1: gender, gender_2: gender,
  notes: (value) => Array.isArray(value) || text(2_000, /[^\P{Cc}\n]|\p{Cs}/u)(value),
  csv_notes: (value) => /^(0|[1-9]\d{0,7})$/.test(String(value)),
  checkin_time: (value) => value === '' || /^([01]\d|2\d):[0-5]0$/.test(String(value)),
  total_fee: money, used_points: money, booking_number: orNull(text(64)), tel: orNull(text(30)),
  mens_count: guests, womens_count: guests, corporateID: idOrNone, payment_type: orNull(id), payment_status: oneOf('済', '未'),
  payment_flag: flag, coupon: flag, room_move_lock: flag, blacklist_id: (value) => value === -1 || id(value),
  nextday_out_flag: flag, changed_room: flag, base_booking_id: idOrNone, holiday_flag: flag, weather: text(100),
  corporate_short_name: name, corporate_flag: flag, payment_name: name, guest_name: name, is_retired: flag,
  room_number: orNull(text(20)), room_type: text(100), room_label: text(50), priority: oneOf('男性', '女性', ''),
  smoking_status: oneOf('禁煙', '喫煙'), reservable_status: oneOf('予約可能', '予約不可'),
  login_name: orNull((value) => /^[a-z0-9][a-z0-9._-]*$/.test(String(value))),
};
const MOST_NIGHTS = 366;

function stayFaults({ stay_start, stay_end }: Record<string, unknown>): string[] {
  if (typeof stay_start !== 'string' || typeof stay_end !== 'string') return [];
  const nights = (Date.parse(stay_end) - Date.parse(stay_start)) / 86_400_000;
  return nights > 0 && nights <= MOST_NIGHTS ? [] : [`a stay of ${nights} nights`];
}

/** Lists all that breaks the contract in an answer, at whatever depth. */
function fieldFaults(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(fieldFaults);
  if (typeof answer !== 'object' || answer === null) return [];
  const wrong = Object.entries(answer).flatMap(([field, value]) => {
    const check = FIELDS[field];
    if (!check) return fieldFaults(value);
    return check(value) ? [] : [`${field} is ${JSON.stringify(value)?.slice(0, 200)}`];
  });
  return [...wrong, ...stayFaults(answer as Record<string, unknown>)];
}

const ECHOED = [...Object.keys(FIELDS), 'memo', 'text'].filter(
  (field) => field !== 'date' && field !== 'login_name',
);

/** Lists the fields of an accepted body that the answer gives back as something else. */
function echoFaults({ method, said }: LineRequest, answer: unknown): string[] {
  if (typeof said !== 'object' || said === null || typeof answer !== 'object' || answer === null) return [];
  // Nothing reads the body of a call that takes something away.
  if (method === 'DELETE') return [];
  const sent = said as Record<string, unknown>;
  const given = answer as Record<string, unknown>;
  // The room of what is changed may be repeated, and is not changed by that.
  const echoed = ECHOED.filter((field) => !(method === 'PUT' && field === 'room_number'));
  return echoed
    .filter((field) => Object.hasOwn(sent, field) && Object.hasOwn(given, field))
    .flatMap((field) => {
      const value = sent[field];
      const expected = typeof value === 'string' ? storedText(value) : (value ?? null);
      const isSame = String(expected) === String(given[field]) || (expected === '' && given[field] === null);
      const [was, is] = [JSON.stringify(expected), JSON.stringify(given[field])];
      return isSame ? [] : [`${field} was sent as ${was}, answered ${is}`];
    });
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const JAPANESE = /[ぁ-んァ-ヶ一-龠]/;

const isJson = ({ headers }: RawAnswer) => headers['content-type']?.startsWith('application/json') ?? false;

/** Parses a text as JSON, undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lists all that is not in the shape of contract 1 in an error answer. */
function shapeFaults(answer: RawAnswer): string[] {
  const body = (isJson(answer) ? parsedJson(answer.text) : undefined) as ErrorBody | undefined;
  const rules = Array.isArray(body?.errors) ? body.errors : [];
  const fields = Object.keys(body ?? {}).sort();
  const isWell =
    fields.join() === 'error,errors,request_id' &&
    rules.length > 0 &&
    rules.every(
      ({ code, field, message }) =>
        typeof code === 'string' && (field === null || typeof field === 'string') && JAPANESE.test(message),
    ) &&
    body?.error === rules.map(({ message }) => message).join('\n') &&
    typeof body.request_id === 'string' &&
    body.request_id !== '';
  return isWell ? [] : [`an error in no shape of the contract: ${answer.text.slice(0, 300)}`];
}

const isDescription = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'openapi');

function acceptedFaults(request: LineRequest, answer: RawAnswer): string[] {
  if (!isJson(answer) || request.method === 'HEAD') return [];
  const body = parsedJson(answer.text);
  if (body === undefined) return [`no JSON: ${answer.text.slice(0, 100)}`];
  // The description of all calls has a schema for each field, not a value.
  const faults = isDescription(body) ? [] : fieldFaults(body);
  return SAFE.includes(request.method) ? faults : [...faults, ...echoFaults(request, body)];
}

/** Tells whether the connection ended within the answer. */
function isCutOff({ method }: LineRequest, { headers, text }: RawAnswer): boolean {
  if (method === 'HEAD' || headers['content-encoding'] !== undefined) return false;
  return Number(headers['content-length']) > Buffer.byteLength(text);
}

/** Lists the faults of a request's answer and of the writes meanwhile; empty when all is well. */
export function faultsOf(request: LineRequest, outcome: Outcome, writes: readonly string[]): string[] {
  if (outcome === 'silent') return ['no answer'];
  const wrote = writes.length > 0 ? [`written: ${[...new Set(writes)].join(', ')}`] : [];
  if (outcome === 'closed' || isCutOff(request, outcome))
    return [...(request.isBroken ? [] : ['hung up without a whole answer']), ...wrote];
  const { status } = outcome;
  if (!(status >= 200 && status < 500)) return [`status ${status}: ${outcome.text.slice(0, 300)}`, ...wrote];
  if (status < 400)
    return [...acceptedFaults(request, outcome), ...(SAFE.includes(request.method) ? wrote : [])];
  // What socket.io says of its own transport is no answer of a call.
  const isShaped = request.method !== 'HEAD' && !request.target.startsWith('/socket.io/');
  return [...(isShaped ? shapeFaults(outcome) : []), ...wrote];
}
