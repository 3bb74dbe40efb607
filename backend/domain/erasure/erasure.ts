import { conflict, type Decided, decided, invalid, refused } from '../broken-rule.js';
import { stayText } from '../calendar/stay-text.js';
import { addYears, type Day } from '../dates.js';
import type { PersonalDataErased } from '../erased.js';
import type { CsvReservation } from '../imports/csv-reservation.js';
import type { Reservation } from '../reservation/reservation.js';
import type { RoomClosure } from '../room/room-closure.js';
import { foldedName, foldedPhone } from '../search/folded.js';
import { searchedIn } from '../search/searchable.js';
import type { WaitingEntry } from '../waiting/waiting-entry.js';

/** The guest of a 仮予約 or of the waiting list (キャンセル待ち), with one name, in the terms of a booking. */
export type UnbookedGuest = NamedGuest & {
  id: number;
  version: number;
  isErased: boolean;
  bookingNumber: '';
  /** Null while none is held. */
  roomNumber: string | null;
  stayStart: Day;
  stayEnd: Day;
  /** `holding` while a room is held for the guest. */
  status: 'holding' | 'waiting' | 'over';
};

/** A record that names a guest. */
export type GuestRecord =
  | { kind: 'booking'; state: Reservation }
  | { kind: 'csv-reservation'; state: CsvReservation }
  | { kind: UnbookedKind; state: UnbookedGuest };

type UnbookedKind = 'tentative-stay' | 'waiting-entry';

const NO_OTHER_NAME = {
  ...{ reserverName: '', reserverNameKana: '', guestName1Kana: '', guestName2: '' },
  bookingNumber: '',
} as const;

/** The record of a 仮予約; null for a 売り止め, which names nobody. */
export function heldRecord(closure: RoomClosure): GuestRecord | null {
  const { id, version, isErased, isEnded, roomNumber, start, end, tentative } = closure;
  if (!tentative) return null;
  const { guestName: guestName1, tel } = tentative;
  const state = { id, version, isErased, roomNumber, guestName1, tel, stayStart: start, stayEnd: end };
  return {
    kind: 'tentative-stay',
    state: { ...NO_OTHER_NAME, ...state, status: isEnded ? 'over' : 'holding' },
  };
}

/** The record of an entry of the waiting list. */
export function waitingRecord(entry: WaitingEntry): GuestRecord {
  const { id, version, isErased, guestName: guestName1, tel, start, end } = entry;
  const state = { id, version, isErased, roomNumber: null, guestName1, tel, stayStart: start, stayEnd: end };
  const status = entry.status === 'waiting' ? 'waiting' : 'over';
  return { kind: 'waiting-entry', state: { ...NO_OTHER_NAME, ...state, status } };
}

/** Returns whether a record is of somebody who was not booked, so that nobody has to keep it. */
export function isUnbooked(record: GuestRecord): record is { kind: UnbookedKind; state: UnbookedGuest } {
  return record.kind === 'tentative-stay' || record.kind === 'waiting-entry';
}

/** The last day on which a guest's data must be retained, counted from check-out; null for a stay without days, or that was not booked. */
export function retainedUntil(record: GuestRecord, years: number): Day | null {
  if (isUnbooked(record)) return null;
  const { kind, state } = record;
  const checkedOut = kind === 'booking' ? state.checkoutDate : null;
  const end = checkedOut ?? state.stayEnd;
  return end && addYears(end, years);
}

/**
 * Returns why the personal data of a record cannot be erased now; null when it can. A 仮予約 that still holds a room is released
 * by an erasure that starts from it (`isStart`), and by no other.
 */
export function erasureObstacle({ kind, state }: GuestRecord, today: Day, isStart = false): string | null {
  if (state.isErased) return '個人情報は既に削除されています。';
  if (kind === 'tentative-stay' || kind === 'waiting-entry') {
    if (state.status !== 'holding' || isStart) return null;
    const held = [state.roomNumber, stayText({ start: state.stayStart, end: state.stayEnd })].join(' ');
    return `このお客様の仮予約が残っています。先に解放してください: ${held}`;
  }
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

/** The ids that staff chose, by kind of record; without those of a kind that was not booked all of it. */
export type ChosenIds = Record<'booking' | 'csv-reservation', readonly number[]> &
  Partial<Record<UnbookedKind, readonly number[] | undefined>>;

const isCounterpart = (one: GuestRecord, other: GuestRecord): boolean =>
  (one.kind === 'booking' &&
    other.kind === 'csv-reservation' &&
    one.state.csvReservationId === other.state.id) ||
  (one.kind === 'csv-reservation' && other.kind === 'booking' && one.state.bookingId === other.state.id);

/**
 * The records of a guest to erase: the first one, those chosen, and with each booking the imported record it came from
 * or the reverse, since either identifies the guest of the other. Without a choice (null) all that can be erased, and a 仮予約
 * that still holds a room, which then stands in the way. Null when a chosen record is not one of the guest's.
 */
export function chooseRecords(
  found: readonly [GuestRecord, ...GuestRecord[]],
  chosen: ChosenIds | null,
  today: Day,
): GuestRecord[] | null {
  const [first] = found;
  const isTaken = (record: GuestRecord) =>
    isUnbooked(record) ? !record.state.isErased : erasureObstacle(record, today) === null;
  if (chosen === null) return found.filter((record) => record === first || isTaken(record));
  const selected = found.filter(
    (record) => record === first || (chosen[record.kind]?.includes(record.state.id) ?? isTaken(record)),
  );
  const selectedIds = new Set(selected.map(({ kind, state }) => `${kind} ${state.id}`));
  const ids = Object.entries(chosen).flatMap(([kind, those]) => (those ?? []).map((id) => `${kind} ${id}`));
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
/** Reason where no law keeps any of the records. */
const ASKED_FOR = 'お客様の申し出';

/** A request for erasure; the reason may be empty once the retention of every record is over. */
export type Erasure = { reason: string; today: Day; retentionYears: number };

function dayText(day: Day): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Erases the personal data of some records of one guest, the one that it starts from first, or refuses with the first obstacle. */
export function decideErasure(
  records: readonly GuestRecord[],
  { reason, today, retentionYears }: Erasure,
): Decided<PersonalDataErased> {
  const [obstacle] = records.flatMap((record, index) => erasureObstacle(record, today, index === 0) ?? []);
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
  const unsaid = records.every(isUnbooked) ? ASKED_FOR : EXPIRED;
  return decided({ type: 'PersonalDataErased', data: { reason: reason || unsaid } });
}
