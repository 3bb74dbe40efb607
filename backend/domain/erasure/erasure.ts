import { conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { addYears, type Day } from '../dates.js';
import type { PersonalDataErased } from '../erased.js';
import type { CsvReservation } from '../imports/csv-reservation.js';
import type { Reservation } from '../reservation/reservation.js';
import { foldedName, foldedPhone } from '../search/folded.js';
import { searchedIn } from '../search/searchable.js';

/** A record that names a guest. */
export type GuestRecord =
  | { kind: 'booking'; state: Reservation }
  | { kind: 'csv-reservation'; state: CsvReservation };

/** The last day on which a guest's data must be retained, counted from check-out; null for a stay without days. */
export function retainedUntil({ kind, state }: GuestRecord, years: number): Day | null {
  const checkedOut = kind === 'booking' ? state.checkoutDate : null;
  const end = checkedOut ?? state.stayEnd;
  return end && addYears(end, years);
}

/** Returns why the personal data of a record cannot be erased now; null when it can. */
export function erasureObstacle({ kind, state }: GuestRecord, today: Day): string | null {
  if (state.isErased) return '個人情報は既に削除されています。';
  const isOver = state.status === 'cancelled' || state.status === 'dismissed';
  if (isOver || state.stayEnd === null || state.stayEnd <= today) return null;
  return kind === 'booking'
    ? '滞在が終わっていない予約の個人情報は削除できません。先に予約を取り消してください。'
    : '宿泊日が過ぎていない自動登録データの個人情報は削除できません。';
}

/** A shorter number could appear in a text by chance. */
const MIN_PHONE_DIGITS = 6;

/** The fields that identify the guest of a booking or an imported record. */
export type NamedGuest = Pick<
  Reservation,
  'reserverName' | 'reserverNameKana' | 'guestName1' | 'guestName1Kana' | 'guestName2' | 'tel'
>;

/** The names of a record's guests and reserver as they are compared, without empty ones. */
function namesOf({ reserverName, guestName1, guestName2 }: NamedGuest): string[] {
  return [reserverName, guestName1, guestName2].map(foldedName).filter((name) => name !== '');
}

/** Returns whether two records name the same person: the same phone number and a name in common. */
export function isSameGuest(one: NamedGuest, other: NamedGuest): boolean {
  const phone = foldedPhone(one.tel);
  if (phone === '' || phone !== foldedPhone(other.tel)) return false;
  const names = new Set(namesOf(one));
  return namesOf(other).some((name) => names.has(name));
}

/** Returns whether a text identifies the guest by a name, a kana name or the phone number, however written. */
function identifiesGuest(text: string, guest: NamedGuest): boolean {
  const read = searchedIn(text);
  const kana = [guest.reserverNameKana, guest.guestName1Kana].map(foldedName);
  const names = [...namesOf(guest), ...kana].filter((name) => name.length > 1);
  // Without the 0, which a country's code replaces.
  const phone = foldedPhone(guest.tel).replace(/^0/, '');
  const hasPhone = phone.length >= MIN_PHONE_DIGITS && read.replace(/\D/g, '').includes(phone);
  return hasPhone || names.some((name) => read.includes(name));
}

/** The ids that staff chose, by kind of record. */
export type ChosenIds = Record<GuestRecord['kind'], readonly number[]>;

const isCounterpart = (one: GuestRecord, other: GuestRecord): boolean =>
  (one.kind === 'booking' &&
    other.kind === 'csv-reservation' &&
    one.state.csvReservationId === other.state.id) ||
  (one.kind === 'csv-reservation' && other.kind === 'booking' && one.state.bookingId === other.state.id);

/**
 * The records of a guest to erase: the first one, those chosen, and with each booking the imported record it came from
 * or the reverse, since either identifies the guest of the other. Without a choice (null) all that can be erased. Null
 * when a chosen record is not one of the guest's.
 */
export function chooseRecords(
  found: readonly [GuestRecord, ...GuestRecord[]],
  chosen: ChosenIds | null,
  today: Day,
): GuestRecord[] | null {
  const [first] = found;
  const isErasable = (record: GuestRecord) => record === first || erasureObstacle(record, today) === null;
  if (chosen === null) return found.filter(isErasable);
  const selected = found.filter(
    (record) => record === first || chosen[record.kind].includes(record.state.id),
  );
  const selectedIds = new Set(selected.map(({ kind, state }) => `${kind} ${state.id}`));
  const ids = [
    ...chosen.booking.map((id) => `booking ${id}`),
    ...chosen['csv-reservation'].map((id) => `csv-reservation ${id}`),
  ];
  if (ids.some((id) => !selectedIds.has(id))) return null;
  const counterparts = found.filter(
    (record) =>
      !selected.includes(record) &&
      !record.state.isErased &&
      selected.some((one) => isCounterpart(one, record) || isCounterpart(record, one)),
  );
  return [...selected, ...counterparts];
}

const EXPIRED = '保存期間の満了';

/** A request for erasure; the reason may be empty once the retention of every record is over. */
export type Erasure = { reason: string; today: Day; retentionYears: number };

function dayText(day: Day): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Erases the personal data of some records of one guest, or refuses with the first obstacle. */
export function decideErasure(
  records: readonly GuestRecord[],
  { reason, today, retentionYears }: Erasure,
): Decided<PersonalDataErased> {
  const [obstacle] = records.flatMap((record) => erasureObstacle(record, today) ?? []);
  if (obstacle) return refused(conflict('not_erasable', null, obstacle));
  if (records.some(({ state }) => identifiesGuest(reason, state))) {
    const message = '理由にはお客様の氏名や電話番号を書かないでください。理由は削除後も記録に残ります。';
    return refused(invalid('reason_tells_guest', 'reason', message));
  }
  const ends = records.flatMap((record) => retainedUntil(record, retentionYears) ?? []);
  const last = ends.sort().at(-1);
  if (last && last >= today && reason === '') {
    const message = `保存期間（${dayText(last)}まで）が過ぎていません。削除する理由を入力してください。`;
    return refused(invalid('reason_required', 'reason', message));
  }
  return decided({ type: 'PersonalDataErased', data: { reason: reason || EXPIRED } });
}
