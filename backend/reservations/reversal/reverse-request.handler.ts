import { hash } from 'node:crypto';
import { type BrokenRule, conflict } from '@domain/broken-rule.js';
import type { CardReversal } from '@domain/guest-card/reverse-card.js';
import type { CsvReservationEvent } from '@domain/imports/csv-reservation.js';
import { reverseDismissal } from '@domain/imports/decide-registration.js';
import { occupies } from '@domain/reservation/reservation.js';
import { type BookingReversal, planReversal } from '@domain/reservation/reversal/plan-reversal.js';
import { decideTentativeRestore } from '@domain/room/decide-tentative-stay.js';
import {
  type ClosureReversal,
  planClosures,
  roomsAfter,
  withBookings,
} from '@domain/room/reverse-closures.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { withoutClosure } from '@domain/room/room-directory.js';
import { followBooking } from '@domain/waiting/decide-waiting.js';
import type { WaitingReversal } from '@domain/waiting/reverse-waiting.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { bookingRecord } from '@wire/booking-record.js';
import type { Reversal, ReversalAnswer } from '@wire/reversal.js';
import { encodeRoomClosure } from '@wire/room-closure-record.js';
import { EventStore } from '../../event-store/event-store.js';
import { parseStream } from '../../event-store/event-stream.js';
import type { UnitOfWork } from '../../event-store/unit-of-work.js';
import { Clock } from '../../platform/clock.js';
import { notFound, refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { WriteContext } from '../../platform/write-context.js';
import { csvReservationStream } from '../../streams/csv-reservation.stream.js';
import { guestCardStream } from '../../streams/guest-card.stream.js';
import { reservationStream } from '../../streams/reservation.stream.js';
import { roomClosureStream } from '../../streams/room-closure.stream.js';
import { waitingEntryStream } from '../../streams/waiting-entry.stream.js';
import { factsOf } from '../decisions.public.js';
import { assessLodgingTax } from '../lodging-tax.public.js';
import {
  bookingPasts,
  cardReversals,
  closurePasts,
  heldBefore,
  historyOf,
  type RequestHistory,
  recordPast,
  requireHistory,
  waitingReversals,
} from './request-history.loader.js';
import {
  describeCard,
  describeCardObstacles,
  describeChange,
  describeClosure,
  describeClosureObstacles,
  describeDismissal,
  describeObstacles,
  describeWaiting,
  describeWaitingObstacles,
} from './reversal-texts.js';

/** Reverses what a request of the caller's own did to bookings and closures. */
export class ReverseRequest extends Command<ReversalAnswer> {
  constructor(
    readonly requestId: string,
    readonly asked: { accept: 'all' | 'nearest'; plan?: string | undefined },
    readonly request: Pick<RequestContext, 'write' | 'idempotency'>,
  ) {
    super();
  }
}

const NOT_REVERSIBLE = conflict('not_reversible', null, 'この操作は元に戻せません。');
const ALREADY = conflict('already_reversed', null, 'この操作は既に元に戻されています。');
const OTHER_PLAN = conflict(
  'plan_changed',
  null,
  '状況が変わりました。元に戻す内容をもう一度確認してください。',
);

const DISMISSALS = ['CsvReservationDismissed', 'CsvReservationReopened'];
/** A paper was handed out: it is issued again, never taken back. */
const RECEIPTS = ['ReceiptIssued', 'ReceiptReissued', 'ReturnInvoiceIssued', 'ReturnInvoiceReissued'];
const REVERSIBLE_OF_CLOSURES = [
  ...['RoomClosureStarted', 'RoomClosureChanged', 'RoomClosureEnded'],
  ...['TentativeStayRecorded', 'TentativeStayChanged', 'TentativeStayReleased'],
  ...['TentativeStayBooked', 'TentativeStayRestored'],
];
const REVERSIBLE_OF_RECORDS = ['CsvReservationRegistered', 'AutoRegistrationFailed'];

/** The events that reverse a request, and the same in words. */
type PlannedReversal = {
  bookings: readonly BookingReversal[];
  closures: readonly ClosureReversal[];
  cards: readonly CardReversal[];
  /** The event of an imported record that was dismissed or reopened; null for other requests, or when none is due. */
  dismissal: { id: number; event: CsvReservationEvent } | null;
  preview: Reversal;
  /** Each 仮予約 that the request ended or took up again. */
  tentative: readonly RoomClosure[];
  /** The entries of the waiting list that the request changed without a booking. */
  waiting: readonly WaitingReversal[];
  /** Ids of the entries of the waiting list that it changed: they follow its bookings. */
  waitingFor: readonly number[];
};

const CATEGORIES = [reservationStream.category, guestCardStream.category, waitingEntryStream.category];

function isReversible({ events, isComplete }: RequestHistory): boolean {
  return (
    isComplete &&
    !events.every(({ type }) => RECEIPTS.includes(type)) &&
    events.every(({ stream, type }) => {
      const { category } = parseStream(stream);
      if (category === csvReservationStream.category) return REVERSIBLE_OF_RECORDS.includes(type);
      if (category === roomClosureStream.category) return REVERSIBLE_OF_CLOSURES.includes(type);
      return CATEGORIES.includes(category) && type !== 'PersonalDataErased';
    })
  );
}

/** The same for the same plan, also when midnight passes between preview and request. */
const digestOf = (value: unknown): string =>
  hash(
    'sha256',
    JSON.stringify(value, (key, part) => (key === 'paymentDay' ? undefined : part)),
  ).slice(0, 32);

/** A request that dismisses or reopens an imported record does nothing else. */
function planDismissal(unit: UnitOfWork, history: RequestHistory): PlannedReversal {
  const [id = 0] = history.records.keys();
  const past = recordPast(unit, history, id);
  if (!past) throw refusal([NOT_REVERSIBLE]);
  const event = reverseDismissal(past);
  return {
    bookings: [],
    closures: [],
    cards: [],
    tentative: [],
    waiting: [],
    waitingFor: [],
    dismissal: event === null || event === 'changed' ? null : { id, event },
    preview: {
      request_id: history.request.requestId,
      plan: digestOf([id, event]),
      ...describeDismissal(past.current, event),
    },
  };
}

/** Plans the reversal of a request whose history was loaded; refuses requests that are not reversible at all. */
function planRequest(unit: UnitOfWork, request: WriteContext, clock: Clock): PlannedReversal {
  const history = historyOf(unit, request);
  if (!history) throw notFound('元に戻す操作が見つかりません。');
  if (history.events.some(({ type }) => DISMISSALS.includes(type))) return planDismissal(unit, history);
  if (!isReversible(history)) throw refusal([NOT_REVERSIBLE]);
  const { taken, days } = history;
  const former = planClosures(closurePasts(unit, history));
  const tentative = heldBefore(unit, history);
  const cards = cardReversals(unit, history);
  const waiting = waitingReversals(unit, history, clock.today());
  const facts = factsOf(unit, clock);
  const rooms = tentative.reduce(
    (known, { id }) => withoutClosure(known, id),
    roomsAfter(facts.rooms, former),
  );
  const { obstacles, bookings } = planReversal(bookingPasts(unit, history), {
    ...{ ...facts, rooms },
    isTaken: (room, { start, end }) =>
      days === null || start < days.start || end > days.end || taken.has(room),
  });
  const finals = new Map(facts.neighbours.map((booking) => [booking.id, booking]));
  for (const { id, final } of bookings) finals.set(id, final);
  const closures = withBookings(former, { rooms, bookings: [...finals.values()], now: unit.head.clock });
  const context = {
    reference: unit.reference,
    timezone: clock.timezone,
    now: clock.now(),
    history,
    current: (id: number) => unit.get(reservationStream, id),
  };
  return {
    bookings,
    closures,
    cards,
    tentative,
    waiting,
    waitingFor: waiting.length > 0 ? [] : [...history.waiting.keys()],
    dismissal: null,
    preview: {
      request_id: request.requestId,
      plan: digestOf([
        ...bookings.map(({ id, events }) => [id, events]),
        ...closures.map(({ event }) => event),
        ...cards.map(({ events }) => events),
        ...waiting.map(({ event }) => event),
      ]),
      obstacles: [
        ...describeClosureObstacles(closures, context),
        ...describeCardObstacles(cards),
        ...describeWaitingObstacles(waiting),
        ...describeObstacles(obstacles, context),
      ],
      changes: [
        ...closures.map((one) => describeClosure(one, context)),
        ...cards.map(describeCard),
        ...waiting.map(describeWaiting),
        ...bookings.map((one) => describeChange(one, context)),
      ].filter(({ changes }) => changes.length > 0),
    },
  };
}

function brokenRules(
  { bookings, closures, cards, waiting, dismissal, preview }: PlannedReversal,
  { accept, plan: agreed }: ReverseRequest['asked'],
): BrokenRule[] {
  const obstacles = preview.obstacles.map(({ code, message }) => conflict(code, null, message));
  const isNothing =
    bookings.length === 0 &&
    !dismissal &&
    [...closures, ...waiting].every(({ event }) => event === null) &&
    cards.every(({ events }) => events.length === 0);
  if (isNothing) return obstacles.length > 0 ? obstacles : [ALREADY];
  if (accept === 'all') return obstacles;
  return agreed !== undefined && agreed !== preview.plan ? [OTHER_PLAN] : [];
}

/** Takes a 仮予約 up again whose booking is taken back, unless its moment has come or its nights are gone; the rows of bookings go before. */
function restoreTentative(unit: UnitOfWork, stored: RoomClosure, write: WriteContext): void {
  if (!stored.tentative) return;
  const facts = { rooms: unit.reference.rooms, bookings: unit.all(reservationStream), now: unit.head.clock };
  const restored = decideTentativeRestore(stored.tentative.until, stored, facts);
  for (const event of restored.ok ? restored.value : []) {
    unit.append(roomClosureStream, stored.id, event, write);
  }
}

/** Has an entry of the waiting list wait again whose booking is undone, or be booked again with it. */
function followWaiting(unit: UnitOfWork, id: number, write: WriteContext): void {
  const entry = unit.get(waitingEntryStream, id);
  const booking = entry?.bookingId ? unit.get(reservationStream, entry.bookingId) : null;
  // Another booking has fulfilled it since.
  if (!entry || !booking) return;
  for (const event of followBooking(entry, booking.status === 'active')) {
    unit.append(waitingEntryStream, id, event, write);
  }
}

function append(
  unit: UnitOfWork,
  { bookings, closures, cards, dismissal, tentative, waiting, waitingFor }: PlannedReversal,
  write: WriteContext,
): void {
  const isHeld = ({ final }: ClosureReversal): boolean =>
    !final.isEnded && bookings.some(({ current }) => occupies(current, final.roomNumber, final));
  const appendClosures = (some: readonly ClosureReversal[]): void => {
    for (const { current, event } of some)
      if (event) unit.append(roomClosureStream, current.id, event, write);
  };
  // Master data is written by itself: a night is given back before it is taken.
  appendClosures(closures.filter((one) => !isHeld(one)));
  const [first] = bookings;
  for (const { id, isEnded } of tentative) {
    if (isEnded || !first) continue;
    const booked = { type: 'TentativeStayBooked', data: { bookingId: first.id } } as const;
    unit.append(roomClosureStream, id, booked, write);
  }
  for (const { current, events } of cards)
    for (const event of events) unit.append(guestCardStream, current.id, event, write);
  for (const { current, event } of waiting)
    if (event) unit.append(waitingEntryStream, current.id, event, write);
  if (dismissal) unit.append(csvReservationStream, dismissal.id, dismissal.event, write);
  for (const { id, events } of bookings) {
    for (const event of events) unit.append(reservationStream, id, event, write);
    assessLodgingTax(unit, id, write);
  }
  appendClosures(closures.filter(isHeld));
  for (const { current, recordEvent } of bookings) {
    const { csvReservationId } = current;
    if (recordEvent && csvReservationId)
      unit.append(csvReservationStream, csvReservationId, recordEvent, write);
  }
  for (const stored of first ? tentative : []) if (stored.isEnded) restoreTentative(unit, stored, write);
  for (const id of waitingFor) followWaiting(unit, id, write);
}

@CommandHandler(ReverseRequest)
export class ReverseRequestHandler implements ICommandHandler<ReverseRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The restored bookings and closures; refused with every obstacle when all was asked for and not all can be restored. */
  execute({ requestId, asked, request }: ReverseRequest): Promise<ReversalAnswer> {
    const reversed = { ...request.write, requestId };
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requireHistory(reversed)],
      decide: (unit) => {
        const planned = planRequest(unit, reversed, this.clock);
        const broken = brokenRules(planned, asked);
        if (broken.length > 0) throw refusal(broken);
        append(unit, planned, request.write);
        const restored = planned.bookings.flatMap(({ id }) => unit.get(reservationStream, id) ?? []);
        return {
          request_id: requestId,
          bookings: restored.map((booking) => bookingRecord(booking, unit.reference.rooms)),
          closures: planned.closures.flatMap(({ current: { id }, event }) => {
            const closure = event && unit.get(roomClosureStream, id);
            return closure ? [encodeRoomClosure(closure)] : [];
          }),
        };
      },
    });
  }
}

/** Returns what reversing a request of the caller's own would do now; writes nothing. */
export function previewReversal(store: EventStore, request: WriteContext, clock: Clock): Promise<Reversal> {
  return store.preview({
    requirements: [requireHistory(request)],
    decide: (unit) => planRequest(unit, request, clock).preview,
  });
}
