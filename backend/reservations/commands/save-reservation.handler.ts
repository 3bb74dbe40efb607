import { invalid } from '@domain/broken-rule.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import { decideRegistration } from '@domain/imports/decide-registration.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import type {
  CreateReservation as CreateCommand,
  ReservationCommand,
} from '@domain/reservation/reservation.commands.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type BookingRecord, bookingRecord } from '@wire/booking-record.js';
import { brokenGenderRules, type DecodedSave, NEW_BOOKING } from '@wire/booking-save.js';
import { EventStore } from '../../event-store/event-store.js';
import { streamName } from '../../event-store/event-stream.js';
import { requireKey } from '../../event-store/personal-data.js';
import { type DataRequirement, requireStream, type UnitOfWork } from '../../event-store/unit-of-work.js';
import { csvReservationStream } from '../../imports/csv-reservation.stream.js';
import { Clock } from '../../platform/clock.js';
import { refusal } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { appendDecision, type CommandContext, factsOf, storedReservation } from '../decisions.public.js';
import { requireAdjacentStays, requireImport } from '../reservation.loaders.js';
import { reservationStream } from '../reservation.stream.js';

const CREATED_MESSAGE = '予約が登録されました！';

/** Takes a new reservation (spec 7, POST /api/booking). */
export class CreateReservation extends Command<BookingRecord & { mess: string }> {
  constructor(
    readonly save: DecodedSave,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** What a save needs loaded: the stays around its room and dates, and the imported record that it registers. */
export function requirementsOfSave(save: DecodedSave, id: number | null = null): DataRequirement[] {
  const { draft, csvReservationId, partyOf } = save;
  return [
    requireAdjacentStays({ id, roomId: draft.roomId, from: draft.stayStart, to: draft.stayEnd }),
    ...(id === null ? [] : [requireKey(streamName(reservationStream, id))]),
    ...(csvReservationId ? requireImport(csvReservationId) : []),
    ...(partyOf ? [requireStream(reservationStream, partyOf)] : []),
  ];
}

/** The imported record that a save registers, as a new booking (null) or a change of one; throws the refusal. */
function importToRegister(unit: UnitOfWork, id: number, bookingId: number | null): CsvReservation {
  const record = unit.get(csvReservationStream, id);
  if (!record) {
    throw refusal([invalid('import_unknown', 'csv_reservation_id', '自動登録データが見つかりません。')]);
  }
  const earlier = record.bookingId === null ? null : unit.get(reservationStream, record.bookingId);
  const decision = decideRegistration(record, { bookingId, earlier });
  if (!decision.ok) throw refusal(decision.broken);
  return decision.value;
}

/** The active booking whose party a new one joins; throws the refusal. */
function firstOfParty(unit: UnitOfWork, id: number): Reservation {
  const first = unit.get(reservationStream, id);
  if (first?.status === 'active') return first;
  throw refusal([invalid('party_unknown', 'party_of', '同じグループの予約が見つかりません。')]);
}

function appendRegistration(
  unit: UnitOfWork,
  record: CsvReservation,
  bookingId: number,
  { write }: RequestContext,
): void {
  const event = { type: 'CsvReservationRegistered', data: { bookingId } } as const;
  unit.append(csvReservationStream, record.id, event, write);
}

/** The payment that a changed imported record brings along; null when the source said nothing new of it. */
function importedPayment(
  { paymentFlag, applied }: CsvReservation,
  booking: Reservation,
): ReservationCommand | null {
  if (paymentFlag === applied?.paymentFlag || paymentFlag === booking.paymentFlag) return null;
  return { type: 'record-payment', paymentType: booking.paymentType, paymentFlag, isBySource: true };
}

/** Takes a new reservation within a unit of work; throws the refusal. */
export function createReservation(unit: UnitOfWork, save: DecodedSave, context: CommandContext): Reservation {
  const { request } = context;
  const { csvReservationId } = save;
  const imported = csvReservationId ? importToRegister(unit, csvReservationId, null) : null;
  const draft = { ...NEW_BOOKING, ...save.draft };
  const command: CreateCommand = {
    type: 'create',
    draft: imported ? { ...draft, coupon: imported.coupon } : draft,
    sameAsDayBefore: save.sameAsDayBefore,
    unreadable: [...save.unreadable, ...brokenGenderRules(save.genders, draft)],
    staffId: request.write.staffId,
    paymentFlag: imported?.paymentFlag ?? 0,
    csvReservationId: imported?.id ?? null,
    partyOf: save.partyOf ? firstOfParty(unit, save.partyOf) : undefined,
  };
  const id = unit.nextPosition;
  const decision = decideCreate(command, id, factsOf(unit, context.clock, context.leaving));
  const booking = appendDecision(unit, id, decision, request.write);
  if (imported) appendRegistration(unit, imported, id, request);
  return booking;
}

/** Changes a stored reservation as a save asks for (spec 7, PUT /api/booking/{id}); throws the refusal. */
export function amendReservation(
  unit: UnitOfWork,
  { id, save }: { id: number; save: DecodedSave },
  context: CommandContext,
): Reservation {
  const { request } = context;
  const { draft, csvReservationId } = save;
  const stored = storedReservation(unit, id, request);
  const imported = csvReservationId ? importToRegister(unit, csvReservationId, id) : null;
  const party = { mensCount: stored.mensCount, womensCount: stored.womensCount, ...draft };
  const unreadable = [...save.unreadable, ...brokenGenderRules(save.genders, party)];
  const decide = (command: ReservationCommand, state: Reservation): Reservation => {
    const decision = decideReservation(command, state, factsOf(unit, context.clock, context.leaving));
    return appendDecision(unit, id, decision, request.write);
  };
  const amended = decide({ type: 'amend', draft, sameAsDayBefore: save.sameAsDayBefore, unreadable }, stored);
  if (!imported) return amended;
  const payment = importedPayment(imported, amended);
  const booking = payment ? decide(payment, amended) : amended;
  appendRegistration(unit, imported, id, request);
  return booking;
}

@CommandHandler(CreateReservation)
export class CreateReservationHandler implements ICommandHandler<CreateReservation> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The first night's record with `mess`. */
  execute({ save, request }: CreateReservation): Promise<BookingRecord & { mess: string }> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: requirementsOfSave(save),
      decide: (unit) => {
        const booking = createReservation(unit, save, { request, clock: this.clock });
        return { ...bookingRecord(booking, unit.reference.rooms), mess: CREATED_MESSAGE };
      },
    });
  }
}
