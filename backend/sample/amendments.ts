import { justBefore, someCheckinTime } from './booking-times.js';
import { instantOf, MINUTE } from './hotel-time.js';
import type { PlannedBooking, PlannedDetails } from './planned-booking.js';
import { isAlike, type RoomNights } from './room-nights.js';
import { SAMPLE_ROOMS } from './rooms.js';
import type { Setting } from './setting.js';
import { isOpenThrough } from './stays.js';

const AMENDED = 0.08;

type Kind = 'room' | 'notes' | 'checkinTime' | 'totalFee';

/** When staff changed the booking before the guest came, or null when there was no time for it. */
function changedAt(booking: PlannedBooking, setting: Setting): number | null {
  const earliest = booking.createdAt + 10 * MINUTE;
  const latest = justBefore(instantOf(booking.details.stayStart, 14 * 60), setting);
  return earliest < latest ? Math.round(setting.random.between(earliest, latest)) : null;
}

/** Another room of the same kind that the booking may have had at first: nobody else has had it for the stay. */
function formerRoom({ room, details }: PlannedBooking, taken: RoomNights, setting: Setting): string | null {
  const { stayStart: start, stayEnd: end } = details;
  const former = setting.random
    .shuffled(SAMPLE_ROOMS)
    .map((other) => ({ room: other, start, end }))
    .find(
      (stay) =>
        stay.room !== room && isAlike(stay.room, room) && isOpenThrough(stay, setting) && taken.areFree(stay),
    );
  if (!former || details.roomMoveLock === 1) return null;
  taken.take(former);
  return former.room.roomNumber;
}

function formerDetails(
  booking: PlannedBooking,
  taken: RoomNights,
  setting: Setting,
): Partial<PlannedDetails> | null {
  const { random } = setting;
  const { details } = booking;
  const kind = random.weighted<Kind>([
    ['room', 4],
    ['notes', 3],
    ['checkinTime', 3],
    ['totalFee', 1],
  ]);
  switch (kind) {
    case 'room': {
      const roomNumber = formerRoom(booking, taken, setting);
      return roomNumber === null ? null : { roomNumber };
    }
    case 'notes':
      return { notes: details.notes === '' ? '到着時間を確認中' : '' };
    case 'checkinTime': {
      const checkinTime = someCheckinTime(random);
      return checkinTime === details.checkinTime || details.bookingSource === '訪問' ? null : { checkinTime };
    }
    case 'totalFee':
      return { totalFee: details.totalFee + random.whole(2, 10) * 100 };
    default:
      return kind satisfies never;
  }
}

/** Gives some bookings an earlier form that staff changed before the guest came. */
export function planAmendments(
  bookings: readonly PlannedBooking[],
  taken: RoomNights,
  setting: Setting,
): void {
  for (const booking of bookings) {
    if (booking.group.length > 1 || !setting.random.chance(AMENDED)) continue;
    const at = changedAt(booking, setting);
    const before = at === null ? null : formerDetails(booking, taken, setting);
    if (at !== null && before !== null) booking.amendment = { at, before };
  }
}
