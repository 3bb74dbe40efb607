import { addDays, type Day } from '@domain/dates.js';
import type {
  CsvReservationDetails,
  CsvReservationEvent,
  FailureReason,
} from '@domain/imports/csv-reservation.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import { TWIN } from '@domain/room/room-month.js';
import { type PlannedBooking, someCheckinTime } from './bookings.js';
import { isOnline, siteOf, someBookingNumber } from './channels.js';
import { somePerson, someTel } from './guests.js';
import { SAMPLE_MASTERS } from './masters.js';
import { type Draft, draft, draftWithIds } from './sample-event.js';
import { DAY, HOUR, instantOf, MINUTE, type Setting } from './setting.js';

/** An imported record, but for what its import adds: the ids of master records, the revision and the digest. */
type ImportedRecord = Omit<CsvReservationDetails, 'corporateId' | 'revision' | 'digest'> & {
  stayStart: Day;
  stayEnd: Day;
};

/** What the source or staff did with a record after its import. */
type Sequel =
  | { type: 'changed'; at: number; record: ImportedRecord; reason: FailureReason }
  | { type: 'failed'; at: number; reason: FailureReason }
  | { type: 'cancelled'; at: number };

/** An imported record of the sample, the booking it became or the reason why it became none, and what followed. */
export type PlannedImport = {
  record: ImportedRecord;
  importedAt: number;
  booking: PlannedBooking | null;
  reason: FailureReason | null;
  sequel: Sequel | null;
};

const REGISTERED = 12;
const NEVER_REGISTERED: readonly FailureReason[] = [
  '部屋タイプ未定義',
  '部屋タイプ未定義',
  '空室なし',
  '定員超過',
  '必須項目欠落',
  '必須項目欠落',
  '日付不正',
  '元予約なし',
  'ブラックリスト一致',
];
const CANCELLED_UNREGISTERED: readonly FailureReason[] = ['空室なし', '元予約なし'];
const FAULTS: readonly FailureReason[] = ['定員超過', '必須項目欠落', '日付不正'];
const FAILING_SOURCES: readonly BookingSource[] = ['楽天', 'じゃらん', 'るるぶ', 'その他', '自社'];
/** The milliseconds between two events of one import. */
const NEXT_EVENT = 40;

const ROOM_NAMES: Readonly<Record<string, string>> = {
  NS: '禁煙シングル',
  SS: '喫煙シングル',
  LS: 'レディースシングル',
  NT: '禁煙ツイン',
  ST: '喫煙ツイン',
  ND: '禁煙ダブル',
};

type Condition = (booking: PlannedBooking) => boolean;

/** About thirty imported records: registered, failed for every reason, cancelled at the source. */
export function planImports(
  bookings: readonly PlannedBooking[],
  cancelled: readonly PlannedBooking[],
  setting: Setting,
): PlannedImport[] {
  const { random, today, now } = setting;
  const all = random.shuffled([...bookings, ...cancelled]);
  const left = new Set(all.filter((booking) => isImportable(booking, now)));
  const take = (fits: Condition, count = 1): PlannedBooking[] => {
    const taken = [...left].filter(fits).slice(0, count);
    for (const booking of taken) left.delete(booking);
    return taken;
  };
  const takeActive = (fits: Condition, count = 1) =>
    take((booking) => booking.cancelledAt === null && fits(booking), count);

  const inHouse: Condition = ({ details: { stayStart, stayEnd } }) =>
    stayStart >= addDays(today, -5) && stayStart <= addDays(today, -2) && stayEnd > addDays(stayStart, 1);
  const locked: Condition = ({ details }) =>
    details.roomMoveLock === 1 && details.stayStart > addDays(today, 1);
  const soon: Condition = ({ details: { stayStart } }) =>
    stayStart >= addDays(today, -2) && stayStart <= addDays(today, 21);
  const wasCancelled: Condition = ({ cancelledAt, details }) =>
    cancelledAt !== null && details.stayStart >= today;

  const nextMorning = ({ details }: PlannedBooking) => instantOf(addDays(details.stayStart, 1), 7.5 * 60);
  const afterCancel = ({ cancelledAt }: PlannedBooking) => (cancelledAt ?? 0) + NEXT_EVENT;
  const changed = (at: number, record: ImportedRecord, reason: FailureReason): Sequel => ({
    type: 'changed',
    at,
    record,
    reason,
  });
  return [
    ...takeActive(inHouse).map((booking) =>
      registered(booking, changed(nextMorning(booking), extended(booking), 'チェックイン済みの変更')),
    ),
    ...takeActive(inHouse).map((booking) => {
      const record = { ...recordOf(booking), kind: 'キャンセル' } as const;
      return registered(booking, changed(nextMorning(booking), record, 'チェックイン済みの取消'));
    }),
    ...takeActive(locked).map((booking) => {
      const at = Math.round(random.between(booking.createdAt, now - 2 * NEXT_EVENT)) + NEXT_EVENT;
      return registered(booking, changed(at, extended(booking), '部屋移動不可'));
    }),
    ...takeActive(soon).flatMap((booking): PlannedImport[] => {
      const first = registered(booking, null);
      return [
        first,
        { ...first, record: { ...first.record, roomIndex: 2 }, booking: null, reason: '空室なし' },
      ];
    }),
    ...takeActive(soon, REGISTERED - 1).map((booking) => registered(booking, null)),
    ...take(wasCancelled, 2).map((booking) =>
      registered(booking, { type: 'cancelled', at: afterCancel(booking) }),
    ),
    ...take(wasCancelled).map((booking) =>
      registered(booking, { type: 'failed', at: afterCancel(booking), reason: '自動登録失敗に戻し' }),
    ),
    ...NEVER_REGISTERED.map((reason) => failed(reason, setting)),
    ...CANCELLED_UNREGISTERED.map((reason): PlannedImport => {
      const plan = failed(reason, setting);
      return { ...plan, sequel: { type: 'cancelled', at: plan.importedAt + 2 * HOUR } };
    }),
  ];
}

function isImportable(booking: PlannedBooking, now: number): boolean {
  const { group, company, amendment, blacklisted, noShow, details, createdAt } = booking;
  const isPlain = group.length === 1 && !company && !amendment && !blacklisted && !noShow;
  return isPlain && isOnline(details.bookingSource) && createdAt > now - 60 * DAY;
}

function registered(booking: PlannedBooking, sequel: Sequel | null): PlannedImport {
  booking.staff = null;
  const importedAt = booking.createdAt - NEXT_EVENT;
  return { record: recordOf(booking), importedAt, booking, reason: null, sequel };
}

function failed(reason: FailureReason, setting: Setting): PlannedImport {
  const record = failingRecord(reason, setting);
  const importedAt = Math.round(setting.now - setting.random.between(3 * HOUR, 9 * DAY));
  return { record, importedAt, booking: null, reason, sequel: null };
}

/** The imported record that a booking was registered from. */
function recordOf(booking: PlannedBooking): ImportedRecord {
  const { purpose, roomNumber, roomMoveLock, nextdayOutFlag, ...details } = booking.details;
  return {
    ...details,
    ...soldRoom(symbolOf(booking)),
    site: siteOf(details.bookingSource, details.bookingNumber),
    roomIndex: 1,
    kind: '予約',
    fault: null,
    warnings: [],
    paymentFlag: booking.paymentFlag,
  };
}

/** The record of a booking that the source extended by a night. */
function extended(booking: PlannedBooking): ImportedRecord {
  const record = recordOf(booking);
  const stayEnd = addDays(record.stayEnd, 1);
  return { ...record, kind: '予約変更', stayEnd, totalFee: record.totalFee + 7800 };
}

/** A record of a stay in the next weeks that could not be registered for this reason. */
function failingRecord(reason: FailureReason, { random, today }: Setting): ImportedRecord {
  const bookingSource = random.pick(FAILING_SOURCES);
  const bookingNumber = someBookingNumber(bookingSource, random);
  const symbol = reason === '部屋タイプ未定義' ? 'ND' : random.pick(['NS', 'NS', 'SS']);
  const guest = somePerson(random, 'male');
  const stayStart = addDays(today, random.whole(2, 18));
  const nights = reason === '日付不正' ? 0 : random.whole(1, 3);
  const record: ImportedRecord = {
    ...soldRoom(symbol),
    site: siteOf(bookingSource, bookingNumber),
    bookingNumber,
    roomIndex: 1,
    kind: reason === '元予約なし' ? 'キャンセル' : '予約',
    fault: FAULTS.includes(reason) ? reason : null,
    warnings: [],
    bookingSource,
    reserverName: guest.name,
    reserverNameKana: guest.kana,
    guestName1: guest.name,
    guestName1Kana: guest.kana,
    guestName2: '',
    tel: someTel(random),
    notes: '',
    stayStart,
    stayEnd: addDays(stayStart, nights),
    checkinTime: someCheckinTime(random),
    totalFee: nights * random.whole(72, 98) * 100,
    usedPoints: 0,
    mensCount: 1,
    womensCount: 0,
    paymentFlag: random.chance(0.5) ? 1 : 0,
    coupon: 0,
  };
  if (reason === '定員超過')
    return { ...record, ...soldRoom('NT'), womensCount: 2, notes: 'エキストラベッド希望' };
  if (reason === '必須項目欠落') return { ...record, guestName1: '', guestName1Kana: '' };
  if (reason !== 'ブラックリスト一致') return record;
  const { details, kana } = random.pick(SAMPLE_MASTERS.blacklist);
  const reserver = { reserverName: details.guestName, reserverNameKana: kana };
  const named = { guestName1: details.guestName, guestName1Kana: kana };
  return { ...record, ...reserver, ...named, tel: details.tel ?? record.tel };
}

/** The channel manager's symbol for rooms of this kind. */
function symbolOf({ room: { roomType, smokingStatus, priority } }: PlannedBooking): string {
  const isSmoking = smokingStatus === '喫煙';
  if (roomType === TWIN) return isSmoking ? 'ST' : 'NT';
  if (isSmoking) return 'SS';
  return priority === '女性' ? 'LS' : 'NS';
}

/** The room as the channel manager sold it; a symbol without mapping sells no category. */
function soldRoom(roomSymbol: string) {
  const mapping = SAMPLE_MASTERS.mappings.find(({ roomType }) => roomType === roomSymbol);
  return {
    roomSymbol,
    roomName: ROOM_NAMES[roomSymbol] ?? '',
    soldCategories: mapping?.categories ?? [],
    smokingStatus: roomSymbol.startsWith('S') ? '喫煙' : '禁煙',
  } as const;
}

/** The events of an imported record. */
export function importDrafts(plan: PlannedImport): Draft[] {
  const { record, importedAt, booking, reason, sequel } = plan;
  const recorded = (at: number, event: CsvReservationEvent) =>
    draft('csv-reservation', plan, { at, by: null }, event);
  const revision = (at: number) => new Date(at - 12 * MINUTE).toISOString();
  const imported = (at: number, details: ImportedRecord) =>
    recorded(at, {
      type: 'CsvReservationImported',
      data: { ...details, corporateId: 0, revision: revision(at), digest: String(at) },
    });
  const failed = (at: number, why: FailureReason) =>
    recorded(at, { type: 'AutoRegistrationFailed', data: { reason: why, detail: '' } });

  const drafts = [imported(importedAt, record)];
  if (booking) {
    const moment = { at: booking.createdAt + NEXT_EVENT, by: null };
    drafts.push(
      draftWithIds(
        'csv-reservation',
        plan,
        moment,
        (idOf): CsvReservationEvent => ({
          type: 'CsvReservationRegistered',
          data: { bookingId: idOf(booking) },
        }),
      ),
    );
  } else if (reason) {
    drafts.push(failed(importedAt + NEXT_EVENT, reason));
  }
  if (sequel?.type === 'cancelled') {
    const data = { revision: revision(sequel.at) };
    drafts.push(recorded(sequel.at, { type: 'CsvReservationCancelled', data }));
  } else if (sequel?.type === 'failed') {
    drafts.push(failed(sequel.at, sequel.reason));
  } else if (sequel) {
    drafts.push(imported(sequel.at, sequel.record), failed(sequel.at + NEXT_EVENT, sequel.reason));
  }
  return drafts;
}
