import { addDays, type Day, monthOf } from '@domain/dates.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { planChanges, type RoomMonthChange } from '@domain/room/room-month-plans.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import { type BatchChange, decodeBatch } from '@wire/booking-batch.js';
import type { BookingSave } from '@wire/booking-save.js';
import type { EventStore } from '#backend/event-store/event-store.js';
import { importRow } from '#backend/imports/import-row.js';
import type { Clock } from '#backend/platform/clock.js';
import type { RequestContext } from '#backend/platform/http/request-context.js';
import {
  ChangeBookings,
  ChangeBookingsHandler,
} from '#backend/reservations/commands/change-bookings.handler.js';
import {
  ChangeRoomClosure,
  ChangeRoomClosureHandler,
  CloseRoom,
  CloseRoomHandler,
} from '#backend/reservations/commands/close-room.handler.js';
import {
  ReverseRequest,
  ReverseRequestHandler,
} from '#backend/reservations/reversal/reverse-request.handler.js';
import {
  ActOnTentativeStay,
  ActOnTentativeStayHandler,
  HoldRoom,
  HoldRoomHandler,
  type TentativeAction,
} from '#backend/reservations/tentative/tentative-stay.handlers.js';
import {
  ActOnWaiting,
  ActOnWaitingHandler,
  AddWaiting,
  AddWaitingHandler,
} from '#backend/reservations/waiting/change-waiting.handler.js';
import {
  DefineRoomMonths,
  DefineRoomMonthsHandler,
} from '#backend/rooms/commands/define-room-months.handler.js';
import type { CalendarSnapshot, ShownBooking } from '#frontend/shared/calendar-data/calendar-snapshot.js';
import { channelReservation } from '#tests/support/channel-file.js';
import { A_BOOKING, type Desk, type StayChange } from '#tests/support/store-node.js';
import { channelStay, FIRST_NIGHT, RANGE, ROOM_NUMBERS } from './hotel.js';
import type { Command, CommandKind } from './steps.js';

/** A node as one request meets it. */
export type Met = { desk: Desk; store: EventStore; clock: Clock; context: RequestContext };

/** A request of a terminal, with its text; asked again it is the same to the byte. */
export type Asked = {
  told: string;
  version?: number | null;
  body: unknown;
  /** The request that it takes back, all of it. */
  reverses?: string | null;
  run: (met: Met) => Promise<unknown>;
};

/** Choices of a command. */
type Known = {
  shown: CalendarSnapshot;
  /** The active bookings that the terminal shows. */
  bookings: readonly ShownBooking[];
  stored: {
    bookings: readonly Reservation[];
    records: readonly CsvReservation[];
    rooms: readonly RoomMonth[];
    waiting: readonly WaitingEntry[];
  };
  /** Requests that wrote something, newest first. */
  done: readonly { key: string; at: number; told: string }[];
};

/** Makes a request of a command; none when the terminal knows of nothing that it could be about. */
type Asking = (command: Command, known: Known) => Asked | null;

/** The nth of some, beginning anew behind the last. */
const pick = <Item>(items: readonly Item[], nth: number): Item | undefined => items[nth % items.length];

/** The id of a room's month as the terminal knows it; one that never was for a room that has none. */
const roomIdOf = ({ shown }: Known, roomNumber: string, date: Day): number =>
  shown.rooms.byNumber.get(roomNumber)?.months.get(monthOf(date))?.id ?? 999_999;

/** The version that the terminal saw, none, or one that nobody ever saw. */
function versionFor({ version }: { version: number }, twist: number): number | null {
  if (twist === 11) return version + 1;
  return twist % 3 === 1 ? version : null;
}

/** The version that the terminal saw, or one that is none, more often: few closures are changed in a history. */
const staleNowAndThen = ({ version }: { version: number }, twist: number): number =>
  twist % 4 === 3 ? version + 1 : version;

type About = (booking: ShownBooking, command: Command, known: Known) => Asked | null;

/** A command about a booking that the terminal knows, more often than not a fitting one. */
const about =
  (ask: About, fits: (booking: ShownBooking, known: Known) => boolean = () => true): Asking =>
  (command, known) => {
    const fitting = command.twist % 4 === 3 ? [] : known.bookings.filter((booking) => fits(booking, known));
    const booking = pick(fitting.length > 0 ? fitting : known.bookings, command.nth);
    const asked = booking && ask(booking, command, known);
    return asked ? { version: versionFor(booking, command.twist), ...asked } : null;
  };

const amends = (told: string, { id }: ShownBooking, body: BookingSave): Asked => ({
  told: `${told} ${id}: ${JSON.stringify(body)}`,
  body: [id, body],
  run: ({ desk }) => desk.amend(id, { ...body }),
});

const changes = (
  change: (command: Command, booking: ShownBooking, known: Known) => StayChange,
  fits?: (booking: ShownBooking) => boolean,
): Asking =>
  about((booking, command, known) => {
    const { id } = booking;
    const wanted = change(command, booking, known);
    return {
      told: `${JSON.stringify(wanted)} of ${id}`,
      body: [id, wanted],
      run: ({ desk }) => desk.change(id, wanted),
    };
  }, fits);

const book: Asking = ({ nth, room, night, nights, twist }, known) => {
  const previous = twist === 3 || twist === 4 ? pick(known.bookings, nth) : undefined;
  const number = previous?.roomNumber ?? ROOM_NUMBERS[room] ?? '';
  const stay_start = previous?.stayEnd ?? addDays(FIRST_NIGHT, night);
  const stay_end = addDays(stay_start, twist === 1 ? 0 : nights);
  const record = twist === 5 ? pick(known.stored.records, nth) : undefined;
  const body: BookingSave = {
    ...A_BOOKING,
    stay_start,
    stay_end,
    room_id: twist === 2 ? 999_999 : roomIdOf(known, number, stay_start),
    ...(twist === 0 ? { mens_count: 3 } : {}),
    ...(previous ? { is_day_before_same_flag: 1 as const } : {}),
    ...(record ? { csv_reservation_id: record.id } : {}),
  };
  const more = previous ? ` with ${previous.id} of the day before` : '';
  return {
    told: `books ${number} ${stay_start}–${stay_end}${more}${record ? ` for record ${record.id}` : ''}`,
    body,
    run: ({ desk }) => desk.book({ ...body }),
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

const amend = about((booking, { twist, nights }) => {
  const body = AMENDMENTS[twist] ?? { guest_name_1: `佐藤花子${nights}`, total_fee: twist * 1_000 };
  return amends('amends', booking, body);
});

const move = about((booking, { room, night, nights, twist }, known) => {
  const stay_start = twist < 6 ? booking.stayStart : addDays(FIRST_NIGHT, night);
  const dates = twist < 6 ? {} : { stay_start, stay_end: addDays(stay_start, nights) };
  const number = ROOM_NUMBERS[room] ?? '';
  return amends(`moves to ${number}`, booking, { room_id: roomIdOf(known, number, stay_start), ...dates });
});

const stretch = about((booking, { nights, twist }) => {
  const { stayStart, stayEnd } = booking;
  if (twist % 4 === 0) return amends('shortens', booking, { stay_end: addDays(stayEnd, -1) });
  if (twist % 4 === 1)
    return amends('begins another day', booking, { stay_start: addDays(stayStart, nights - 2) });
  return amends('extends', booking, { stay_end: addDays(stayEnd, nights) });
});

const swap: Asking = ({ nth, twist }, known) => {
  const [one, other] = [pick(known.bookings, nth), pick(known.bookings, nth + 1)];
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
    run: ({ store, clock, context }) =>
      new ChangeBookingsHandler(store, clock).execute(
        new ChangeBookings(decodeBatch(wanted).changes, context),
      ),
  };
};

const returns = about(
  ({ id }) => ({
    told: `returns ${id} to the failed imports`,
    body: id,
    run: ({ desk }) => desk.returnToAutoFail(id),
  }),
  ({ id }, { stored }) => stored.bookings.some((booking) => booking.id === id && booking.csvReservationId),
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
    reverses: accept === 'all' ? target.key : null,
    run: ({ store, clock, context }) =>
      new ReverseRequestHandler(store, clock).execute(new ReverseRequest(target.key, { accept }, context)),
  };
};

const rooms =
  (traits: (command: Command) => RoomMonthChange['traits']): Asking =>
  (command, { shown, bookings, stored }) => {
    const id = pick([...shown.rooms.byId.keys()], command.nth) ?? 0;
    const room = stored.rooms.find((other) => other.id === id) as RoomMonth;
    const wanted = { id, version: room.version - (command.twist === 11 ? 1 : 0), traits: traits(command) };
    const seen = bookings.filter(({ roomNumber }) => roomNumber === room.roomNumber);
    const acknowledged = command.twist % 2 ? seen.map((booking) => booking.id) : [];
    return {
      told: `makes ${room.roomNumber} of ${room.month} ${JSON.stringify(wanted.traits)}, bookings seen: ${acknowledged}`,
      body: [wanted, acknowledged],
      run: ({ store, context }) =>
        new DefineRoomMonthsHandler(store).execute(
          new DefineRoomMonths({ plan: planChanges([wanted]), acknowledged }, context),
        ),
    };
  };

const stopSelling: Asking = ({ room, night, nights, twist }, known) => {
  const roomNumber = ROOM_NUMBERS[room] ?? '';
  const start = addDays(FIRST_NIGHT, night);
  const wanted = { roomNumber, start, end: addDays(start, twist === 11 ? 0 : nights), reason: '水漏れ' };
  return known.shown.rooms.byNumber.has(roomNumber)
    ? {
        told: `takes ${roomNumber} out of order ${start}–${wanted.end}`,
        body: wanted,
        run: ({ store, clock, context }) =>
          new CloseRoomHandler(store, clock).execute(new CloseRoom(wanted, [], context)),
      }
    : null;
};

/** A change of a closure that the terminal shows; null takes it back. */
const closures =
  (change: (command: Command, closure: RoomClosure) => ChangeRoomClosure['change']): Asking =>
  (command, { shown }) => {
    const closure = pick(
      shown.rooms.closures.filter(({ tentative }) => !tentative),
      command.nth,
    );
    if (!closure) return null;
    const wanted = change(command, closure);
    return {
      told: `makes closure ${closure.id} ${JSON.stringify(wanted)}`,
      version: staleNowAndThen(closure, command.twist),
      body: [closure.id, wanted],
      run: ({ store, clock, context }) =>
        new ChangeRoomClosureHandler(store, clock).execute(
          new ChangeRoomClosure(closure.id, wanted, [], context),
        ),
    };
  };

const A_DAY_MS = 86_400_000;
const untilIn = (days: number) => new Date(Date.now() + days * A_DAY_MS).toISOString();

const holdRoom: Asking = ({ room, night, nights, twist }, { shown }) => {
  const roomNumber = ROOM_NUMBERS[room] ?? '';
  const start = addDays(FIRST_NIGHT, night);
  const stay = { roomNumber, start, end: addDays(start, twist === 11 ? 0 : nights) };
  const wanted = { ...stay, guestName: '佐藤 花', tel: '090-1111-2222', remark: '', until: untilIn(1) };
  return shown.rooms.byNumber.has(roomNumber)
    ? {
        told: `holds ${roomNumber} ${start}–${stay.end}`,
        body: wanted,
        run: ({ store, context }) => new HoldRoomHandler(store).execute(new HoldRoom(wanted, context)),
      }
    : null;
};

/** Actions on a 仮予約 that the terminal shows. */
const holds =
  (choose: (command: Command, closure: RoomClosure) => TentativeAction): Asking =>
  (command, { shown }) => {
    const held = pick(
      shown.rooms.closures.filter(({ tentative }) => tentative),
      command.nth,
    );
    if (!held) return null;
    const action = choose(command, held);
    return {
      told: `makes 仮予約 ${held.id} ${JSON.stringify(action)}`,
      version: staleNowAndThen(held, command.twist),
      body: [held.id, action],
      run: ({ store, context }) =>
        new ActOnTentativeStayHandler(store).execute(new ActOnTentativeStay(held.id, action, context)),
    };
  };

const wait: Asking = ({ night, nights, twist }) => {
  const start = addDays(FIRST_NIGHT, night);
  const stay = { start, end: addDays(start, twist === 11 ? 0 : nights) };
  const guest = { guestName: '待田 順', tel: '090-3333-4444', remark: '' };
  const party = { mensCount: 1, womensCount: 0, smokingStatus: '禁煙' as const, corporateId: 0 };
  const wanted = { ...guest, ...stay, ...party };
  return {
    told: `waits for ${stay.start}–${stay.end}`,
    body: wanted,
    run: ({ store, clock, context }) =>
      new AddWaitingHandler(store, clock).execute(new AddWaiting(wanted, context)),
  };
};

/** Takes somebody of the waiting list, now and then one who was taken or has left. */
const bookWaiting: Asking = ({ nth, room }, known) => {
  const entry = pick(known.stored.waiting, nth);
  if (!entry) return null;
  const number = ROOM_NUMBERS[room] ?? '';
  const { start: stay_start, end: stay_end } = entry;
  const room_id = roomIdOf(known, number, stay_start);
  const body: BookingSave = { ...A_BOOKING, stay_start, stay_end, room_id, waiting_entry_id: entry.id };
  return {
    told: `books ${number} for ${entry.id} of the waiting list`,
    body,
    run: ({ desk }) => desk.book({ ...body }),
  };
};

const stopWaiting: Asking = ({ nth, twist }, { stored }) => {
  const entry = pick(stored.waiting, nth);
  if (!entry) return null;
  return {
    told: `takes ${entry.id} off the waiting list`,
    version: staleNowAndThen(entry, twist),
    body: entry.id,
    run: ({ store, clock, context }) =>
      new ActOnWaitingHandler(store, clock).execute(new ActOnWaiting(entry.id, { kind: 'give up' }, context)),
  };
};

const weather: Asking = ({ night, twist }, { shown }) => {
  const date = addDays(FIRST_NIGHT, night);
  const known = shown.weather.get(date);
  const data = { date, weather: ['晴', '雨', '雪'][twist % 3] as string };
  return {
    told: `notes ${data.weather} for ${date}`,
    version: known ? versionFor(known, twist) : twist === 11 ? 1 : null,
    body: data,
    run: ({ desk }) => desk.recordDay({ type: 'WeatherSet', data }),
  };
};

const NEWS = { 予約: '予約日時', 予約変更: '変更日時', キャンセル: 'キャンセル日時' } as const;

const imported: Asking = ({ nth, room, night, nights, twist }) => {
  const kind = twist < 6 ? '予約' : twist < 9 ? '予約変更' : 'キャンセル';
  const row = channelReservation({
    予約番号: `RY${nth % 3}`,
    予約区分: kind,
    [NEWS[kind]]: `2028-02-20 10:${10 + twist + nth}:00`,
    ...channelStay(addDays(FIRST_NIGHT, night), nights),
    部屋記号: room === 2 ? '未定' : 'NS',
  });
  return {
    told: `the channel manager sends ${kind} ${row.bookingNumber} of ${row.revision}: ${row.stayStart}–${row.stayEnd} ${row.roomSymbol}`,
    body: row,
    run: ({ store, clock, context }) => store.execute(importRow(row, { ...context, clock })),
  };
};

const dated = (twist: number, date: Day): Day | undefined => (twist % 2 ? date : undefined);
const isIn = ({ record }: ShownBooking): boolean =>
  record.checkin_date !== null && record.checkout_date === null;

/** Makes a request of each kind of command. */
export const ASKING: Record<CommandKind, Asking> = {
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
  'stay on': changes(({ room, nights, twist }, { stayEnd }, known) => {
    const roomId = twist % 2 ? { roomId: roomIdOf(known, ROOM_NUMBERS[room] ?? '', stayEnd) } : {};
    const extension = { ...roomId, ...(twist % 3 === 1 && { stayEnd: addDays(stayEnd, nights) }) };
    return { type: 'extend', extension };
  }, isIn),
  'change rooms': changes(({ room, night, twist }, { stayStart, stayEnd }, known) => {
    const from = twist === 0 ? undefined : addDays(stayStart, 1 + (night % 3));
    const roomId = roomIdOf(known, ROOM_NUMBERS[room] ?? '', from ?? addDays(stayEnd, -1));
    return { type: 'move', move: { ...(from && { from }), roomId } };
  }, isIn),
  'leave early': changes(({ nights, twist }) => {
    const fee = twist % 3 === 1 ? { fee: nights * 500, feeTaxRate: 0 as const } : {};
    const departure = { checksOut: twist % 2 === 0, ...(twist > 5 && { lowersFee: true }), ...fee };
    return { type: 'leave-early', departure };
  }, isIn),
  pay: changes(({ twist, nights }) => ({
    type: 'record-payment',
    paymentType: twist === 0 ? 999 : nights === 1 ? 1 : null,
    paymentFlag: twist % 2 ? 1 : 0,
  })),
  return: returns,
  undo,
  'close room': rooms(() => ({ reservableStatus: '予約不可' })),
  'open room': rooms(() => ({ reservableStatus: '予約可能' })),
  'change room': rooms(({ twist }) => ({ roomType: ['倉庫', 'ツイン', 'シングル'][twist % 3] as string })),
  'stop selling': stopSelling,
  'change closure': closures(({ nights, twist }, { start, end }) =>
    twist % 3 === 0
      ? { start: addDays(start, nights - 2) }
      : { end: addDays(end, twist % 3 === 1 ? nights : -1), reason: '工事' },
  ),
  'sell again': closures(() => null),
  'hold room': holdRoom,
  'change hold': holds(({ nights, twist }, { start, end }) => ({
    kind: 'change',
    change:
      twist % 3 === 0
        ? { start: addDays(start, nights - 2) }
        : { end: addDays(end, twist % 3 === 1 ? nights : -1) },
  })),
  'release hold': holds(() => ({ kind: 'release' })),
  wait,
  'book waiting': bookWaiting,
  'stop waiting': stopWaiting,
  weather,
  import: imported,
};
