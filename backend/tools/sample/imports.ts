import { addDays } from '@domain/dates.js';
import type { FailureReason } from '@domain/imports/csv-reservation.js';
import { NOT_BLACKLISTED } from '@domain/reservation/reservation-fields.js';
import type { BookingSource } from '@domain/reservation/sources.js';
import { TWIN } from '@domain/room/room-month.js';
import { type Booking, someCheckinTime, someStaff } from './bookings.js';
import { isPlain } from './changes.js';
import { isOnline, siteOf, someBookingNumber } from './channels.js';
import { amend, type ChannelCells, type Step } from './desk.js';
import { somePerson, someTel } from './guests.js';
import { SAMPLE_MASTERS } from './masters.js';
import type { House, SampleRoom } from './rooms.js';
import { DAY, HOUR, instantOf, MINUTE, momentText } from './setting.js';

const REGISTERED = 11;
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
const FAILING_SOURCES: readonly BookingSource[] = ['楽天', 'じゃらん', 'るるぶ', 'その他', '自社'];

const ROOM_NAMES: Readonly<Record<string, string>> = {
  NS: '禁煙シングル',
  SS: '喫煙シングル',
  LS: 'レディースシングル',
  NT: '禁煙ツイン',
  ST: '喫煙ツイン',
  ND: '禁煙ダブル',
};

type SentRow = { at: number; row: ChannelCells };
type Condition = (booking: Booking) => boolean;

/**
 * Some thirty rows of the channel manager: bookings that it sends, changes and cancels, and rows that fail for every
 * reason; what becomes of them the product decides. Answers what is done besides the creation of those bookings.
 */
export function planImports(
  bookings: readonly Booking[],
  cancelled: readonly Booking[],
  house: House,
): Step[] {
  const { random, today, midnight } = house;
  const left = new Set(
    random.shuffled([...bookings, ...cancelled]).filter((one) => isImportable(one, house)),
  );
  const take = (fits: Condition, count = 1): Booking[] => {
    const taken = [...left].filter(fits).slice(0, count);
    for (const booking of taken) {
      left.delete(booking);
      booking.row = rowOf(booking);
      booking.staffId = null;
    }
    return taken;
  };
  const takeActive = (from: number, until: number, count = 1, fits: Condition = () => true) =>
    take(
      (booking) =>
        booking.cancellation === null &&
        booking.draft.stayStart >= addDays(today, from) &&
        booking.draft.stayStart <= addDays(today, until) &&
        fits(booking),
      count,
    );
  const isLonger: Condition = ({ draft }) => draft.stayEnd > addDays(draft.stayStart, 1);
  const takeCancelled = (count: number) =>
    take(
      ({ cancellation, draft }) =>
        cancellation !== null && cancellation.at < midnight && draft.stayStart >= today,
      count,
    );
  const nextMorning = ({ draft }: Booking) => instantOf(addDays(draft.stayStart, 1), 7.5 * 60);

  const changedInHouse = takeActive(-5, -2, 1, isLonger).map((booking) =>
    change(booking, nextMorning(booking)),
  );
  const cancelledInHouse = takeActive(-5, -2, 1, isLonger).map((booking) =>
    cancel(booking, nextMorning(booking)),
  );
  const locked = takeActive(2, 75, 1, (booking) => booking.createdAt < midnight - 3 * HOUR).flatMap(
    (booking) => {
      const lockedAt = booking.createdAt + HOUR;
      return [
        done(lockedAt, someStaff(house), (desk) => desk.change(booking.id, amend({ roomMoveLock: 1 }))),
        change(booking, Math.round(random.between(lockedAt + HOUR, midnight))),
      ];
    },
  );
  for (const booking of takeActive(-2, 21)) booking.row = twoRooms(booking);
  takeActive(-2, 21, REGISTERED);
  for (const booking of takeCancelled(2)) {
    booking.cancellation = cancel(booking, booking.cancellation?.at ?? 0);
  }
  for (const booking of takeCancelled(1)) {
    const { at, by } = booking.cancellation as Step;
    booking.cancellation = done(at, by, (desk) => desk.change(booking.id, { type: 'return-to-auto-fail' }));
  }
  const failing = NEVER_REGISTERED.map((reason) => failingRow(reason, house));
  return [
    ...changedInHouse,
    ...cancelledInHouse,
    ...locked,
    ...failing.map(first),
    ...cancelledUnregistered(house),
  ];
}

const done = (at: number, by: number | null, run: Step['run']): Step => ({ at, by, run });

/** A row that comes at this time, when no other room is free. */
const sent = (at: number, row: ChannelCells): Step => done(at, null, (desk) => void desk.receive(row, []));
const first = ({ at, row }: SentRow): Step => sent(at, row);

/** The source gives a booking another night, for which its room is taken. */
function change({ draft, row }: Booking, at: number): Step {
  const extended = { チェックアウト日: addDays(draft.stayEnd, 1), 合計料金: String(draft.totalFee + 7800) };
  return sent(at, { ...row, ...extended, 予約区分: '予約変更', 変更日時: momentText(at - 12 * MINUTE) });
}

/** The source cancels a booking, or a reservation that has none. */
const cancel = ({ row }: Pick<Booking, 'row'>, at: number): Step =>
  sent(at, { ...row, 予約区分: 'キャンセル', キャンセル日時: momentText(at - 12 * MINUTE) });

function isImportable(booking: Booking, { midnight }: House): boolean {
  const { createdAt, room, draft } = booking;
  const isRecent = createdAt > midnight - 60 * DAY && createdAt < midnight;
  const isSold =
    room.corporate === 0 && isOnline(draft.bookingSource) && draft.blacklistId === NOT_BLACKLISTED;
  return isPlain(booking) && isRecent && isSold;
}

/** The row that a booking is registered from. */
function rowOf({ draft, room, paymentFlag, createdAt }: Booking): ChannelCells {
  const { bookingSource, bookingNumber: 予約番号, mensCount, womensCount } = draft;
  return {
    ...{ 予約サイト名: siteOf(bookingSource, 予約番号), 予約番号, 予約区分: '予約' },
    ...{ 予約日時: momentText(createdAt - 12 * MINUTE), チェックイン時刻: draft.checkinTime },
    ...{ チェックイン日: draft.stayStart, チェックアウト日: draft.stayEnd, ...soldAs(symbolOf(room)) },
    ...{ 宿泊者氏名: draft.guestName1, 宿泊者氏名カナ: draft.guestName1Kana },
    ...{ 会員氏名: draft.reserverName, 会員氏名カナ: draft.reserverNameKana, 電話番号: draft.tel },
    ...{ 大人人数: String(mensCount + womensCount) },
    ...{ 男性人数: String(mensCount), 女性人数: String(womensCount) },
    ...{ 合計料金: String(draft.totalFee), ポイント: String(draft.usedPoints) },
    ...{ 支払方法: paymentFlag === 1 ? '事前決済' : '現地決済', 備考: draft.notes },
  };
}

/** The row of a booking that wants a second room as well. */
function twoRooms({ row, draft }: Booking): ChannelCells {
  const { mensCount, womensCount, totalFee } = draft;
  const people = { 男性人数: String(2 * mensCount), 女性人数: String(2 * womensCount) };
  return { ...row, ...people, 部屋数: '2', 大人人数: '', 合計料金: String(2 * totalFee) };
}

/** A row of a stay in the next weeks that cannot be registered for this reason, and when it comes. */
function failingRow(reason: FailureReason, { random, today, midnight }: House): SentRow {
  const at = Math.round(midnight - random.between(3 * HOUR, 9 * DAY));
  const bookingSource = random.pick(FAILING_SOURCES);
  const 予約番号 = someBookingNumber(bookingSource, random);
  const { name, kana } = somePerson(random, 'male');
  const stayStart = addDays(today, random.whole(2, 18));
  const nights = random.whole(1, 3);
  const row: ChannelCells = {
    ...{ 予約サイト名: siteOf(bookingSource, 予約番号), 予約番号, 予約区分: '予約' },
    ...{ 予約日時: momentText(at - 12 * MINUTE), チェックイン時刻: someCheckinTime(random) },
    ...{ チェックイン日: stayStart, チェックアウト日: addDays(stayStart, nights) },
    ...{ 宿泊者氏名: name, 宿泊者氏名カナ: kana, 会員氏名: name, 会員氏名カナ: kana },
    ...{ 電話番号: someTel(random), 大人人数: '1', 男性人数: '1', 女性人数: '0', ポイント: '0' },
    ...{ 合計料金: String(nights * random.whole(72, 98) * 100), ...soldAs(random.pick(['NS', 'NS', 'SS'])) },
    支払方法: random.chance(0.5) ? '事前決済' : '現地決済',
  };
  const listed = random.pick(SAMPLE_MASTERS.blacklist);
  const wrong: Partial<Record<FailureReason, ChannelCells>> = {
    部屋タイプ未定義: soldAs('ND'),
    定員超過: { ...soldAs('NT'), 大人人数: '3', 女性人数: '2', 備考: 'エキストラベッド希望' },
    必須項目欠落: { 宿泊者氏名: '', 宿泊者氏名カナ: '' },
    日付不正: { チェックアウト日: stayStart },
    元予約なし: { 予約区分: 'キャンセル' },
    ブラックリスト一致: {
      ...{ 宿泊者氏名: listed.details.guestName, 宿泊者氏名カナ: listed.kana },
      ...{ 会員氏名: listed.details.guestName, 会員氏名カナ: listed.kana },
      電話番号: listed.details.tel ?? someTel(random),
    },
  };
  return { at, row: { ...row, ...wrong[reason] } };
}

/** Two reservations that end before they were ever registered: one is cancelled, of one the cancellation came first. */
function cancelledUnregistered(house: House): Step[] {
  const [full, early] = [failingRow('空室なし', house), failingRow('元予約なし', house)];
  const later = { ...early.row, 予約区分: '予約', 予約日時: momentText(early.at - HOUR) };
  return [first(full), cancel(full, full.at + 2 * HOUR), first(early), sent(early.at + 2 * HOUR, later)];
}

/** The channel manager's symbol for rooms of this kind. */
function symbolOf({ roomType, smokingStatus, priority }: SampleRoom): string {
  const isSmoking = smokingStatus === '喫煙';
  if (roomType === TWIN) return isSmoking ? 'ST' : 'NT';
  if (isSmoking) return 'SS';
  return priority === '女性' ? 'LS' : 'NS';
}

/** A room as the channel manager sells it. */
const soldAs = (部屋記号: string) => ({ 部屋記号, 部屋名称: ROOM_NAMES[部屋記号] ?? '', 部屋数: '1' });
