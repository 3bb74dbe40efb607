import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import { addDays, type Day } from '@domain/dates.js';
import { type BatchChange, decodeBatch } from '@wire/booking-batch.js';
import { type BookingSave, decodeBookingSave } from '@wire/booking-save.js';
import { csvReservationStream } from '../../../backend/auto-registration/csv-reservation.stream.js';
import { AmendReservation } from '../../../backend/reservations/commands/amend-reservation.handler.js';
import { ChangeBookings } from '../../../backend/reservations/commands/change-bookings.handler.js';
import {
  ChangeReservation,
  type StayChange,
} from '../../../backend/reservations/commands/change-reservation.handler.js';
import { CreateReservation } from '../../../backend/reservations/commands/create-reservation.handler.js';
import { ReturnToAutoFail } from '../../../backend/reservations/commands/return-to-auto-fail.handler.js';
import { ReverseRequest } from '../../../backend/reservations/reversal/reverse-request.handler.js';
import type { ShownBooking } from '../../../frontend/state/shown-booking.js';
import { A_BOOKING } from '../../support/store-node.js';
import { type Asked, type Asking, type Known, pick, roomIdOf, versionFor } from './asking.js';
import { FIRST_NIGHT, RANGE, ROOM_NUMBERS } from './hotel.js';
import { OF_HOTEL } from './requests-of-hotel.js';
import type { Command } from './steps.js';

const stayText = ({ stay_start, stay_end }: BookingSave): string => `${stay_start}–${stay_end}`;

type About = (booking: ShownBooking, command: Command, known: Known) => Asked | null;

/** A command about a booking that the terminal knows, more often than not a fitting one; none when it knows of none. */
const about =
  (ask: About, fits: (booking: ShownBooking, known: Known) => boolean = () => true): Asking =>
  (command, known) => {
    const { bookings } = known.terminal;
    const fitting = command.twist % 4 === 3 ? [] : bookings.filter((booking) => fits(booking, known));
    const booking = pick(fitting.length > 0 ? fitting : bookings, command.nth);
    if (!booking) return null;
    const asked = ask(booking, command, known);
    return asked && { version: versionFor(booking, command.twist), ...asked };
  };

const amends = (told: string, { id }: ShownBooking, body: BookingSave): Asked => ({
  told: `${told} ${id}: ${JSON.stringify(body)}`,
  body: [id, body],
  run: ({ amend, context }) =>
    amend.execute(new AmendReservation(id, decodeBookingSave({ ...body }), context)),
});

const changes = (
  change: (command: Command, booking: ShownBooking) => StayChange,
  fits?: (booking: ShownBooking) => boolean,
): Asking =>
  about((booking, command) => {
    const wanted = change(command, booking);
    return {
      told: `${JSON.stringify(wanted)} of ${booking.id}`,
      body: [booking.id, wanted],
      run: ({ change: handler, context }) =>
        handler.execute(new ChangeReservation(booking.id, wanted, context)),
    };
  }, fits);

const dated = (twist: number, date: Day): Day | undefined => (twist % 2 ? date : undefined);

const book: Asking = ({ nth, room, night, nights, twist }, known) => {
  const previous = twist === 3 || twist === 4 ? pick(known.terminal.bookings, nth) : undefined;
  const number = previous?.roomNumber ?? ROOM_NUMBERS[room] ?? '';
  const stay_start = previous?.stayEnd ?? addDays(FIRST_NIGHT, night);
  const failed = known.database.of(csvReservationStream).map(({ state }) => state as CsvReservation);
  const record = twist === 5 ? pick(failed, nth) : undefined;
  const body: BookingSave = {
    ...A_BOOKING,
    stay_start,
    stay_end: addDays(stay_start, twist === 1 ? 0 : nights),
    room_id: twist === 2 ? 999_999 : roomIdOf(known, number, stay_start),
    ...(twist === 0 ? { mens_count: 3 } : {}),
    ...(previous ? { is_day_before_same_flag: 1 as const } : {}),
    ...(record ? { csv_reservation_id: record.id } : {}),
  };
  const more = previous ? ` with ${previous.id} of the day before` : '';
  return {
    told: `books ${number} ${stayText(body)}${more}${record ? ` for record ${record.id}` : ''}`,
    body,
    run: ({ create, context }) =>
      create.execute(new CreateReservation(decodeBookingSave({ ...body }), context)),
  };
};

const AMENDMENTS: BookingSave[] = [
  { guest_name_1: '山' },
  { total_fee: 9_000 },
  { notes: '窓側\n希望' },
  { room_move_lock: 1 },
  { room_move_lock: 0 },
  { is_day_before_same_flag: 1 },
  { is_day_before_same_flag: 0 },
];

const amend = about((booking, { twist, nights }) =>
  amends(
    'amends',
    booking,
    AMENDMENTS[twist] ?? { guest_name_1: `佐藤花子${nights}`, total_fee: twist * 1_000 },
  ),
);

const move = about((booking, { room, night, nights, twist }, known) => {
  const stay_start = twist < 6 ? booking.stayStart : addDays(FIRST_NIGHT, night);
  const room_id = roomIdOf(known, ROOM_NUMBERS[room] ?? '', stay_start);
  const dates = twist < 6 ? {} : { stay_start, stay_end: addDays(stay_start, nights) };
  return amends(`moves to ${ROOM_NUMBERS[room]}`, booking, { room_id, ...dates });
});

const stretch = about((booking, { nights, twist }) => {
  const { stayStart, stayEnd } = booking;
  if (twist % 4 === 0) return amends('shortens', booking, { stay_end: addDays(stayEnd, -1) });
  if (twist % 4 === 1)
    return amends('begins another day', booking, { stay_start: addDays(stayStart, nights - 2) });
  return amends('extends', booking, { stay_end: addDays(stayEnd, nights) });
});

const swap: Asking = ({ nth, twist }, known) => {
  const { bookings } = known.terminal;
  const [one, other] = [pick(bookings, nth), pick(bookings, nth + 1)];
  if (!one || !other || one.id === other.id) return null;
  const amended = (booking: ShownBooking, to: string): BatchChange => ({
    action: 'amend',
    id: booking.id,
    ...(twist % 3 === 1 ? { version: booking.version } : {}),
    booking: { room_id: roomIdOf(known, to, booking.stayStart) },
  });
  const wanted: BatchChange[] = [amended(one, other.roomNumber), amended(other, one.roomNumber)];
  if (twist > 8) wanted[1] = { action: 'cancel', id: other.id };
  return {
    told: `${twist > 8 ? 'cancels the second for the first' : 'swaps'} ${one.id} (${one.roomNumber}) and ${other.id} (${other.roomNumber})`,
    body: wanted,
    run: ({ batch, context }) => batch.execute(new ChangeBookings(decodeBatch(wanted).changes, context)),
  };
};

const returns = about(
  ({ id }) => ({
    told: `returns ${id} to the failed imports`,
    body: id,
    run: ({ returned, context }) => returned.execute(new ReturnToAutoFail(id, context)),
  }),
  ({ id }, { database }) =>
    database.bookings.some((booking) => booking.id === id && booking.csvReservationId),
);

/** Now and then what another terminal did, which is refused. */
const undo: Asking = ({ at, nth, twist }, { done }) => {
  const reachable = twist % 4 === 3 ? done : done.filter((sent) => sent.at === at);
  const target = reachable[twist < 6 ? 0 : nth];
  if (!target) return null;
  const accept = twist < 9 ? 'all' : 'nearest';
  return {
    told: `takes back (${accept}): ${target.told}`,
    body: [target.key, accept],
    run: ({ reverse, context }) => reverse.execute(new ReverseRequest(target.key, { accept }, context)),
  };
};

const isIn = ({ record }: ShownBooking): boolean =>
  record.checkin_date !== null && record.checkout_date === null;

/** How each kind of command becomes a request. */
export const ASKING: Record<Command['do'], Asking> = {
  book,
  amend,
  move,
  stretch,
  swap,
  cancel: changes(() => ({ type: 'cancel' })),
  'check in': changes(
    ({ twist }, { stayStart }) => ({ type: 'check-in', date: dated(twist, stayStart) }),
    ({ record }) => record.checkin_date === null && record.stay_start <= '2028-02-27',
  ),
  'take back check-in': changes(() => ({ type: 'revert-check-in' }), isIn),
  'check out': changes(
    ({ twist }) => ({ type: 'check-out', date: twist === 1 ? RANGE.first : undefined }),
    isIn,
  ),
  'take back check-out': changes(
    () => ({ type: 'revert-check-out' }),
    ({ record }) => record.checkout_date !== null,
  ),
  pay: changes(({ twist, nights }) => ({
    type: 'record-payment',
    paymentType: twist === 0 ? 999 : nights === 1 ? 1 : null,
    paymentFlag: twist % 2 ? 1 : 0,
  })),
  return: returns,
  undo,
  ...OF_HOTEL,
};
