import { addDays } from '@domain/dates.js';
import type { FailureReason } from '@domain/imports/csv-reservation.js';
import { channelOf } from './channels.js';
import { DAY, HOUR, instantOf } from './hotel-time.js';
import { failingRecord, type ImportedDetails, recordOf } from './imported-records.js';
import type { PlannedBooking } from './planned-booking.js';
import type { Setting } from './setting.js';

/** What the source or staff did with a record after its import. */
type Sequel =
  | { type: 'changed'; at: number; record: ImportedDetails; reason: FailureReason }
  | { type: 'failed'; at: number; reason: FailureReason }
  | { type: 'cancelled'; at: number };

/** An imported record of the sample: what came, the booking it became or why it became none, and what followed. */
export type PlannedImport = {
  record: ImportedDetails;
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
/** A record's events follow each other within one import. */
export const NEXT_EVENT = 40;

function isImportable(booking: PlannedBooking, { now }: Setting): boolean {
  const { group, company, amendment, blacklisted, noShow, details, createdAt } = booking;
  const plain = group.length === 1 && !company && !amendment && !blacklisted && !noShow;
  return plain && channelOf(details.bookingSource).sites.length > 0 && createdAt > now - 60 * DAY;
}

function registered(booking: PlannedBooking, setting: Setting, sequel: Sequel | null): PlannedImport {
  booking.staff = null;
  const record = recordOf(booking, setting.masters);
  return { record, importedAt: booking.createdAt - NEXT_EVENT, booking, reason: null, sequel };
}

function failed(record: ImportedDetails, reason: FailureReason, setting: Setting): PlannedImport {
  const importedAt = Math.round(setting.now - setting.random.between(3 * HOUR, 9 * DAY));
  return { record, importedAt, booking: null, reason, sequel: null };
}

type Chosen = (booking: PlannedBooking) => boolean;

/** Changes and cancels of registered bookings that the desk has to settle. */
function unsettled(take: (fits: Chosen) => PlannedBooking[], setting: Setting): PlannedImport[] {
  const { today, now, random, masters } = setting;
  const inHouse: Chosen = ({ details }) =>
    details.stayStart >= addDays(today, -5) &&
    details.stayStart <= addDays(today, -2) &&
    details.stayEnd > addDays(details.stayStart, 1);
  const locked: Chosen = ({ details }) => details.roomMoveLock === 1 && details.stayStart > addDays(today, 1);
  const nextMorning = ({ details }: PlannedBooking) => instantOf(addDays(details.stayStart, 1), 7.5 * 60);
  const longer = (booking: PlannedBooking): ImportedDetails => {
    const record = recordOf(booking, masters);
    const stayEnd = addDays(record.stayEnd, 1);
    return { ...record, kind: '予約変更', stayEnd, totalFee: record.totalFee + 7800 };
  };
  return [
    ...take(inHouse).map((booking) => {
      const [at, reason] = [nextMorning(booking), 'チェックイン済みの変更'] as const;
      return registered(booking, setting, { type: 'changed', at, record: longer(booking), reason });
    }),
    ...take(inHouse).map((booking) => {
      const [at, reason] = [nextMorning(booking), 'チェックイン済みの取消'] as const;
      const record = { ...recordOf(booking, masters), kind: 'キャンセル' } as const;
      return registered(booking, setting, { type: 'changed', at, record, reason });
    }),
    ...take(locked).map((booking) => {
      const at = Math.round(random.between(booking.createdAt, now - 2 * NEXT_EVENT)) + NEXT_EVENT;
      return registered(booking, setting, {
        type: 'changed',
        at,
        record: longer(booking),
        reason: '部屋移動不可',
      });
    }),
  ];
}

/** About thirty imported records: registered, failed for every reason, cancelled at the source. */
export function planImports(
  kept: readonly PlannedBooking[],
  cancelled: readonly PlannedBooking[],
  setting: Setting,
): PlannedImport[] {
  const { random, today } = setting;
  const left = new Set(
    random.shuffled([...kept, ...cancelled]).filter((booking) => isImportable(booking, setting)),
  );
  const take = (fits: Chosen, count = 1): PlannedBooking[] => {
    const taken = [...left].filter(fits).slice(0, count);
    for (const booking of taken) left.delete(booking);
    return taken;
  };
  const soon: Chosen = ({ cancelledAt, details }) =>
    cancelledAt === null &&
    details.stayStart >= addDays(today, -2) &&
    details.stayStart <= addDays(today, 21);
  const gone = ({ cancelledAt, details }: PlannedBooking) =>
    cancelledAt !== null && details.stayStart >= today;
  const after = (booking: PlannedBooking) => (booking.cancelledAt ?? 0) + NEXT_EVENT;
  const twoRooms = take(soon).flatMap((booking) => {
    const first = registered(booking, setting, null);
    const second = { ...first.record, roomIndex: 2 };
    return [first, { ...first, record: second, booking: null, reason: '空室なし' } as const];
  });
  return [
    ...unsettled((fits) => take((booking) => booking.cancelledAt === null && fits(booking)), setting),
    ...twoRooms,
    ...take(soon, REGISTERED - 1).map((booking) => registered(booking, setting, null)),
    ...take(gone, 2).map((booking) =>
      registered(booking, setting, { type: 'cancelled', at: after(booking) }),
    ),
    ...take(gone).map((booking) =>
      registered(booking, setting, { type: 'failed', at: after(booking), reason: '自動登録失敗に戻し' }),
    ),
    ...NEVER_REGISTERED.map((reason) => failed(failingRecord(reason, setting), reason, setting)),
    ...CANCELLED_UNREGISTERED.map((reason) => {
      const plan = failed(failingRecord(reason, setting), reason, setting);
      return { ...plan, sequel: { type: 'cancelled', at: plan.importedAt + 2 * HOUR } } as const;
    }),
  ];
}
