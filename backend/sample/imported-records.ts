import { addDays, type Day } from '@domain/dates.js';
import type { CsvReservationDetails, FailureReason } from '@domain/imports/csv-reservation.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import { TWIN } from '@domain/room/room-month.js';
import { someCheckinTime } from './booking-times.js';
import { siteOf, someBookingNumber } from './channels.js';
import { somebody, someTel } from './guests.js';
import { MINUTE } from './hotel-time.js';
import type { SampleMasters } from './masters.js';
import type { PlannedBooking } from './planned-booking.js';
import type { Setting } from './setting.js';

/** An imported record, but for what its import adds: the ids of master records, the revision and the digest. */
export type ImportedDetails = Omit<CsvReservationDetails, 'corporateId' | 'revision' | 'digest'> & {
  stayStart: Day;
  stayEnd: Day;
};

const ROOM_NAMES: Readonly<Record<string, string>> = {
  NS: '禁煙シングル',
  SS: '喫煙シングル',
  LS: 'レディースシングル',
  NT: '禁煙ツイン',
  ST: '喫煙ツイン',
  ND: '禁煙ダブル',
};

/** The channel manager's word for rooms of this kind. */
function symbolOf({ room }: PlannedBooking): string {
  const smokes = room.smokingStatus === '喫煙';
  if (room.roomType === TWIN) return smokes ? 'ST' : 'NT';
  if (smokes) return 'SS';
  return room.priority === '女性' ? 'LS' : 'NS';
}

/** The room as the channel manager sold it; a symbol without mapping sells no category. */
function soldRoom(roomSymbol: string, masters: SampleMasters) {
  const mapping = masters.mappings.find(({ roomType }) => roomType === roomSymbol);
  return {
    roomSymbol,
    roomName: ROOM_NAMES[roomSymbol] ?? '',
    soldCategories: mapping?.categories ?? [],
    smokingStatus: roomSymbol.startsWith('S') ? '喫煙' : '禁煙',
  } as const;
}

/** The imported record that a booking was registered from. */
export function recordOf(booking: PlannedBooking, masters: SampleMasters): ImportedDetails {
  const { purpose, roomNumber, roomMoveLock, nextdayOutFlag, ...details } = booking.details;
  return {
    ...details,
    ...soldRoom(symbolOf(booking), masters),
    site: siteOf(details.bookingSource, details.bookingNumber),
    roomIndex: 1,
    kind: '予約',
    fault: null,
    warnings: [],
    paymentFlag: booking.paymentFlag,
  };
}

const FAULTS: readonly FailureReason[] = ['定員超過', '必須項目欠落', '日付不正'];
const FAILING_SOURCES: readonly BookingSource[] = ['楽天', 'じゃらん', 'るるぶ', 'その他', '自社'];

/** A record of a stay in the next weeks that could not be registered for this reason. */
export function failingRecord(reason: FailureReason, setting: Setting): ImportedDetails {
  const { random, today, masters } = setting;
  const bookingSource = random.pick(FAILING_SOURCES);
  const bookingNumber = someBookingNumber(bookingSource, random);
  const symbol = reason === '部屋タイプ未定義' ? 'ND' : random.pick(['NS', 'NS', 'SS']);
  const guest = somebody(random, 'male');
  const stayStart = addDays(today, random.whole(2, 18));
  const nights = reason === '日付不正' ? 0 : random.whole(1, 3);
  const record: ImportedDetails = {
    ...soldRoom(symbol, masters),
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
  return { ...record, ...faultOf(reason, setting) };
}

function faultOf(reason: FailureReason, { random, masters }: Setting): Partial<ImportedDetails> {
  switch (reason) {
    case '定員超過':
      return { ...soldRoom('NT', masters), mensCount: 1, womensCount: 2, notes: 'エキストラベッド希望' };
    case '必須項目欠落':
      return { guestName1: '', guestName1Kana: '' };
    case 'ブラックリスト一致': {
      const { details, kana } = random.pick(masters.blacklist);
      const name = { reserverName: details.guestName, reserverNameKana: kana };
      const guest = { guestName1: details.guestName, guestName1Kana: kana };
      return { ...name, ...guest, ...(details.tel ? { tel: details.tel } : {}) };
    }
    default:
      return {};
  }
}

/** When the source last spoke of a record that was imported then. */
export function revisionBefore(importedAt: number): string {
  return new Date(importedAt - 12 * MINUTE).toISOString();
}
