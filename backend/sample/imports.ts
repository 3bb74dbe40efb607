import { addDays, type Day } from '@domain/dates.js';
import type { CsvReservationDetails, FailureReason } from '@domain/imports/csv-reservation.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import { TWIN } from '@domain/room/room-month.js';
import { type PlannedBooking, someCheckinTime } from './bookings.js';
import { isOnline, siteOf, someBookingNumber } from './channels.js';
import { somePerson, someTel } from './guests.js';
import { SAMPLE_MASTERS } from './masters.js';
import { type Draft, draft } from './sample-event.js';
import { DAY, HOUR, instantOf, MINUTE, type Setting } from './setting.js';

/** An imported record, but for what its import adds: the ids of master records, the revision and the digest. */
type ImportedRecord = Omit<CsvReservationDetails, 'corporateId' | 'revision' | 'digest'> & {
  stayStart: Day;
  stayEnd: Day;
};

/** An imported record of the sample: the booking it became, if any, and its events. */
export class SampleImport {
  readonly drafts: Draft[] = [];
  /** Whether the cancelled booking went back to 自動登録失敗. */
  isReturned = false;

  constructor(readonly booking: PlannedBooking | null) {}

  imported(at: number, record: ImportedRecord): this {
    const data = { ...record, corporateId: 0, revision: revisionAt(at), digest: String(at) };
    return this.add(at, { type: 'CsvReservationImported', data });
  }

  failed(at: number, reason: FailureReason): this {
    return this.add(at, { type: 'AutoRegistrationFailed', data: { reason, detail: '' } });
  }

  /** The source sent or changed the record, and the desk has to settle it. */
  unsettled(at: number, record: ImportedRecord, reason: FailureReason): this {
    return this.imported(at, record).failed(at + NEXT_EVENT, reason);
  }

  cancelled(at: number): this {
    return this.add(at, { type: 'CsvReservationCancelled', data: { revision: revisionAt(at) } });
  }

  returned(at: number): this {
    this.isReturned = true;
    return this.failed(at, '自動登録失敗に戻し');
  }

  add(at: number, event: Parameters<typeof draft>[3]): this {
    this.drafts.push(draft('csv-reservation', this, { at, by: null }, event));
    return this;
  }
}

/** A record that became a booking. */
function registered(booking: PlannedBooking): SampleImport {
  booking.staff = null;
  return new SampleImport(booking)
    .imported(booking.createdAt - NEXT_EVENT, recordOf(booking))
    .add(booking.createdAt + NEXT_EVENT, (idOf) => ({
      type: 'CsvReservationRegistered',
      data: { bookingId: idOf(booking) },
    }));
}

/** The source's time of the revision that was imported then. */
const revisionAt = (importedAt: number): string => new Date(importedAt - 12 * MINUTE).toISOString();

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
): SampleImport[] {
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

  const starts = (from: number, until: number, { details }: PlannedBooking) =>
    details.stayStart >= addDays(today, from) && details.stayStart <= addDays(today, until);
  const inHouse: Condition = (booking) =>
    starts(-5, -2, booking) && booking.details.stayEnd > addDays(booking.details.stayStart, 1);
  const locked: Condition = ({ details }) =>
    details.roomMoveLock === 1 && details.stayStart > addDays(today, 1);
  const soon: Condition = (booking) => starts(-2, 21, booking);
  const wasCancelled: Condition = ({ cancelledAt, details }) =>
    cancelledAt !== null && details.stayStart >= today;

  const nextMorning = ({ details }: PlannedBooking) => instantOf(addDays(details.stayStart, 1), 7.5 * 60);
  const afterCancel = ({ cancelledAt }: PlannedBooking) => (cancelledAt ?? 0) + NEXT_EVENT;
  return [
    ...takeActive(inHouse).map((booking) =>
      registered(booking).unsettled(nextMorning(booking), extended(booking), 'チェックイン済みの変更'),
    ),
    ...takeActive(inHouse).map((booking) => {
      const record: ImportedRecord = { ...recordOf(booking), kind: 'キャンセル' };
      return registered(booking).unsettled(nextMorning(booking), record, 'チェックイン済みの取消');
    }),
    ...takeActive(locked).map((booking) => {
      const at = Math.round(random.between(booking.createdAt, now - 2 * NEXT_EVENT)) + NEXT_EVENT;
      return registered(booking).unsettled(at, extended(booking), '部屋移動不可');
    }),
    ...takeActive(soon).flatMap((booking) => {
      const second = { ...recordOf(booking), roomIndex: 2 };
      const failed = new SampleImport(null).unsettled(booking.createdAt - NEXT_EVENT, second, '空室なし');
      return [registered(booking), failed];
    }),
    ...takeActive(soon, REGISTERED - 1).map(registered),
    ...take(wasCancelled, 2).map((booking) => registered(booking).cancelled(afterCancel(booking))),
    ...take(wasCancelled).map((booking) => registered(booking).returned(afterCancel(booking))),
    ...NEVER_REGISTERED.map((reason) => failedImport(reason, setting)),
    ...CANCELLED_UNREGISTERED.map((reason) => {
      const plan = failedImport(reason, setting);
      return plan.cancelled((plan.drafts[0]?.at ?? 0) + 2 * HOUR);
    }),
  ];
}

function isImportable(booking: PlannedBooking, now: number): boolean {
  const { group, company, amendment, blacklisted, noShow, details, createdAt } = booking;
  const isPlain = group.length === 1 && !company && !amendment && !blacklisted && !noShow;
  return isPlain && isOnline(details.bookingSource) && createdAt > now - 60 * DAY;
}

function failedImport(reason: FailureReason, setting: Setting): SampleImport {
  const record = failingRecord(reason, setting);
  const importedAt = Math.round(setting.now - setting.random.between(3 * HOUR, 9 * DAY));
  return new SampleImport(null).unsettled(importedAt, record, reason);
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
