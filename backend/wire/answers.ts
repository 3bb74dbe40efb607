import { CLEANING_STATES } from '@domain/cleaning/room-cleaning.js';
import { PASSPORT_MEDIA } from '@domain/guest-register/guest-register.js';
import { FAILURE_REASONS } from '@domain/imports/csv-reservation.js';
import {
  CANCELLATION_OCCASIONS,
  CANCELLATION_TAX_RATES,
  FEE_OCCASIONS,
} from '@domain/masters/cancellation-rules.js';
import { PAYMENT_KINDS } from '@domain/masters/masters.js';
import { STAFF_ROLES } from '@domain/masters/staff-role.js';
import { COLUMN_LOOKS } from '@domain/move-in/column-looks.js';
import { PAST_CHOICES } from '@domain/move-in/plan-row.js';
import { CANCEL_REASONS, DEBT_AGES } from '@domain/payment/invoice.js';
import { recordOf } from '@domain/records.js';
import { GRAINS } from '@domain/reports/periods.js';
import { CHARGE_KINDS, TAX_RATES } from '@domain/reservation/money.js';
import { HONORIFICS, PAPER_KINDS, PAPER_LINE_KINDS } from '@domain/reservation/reservation.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { CATEGORIES, SMOKING_STATUSES } from '@domain/room/room-month.js';
import { SETUP_STEPS } from '@domain/setup/setup.js';
import { WAITING_STATUSES } from '@domain/waiting/waiting-entry.js';
import { z } from 'zod';
import { bookingRecordSchema } from './booking-record-schema.js';
import { OCCUPANCIES } from './cleaning.js';
import { COUNT_KEYS } from './count-record.js';
import { ROW_OUTCOMES } from './csv-imports.js';
import { CARD_STAY_STATES } from './guest-card.js';
import { BOOKING_CHANGE_KINDS } from './handover.js';
import { INVOICE_STATES } from './invoice.js';
import { MOVE_IN_OUTCOMES } from './move-in.js';
import { roomRecordSchema } from './room-record.js';
import { weatherRecordSchema } from './weather-record.js';
import { failureShape, STOPS, WEBHOOK_STATES } from './webhooks.js';

/*
 * The schemas of all answers. The server builds its answers from typed records and does not parse them; these schemas
 * describe them in the OpenAPI document, and the tests parse every answer with them.
 */

const int = z.int();
const text = z.string();
const flag = z.literal([0, 1]);
const day = z.iso.date();
/** RFC 3339 in UTC. */
const instant = z.iso.datetime({ offset: true });
const intOrNull = int.nullable();
const textOrNull = text.nullable();
const instantOrNull = instant.nullable();
const dayOrNull = day.nullable();

/** An object that gets a name in the OpenAPI document. */
const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id });
const counts = <Name extends string>(names: readonly Name[]) => recordOf(names, () => int);

/** Body of every error: `error` has all messages, one a line. */
export const errorAnswer = named('Error', {
  error: text.meta({ title: 'すべてのメッセージ（1行に1つ）' }),
  errors: z.array(z.strictObject({ code: text, field: textOrNull, message: text })),
  request_id: text,
});

const bookingShape = bookingRecordSchema.shape;
const booking = named('Booking', bookingShape);
const found = named('FoundBooking', { ...bookingShape, room_number: text });
const deskBooking = named('DeskBooking', {
  ...found.shape,
  room_type: text,
  smoking_status: z.enum(SMOKING_STATUSES),
});
const bookings = z.array(booking);
const savedBooking = named('SavedBooking', { ...bookingShape, mess: text });
const fieldValue = z.union([text, z.number(), z.boolean(), z.null(), z.array(text)]);
const fieldChange = named('FieldChange', {
  field: text,
  before: fieldValue,
  after: fieldValue,
  label: text,
  before_text: text,
  after_text: text,
});
const changes = z.array(fieldChange);
const originShape = {
  position: int,
  type: text,
  label: text,
  recorded_at: instant,
  staff_id: intOrNull,
  staff_name: textOrNull,
  terminal: textOrNull,
};
const formBooking = named('FormBooking', {
  ...bookingShape,
  start_day_edge: dayOrNull,
  end_day_edge: dayOrNull,
  borderRoom: text,
  imported_record_id: intOrNull,
  room_type: text,
  smoking_status: z.enum(SMOKING_STATUSES),
  party: z.array(found),
  in_house: z.strictObject({ id: int, guest_name_1: text }).nullable(),
});
const receipt = named('Receipt', {
  id: int,
  version: int,
  number: intOrNull,
  addressee: text,
  note: text,
  amount: int,
  tax_rate: int,
  tax: int,
  date: day,
  payment_type: intOrNull,
  is_reissue: flag,
  kind: z.enum(PAPER_KINDS),
  honorific: z.enum(HONORIFICS),
  totals: z.array(z.strictObject({ tax_rate: int, amount: int, tax: int })),
  stay: z
    .strictObject({
      stay_start: day,
      stay_end: day,
      room_number: text,
      total_fee: int,
      used_points: int,
      coupon: flag,
      ended: z.enum(CANCELLATION_OCCASIONS).nullable(),
    })
    .nullable(),
  lines: z.array(z.strictObject({ kind: z.enum(PAPER_LINE_KINDS), name: text, amount: int, tax_rate: int })),
  ways: z.array(
    z.strictObject({
      payment_type: intOrNull,
      payment_name: text,
      kind: z.enum(PAYMENT_KINDS),
      amount: int,
    }),
  ),
  has_stamp: flag,
  replaces: intOrNull,
  voids: z.array(int),
  part: z.strictObject({ nights: z.array(day), charges: z.array(int), place: int, of: int }).nullable(),
  refusal: textOrNull,
});
const receiptSplit = named('ReceiptSplit', {
  ...{ id: int, version: int, received: int },
  nights: z.array(z.strictObject({ night: day, amount: int })),
  charges: z.array(
    z.strictObject({ id: int, kind: z.enum(CHARGE_KINDS), name: text, amount: int, tax_rate: int }),
  ),
  guests: z.array(text),
  ...{ addressee: text, honorific: z.enum(HONORIFICS), note: text },
  parts: z.array(receipt),
  ...{ is_current: flag, refusal: textOrNull },
});
const returnInvoice = named('ReturnInvoice', {
  ...{ id: int, refund: int, number: intOrNull, addressee: text, honorific: z.enum(HONORIFICS) },
  ...{ date: day, day },
  stay: z.strictObject({ stay_start: day, stay_end: day, room_number: text }),
  amount: int,
  totals: z.array(z.strictObject({ tax_rate: int, amount: int, tax: int })),
  ...{ is_required: flag, is_reissue: flag, replaces: intOrNull, refusal: textOrNull },
});
const origin = { recorded_at: instant, staff_name: textOrNull, terminal: textOrNull };
const account = named('Account', {
  id: int,
  version: int,
  total_fee: int,
  used_points: int,
  fee: int,
  charges: z.array(
    z.strictObject({
      id: int,
      kind: z.enum(CHARGE_KINDS),
      name: text,
      amount: int,
      tax_rate: int,
      nights: int.optional(),
      cancellation: z.strictObject({ proposed: intOrNull, reason: text }).optional(),
      ...origin,
    }),
  ),
  payments: z.array(
    z.strictObject({
      id: int,
      day,
      ways: z.array(z.strictObject({ payment_type: intOrNull, payment_name: text, amount: int })),
      reason: textOrNull,
      is_reversed: flag,
      ...origin,
    }),
  ),
  lodging_taxes: z.array(
    z.strictObject({
      ...{ start: day, end: day, persons: int, price: int, is_included: flag },
      ...{ levy: text, yen: int, amount: int },
    }),
  ),
  lodging_tax: int,
  lodging_tax_included: int,
  exemption: textOrNull,
  exemptions: z.array(text),
  charged: int,
  prepaid: int,
  is_prepaid: flag,
  taken: int,
  balance: int,
  payment_flag: flag,
});
const paymentWay = { payment_type: intOrNull, payment_name: text };
const paymentTotals = { count: int, taken: int, back: int, sum: int };
const movementShape = {
  position: int,
  recorded_at: instant,
  booking_id: int,
  room_number: text,
  guest_name: text,
  staff_name: textOrNull,
  terminal: textOrNull,
};
const person = { staff_name: textOrNull, terminal: textOrNull };
const dailyPayments = named('DailyPayments', {
  date: day,
  position: int,
  counting_day: day,
  ways: z.array(z.strictObject({ ...paymentWay, ...paymentTotals })),
  total: z.strictObject(paymentTotals),
  rows: z.array(z.strictObject({ ...movementShape, ...paymentWay, amount: int })),
  differences: z.array(z.strictObject({ ...movementShape, before: int, after: int, difference: int })),
  cash: int,
  people: z.array(
    z.strictObject({
      ...{ staff_id: intOrNull, ...person, sum: int },
      ways: z.array(z.strictObject({ ...paymentWay, count: int, sum: int })),
      ...{ receipts: int, receipt_amount: int, statements: int },
      ...{ returns: int, return_amount: int, invoices: int, invoice_amount: int },
    }),
  ),
  close: named('DayClose', {
    ...{ position: int, recorded_at: instant, ...person, float: int, counted: int, cash: int },
    ...{ difference: int, remark: text },
    checkpoint: z.strictObject({ position: int, created_at: instant, key_id: text }).nullable(),
  }).nullable(),
  corrections: z.array(z.strictObject({ ...movementShape, ...paymentWay, amount: int, date: day })),
  last_float: intOrNull,
});
const billedStay = {
  booking_id: int,
  guest_name: text,
  room_number: text,
  stay_start: day,
  stay_end: day,
  nights: int,
  amount: int,
};
const invoice = named('Invoice', {
  ...{ id: int, version: int, number: int, corporate_id: int, company_name: text },
  honorific: z.enum(HONORIFICS),
  ...{ month: day, issued_on: day, due_day: day, amount: int, paid: int, open: int, remark: text },
  state: z.enum(INVOICE_STATES),
  age: z.enum(DEBT_AGES),
  ...{ is_overdue: flag, is_outdated: flag },
  totals: z.array(z.strictObject({ tax_rate: int, amount: int, tax: int })),
  stays: z.array(
    z.strictObject({
      ...billedStay,
      ...{ total_fee: int, used_points: int, deducted: int, paid: int, is_outdated: flag },
      lines: z.array(
        z.strictObject({ kind: z.enum(PAPER_LINE_KINDS), name: text, amount: int, tax_rate: int }),
      ),
    }),
  ),
  payments: z.array(
    z.strictObject({
      ...{ id: int, received_on: day, is_reverted: flag },
      ways: z.array(z.strictObject({ ...paymentWay, amount: int })),
    }),
  ),
  ...{ replaces: intOrNull, replaced_by: intOrNull, reissues: int },
  cancel_reason: z.enum(CANCEL_REASONS).nullable(),
});
const invoiceWritten = named('InvoiceWritten', { id: int, version: int, number: int });
const receivables = named('Receivables', {
  today: day,
  month: day,
  companies: z.array(
    z.strictObject({
      ...{ corporate_id: int, company_name: text, waiting: int, waiting_amount: int, open_invoices: int },
      ...counts(DEBT_AGES),
      ...{ overdue: int, billed: int, sum: int },
    }),
  ),
  ended: z.array(
    z.strictObject({
      ...{ booking_id: int, guest_name: text, room_number: text, stay_start: day, stay_end: day },
      ...{ ended: z.enum(CANCELLATION_OCCASIONS), since: day, age: z.enum(DEBT_AGES), amount: int },
    }),
  ),
  ended_sums: z.strictObject({ ...counts(DEBT_AGES), count: int, sum: int }),
});
const companyReceivables = named('CompanyReceivables', {
  ...{ today: day, month: day, corporate_id: int, company_name: text },
  waiting: z.array(
    z.strictObject({ ...billedStay, cost: int, is_cancelled: flag, no_show: flag, checkin_date: dayOrNull }),
  ),
  invoices: z.array(invoice),
});
const openCancellationFee = named('OpenCancellationFee', {
  ...{ booking_id: int, guest_name: text, room_number: text, stay_start: day, stay_end: day },
  ...{ booking_source: text, cancelled_on: day, total_fee: int, amount: int, rule_name: text },
  tax_rate: z.literal(CANCELLATION_TAX_RATES),
});
const proposedRoom = named('ProposedRoom', {
  room_number: text,
  room_id: int,
  stay_start: day,
  stay_end: day,
});
const freeRoom = z.strictObject({
  room_number: text,
  room_id: int,
  stay_start: day,
  stay_end: day,
  room_type: text,
  smoking_status: z.enum(SMOKING_STATUSES),
  suits: flag,
});
const proposedMove = z.strictObject({
  id: int,
  version: int,
  guest_name_1: text,
  from_room: text,
  to: proposedRoom,
});
const page = (of: z.ZodType) => z.strictObject({ bookings: z.array(of), more: int, next: text });

const writtenShape = {
  staff_id: intOrNull,
  staff_name: textOrNull,
  terminal: textOrNull,
  recorded_at: instant,
};
const noteShape = { id: int, version: int, date: day, text, is_done: flag, is_removed: flag };
const note = named('Note', noteShape);
const written = z.strictObject(writtenShape);
const listedNote = named('ListedNote', { ...noteShape, written, changed: written });
const cleaningShape = {
  room_number: text,
  version: int,
  state: z.enum(CLEANING_STATES).nullable(),
  remark: text,
};
const cleaningContent = named('Cleaning', cleaningShape);
const cleaningRoom = named('CleaningRoom', {
  ...cleaningShape,
  since: instantOrNull,
  room_type: text,
  occupancy: z.enum(OCCUPANCIES),
  until: dayOrNull,
  guests: int,
  arrival: textOrNull,
  arriving_guests: int,
  closure: z.strictObject({ reason: text, end_date: day }).nullable(),
});
const cleaningList = named('CleaningList', { is_managed: flag, today: day, rooms: z.array(cleaningRoom) });
const missingOfGuest = z.array(z.strictObject({ number: int, missing: z.array(text) }));
const registerTexts = {
  number: int,
  name: text,
  address: text,
  contact: text,
  occupation: text,
  lives_abroad: flag,
  nationality: text,
  passport_number: text,
  missing: z.array(text),
};
const registerEntry = named('RegisterEntry', {
  id: int,
  version: int,
  ...registerTexts,
  passport: z.strictObject({ sha256: text, media_type: z.enum(PASSPORT_MEDIA), bytes: int }).nullable(),
});
const stayRegister = named('StayRegister', {
  booking_id: int,
  guests: int,
  is_erased: flag,
  kept_until: dayOrNull,
  entries: z.array(registerEntry),
  proposed: z.array(z.strictObject({ number: int, name: text, contact: text })),
  missing: missingOfGuest,
});
const incompleteRegister = named('IncompleteRegister', {
  booking_id: int,
  room_number: text,
  guest_name: text,
  stay_start: day,
  stay_end: day,
  guests: int,
  missing: missingOfGuest,
});
const registerList = named('RegisterList', {
  start_date: day,
  end_date: day,
  rows: z.array(
    z.strictObject({
      booking_id: int,
      room_number: text,
      arrival: day,
      departure: day,
      ...registerTexts,
      has_passport: flag,
    }),
  ),
});
const registerWritten = named('RegisterWritten', { id: int, version: int, missing: z.array(text) });
const cardStayShape = {
  booking_id: int,
  stay_id: int,
  guest_name: text,
  tel: text,
  room_number: text,
  stay_start: day,
  stay_end: day,
  total_fee: int,
  company: text,
  state: z.enum(CARD_STAY_STATES),
};
const cardStay = named('CardStay', cardStayShape);
const guestCard = named('GuestCard', {
  booking_id: int,
  card_id: int.nullable(),
  version: int,
  wishes: text,
  matters: z.array(text),
  is_of_candidates: flag,
  stay_count: int,
  nights: int,
  first_day: dayOrNull,
  last: z
    .strictObject({ booking_id: int, stay_start: day, stay_end: day, room_number: text, total_fee: int })
    .nullable(),
  company: text.nullable(),
  no_shows: int,
  cancelled: int,
  is_blacklisted: flag,
  stays: z.array(cardStay),
  candidates: z.array(named('CardCandidate', { ...cardStayShape, card_id: int.nullable() })),
});
const cardWritten = named('CardWritten', { id: int, version: int });
const handover = named('Handover', { ...writtenShape, id: int, up_to: int, memo: text });
const momentShape = {
  position: int,
  recorded_at: instantOrNull,
  head: int,
  head_recorded_at: instantOrNull,
};
const importShape = {
  ...counts(ROW_OUTCOMES),
  id: int,
  file_name: text,
  dry_run: flag,
  status: z.enum(['running', 'done', 'failed']),
  failure: textOrNull,
  rows: int,
  done: int,
  terminal: textOrNull,
  received_at: instant,
  finished_at: instantOrNull,
};
const importSummary = named('Import', importShape);
const reason = z.enum(FAILURE_REASONS).nullable();
const resultShape = {
  outcome: z.enum(ROW_OUTCOMES),
  reason,
  detail: text,
  csv_reservation_id: intOrNull,
  booking_id: intOrNull,
};
const importReport = named('ImportReport', {
  ...importShape,
  results: z.array(
    z.strictObject({
      ...resultShape,
      line: int,
      booking_number: text,
      warnings: z.array(text),
      reservation: z
        .strictObject({
          guest_name_1: text,
          stay_start: dayOrNull,
          stay_end: dayOrNull,
          room_symbol: text,
          room_name: text,
        })
        .nullable(),
      rooms: z.array(z.strictObject({ ...resultShape, room_index: int })),
      text: textOrNull,
    }),
  ),
});
const handoverChanges = named('HandoverChanges', {
  ...momentShape,
  mine: handover.nullable(),
  handovers: z.array(handover),
  people: z.array(
    z.strictObject({
      staff_id: intOrNull,
      staff_name: textOrNull,
      terminals: z.array(text),
      is_me: z.boolean(),
      bookings: z.array(
        z.strictObject({
          booking_id: int,
          acts: z.array(z.enum(BOOKING_CHANGE_KINDS)),
          room_number: text,
          guest_name: text,
          stay_start: day,
          stay_end: day,
          is_cancelled: flag,
          changes,
          position: int,
          recorded_at: instant,
        }),
      ),
      others: z.array(z.strictObject({ label: text, count: int })),
    }),
  ),
  imports: z.array(importSummary),
  is_cut: z.boolean(),
});

const share = z.number().nullable();
const salesShape = { rooms: int, nights: int, outside: int, revenue: int };
const ratesShape = { occupancy: share, adr: intOrNull, revpar: intOrNull };
const sales = z.strictObject(salesShape);
const figuresShape = {
  ...salesShape,
  ...ratesShape,
  arrivals: int,
  cancelled: int,
  cancellation_fees: int,
  lead: int,
  cancellation: share,
  notice: share,
};
const reportCategory = z.enum([...CATEGORIES, 'outside']);
const report = named('Report', {
  start_date: day,
  end_date: day,
  by: z.enum(GRAINS),
  total: z.strictObject({ ...figuresShape, median_lead: share }),
  slices: z.array(
    z.strictObject({
      ...figuresShape,
      first: day,
      last: day,
      categories: z.partialRecord(reportCategory, sales),
      sources: z.record(text, sales),
    }),
  ),
  categories: z.array(z.strictObject({ ...salesShape, ...ratesShape, category: reportCategory })),
  sources: z.array(z.strictObject({ ...figuresShape, source: text })),
  leads: z.array(z.strictObject({ from: int, to: intOrNull, stays: int })),
});

const importedShape = {
  ...bookingShape,
  date: dayOrNull,
  stay_start: dayOrNull,
  stay_end: dayOrNull,
  paymentStatus: text,
  site: text,
  room_index: int,
  kind: text,
  revision: text,
  room_symbol: text,
  room_name: text,
  smoking_status: z.enum(SMOKING_STATUSES),
  status: z.enum(['failed', 'registered', 'cancelled', 'dismissed']),
  reason,
  detail: text,
  dismissed_reason: textOrNull,
  warnings: z.array(text),
  booking_id: intOrNull,
  is_returned: flag,
  updated_at: instant,
  file: z.strictObject({ name: text, line: int }).nullable(),
  duplicates: z.array(
    z.strictObject({
      csv_reservation_id: intOrNull,
      booking_id: intOrNull,
      site: text,
      booking_number: text,
    }),
  ),
  rooms: int,
};
const imported = named('ImportedRecord', importedShape);
const formImported = named('FormImportedRecord', {
  ...importedShape,
  group: z.array(int),
  start_day_edge: dayOrNull,
  end_day_edge: dayOrNull,
  borderRoom: textOrNull,
  booking_version: intOrNull,
});
const mapping = named('RoomTypeMapping', {
  id: int,
  version: int,
  room_type: text,
  categories: z.array(z.enum(CATEGORIES)),
});

const roomShape = roomRecordSchema.shape;
const room = named('RoomMonth', roomShape);
const managedRoom = named('ManagedRoomMonth', { ...roomShape, version: int, booked_nights: int });
const roomsChanged = named('RoomMonthsChanged', { created: int, changed: int, unchanged: int });

/** A master record as its writes answer it, and as its list does: without `version` and `is_retired` unless `all=1`. */
const master = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => {
  const managed = { version: int, is_retired: flag };
  const one = named(`Managed${id}`, { ...shape, ...managed });
  return { one, list: z.array(z.union([named(id, shape), one])) };
};
const corporate = master('Corporate', { id: int, corporate_short_name: text, corporate_flag: flag });
const payment = master('PaymentWay', {
  id: int,
  payment_name: text,
  kind: z.enum(PAYMENT_KINDS),
  is_invoice: flag,
});
const blacklist = master('BlacklistEntry', { id: int, guest_name: text, tel: textOrNull });
const prepaidWord = master('PrepaidWord', { id: int, word: text });
const bracketShape = { from: int, yen: intOrNull, rate: intOrNull };
const lodgingTaxRuleFields = {
  id: int,
  version: int,
  is_retired: flag,
  name: text,
  first_day: day,
  counts_from: day,
  is_included: flag,
  levies: z.array(z.strictObject({ name: text, brackets: z.array(z.strictObject(bracketShape)) })),
  exemptions: z.array(text),
};
const lodgingTaxRule = named('LodgingTaxRule', lodgingTaxRuleFields);
const changedLodgingTaxRule = named('ChangedLodgingTaxRule', { ...lodgingTaxRuleFields, bookings: int });
const lodgingTaxMonth = named('LodgingTaxMonth', {
  month: day,
  is_open: flag,
  rows: z.array(z.strictObject({ levy: text, ...bracketShape, until: intOrNull, nights: int, tax: int })),
  exempt: z.array(z.strictObject({ exemption: text, nights: int })),
  levies: z.array(z.strictObject({ levy: text, nights: int, tax: int })),
  nights: int,
  exempt_nights: int,
  tax: int,
});
const cancellationRule = master('CancellationRule', {
  id: int,
  name: text,
  booking_source: z.enum(['', ...BOOKING_SOURCES]),
  occasion: z.enum(FEE_OCCASIONS),
  days_from: int,
  days_to: intOrNull,
  percent: int,
  minimum: int,
  tax_rate: z.literal(CANCELLATION_TAX_RATES),
});
const chargeItem = master('ChargeItem', {
  id: int,
  name: text,
  kind: z.enum(CHARGE_KINDS),
  tax_rate: z.literal(TAX_RATES),
});
const roomClosure = named('RoomClosure', {
  id: int,
  version: int,
  room_number: text,
  start_date: day,
  end_date: day,
  reason: text,
  is_ended: flag,
  staff_id: intOrNull,
  tentative: z
    .strictObject({ guest_name: text, tel: text, remark: text, until: z.iso.datetime({ offset: true }) })
    .optional(),
});
const waiting = {
  ...{ id: int, version: int, guest_name: text, tel: text, remark: text, stay_start: day, stay_end: day },
  ...{ mens_count: int, womens_count: int, smoking_status: z.enum(SMOKING_STATUSES), corporateID: int },
  ...{ status: z.enum(WAITING_STATUSES), booking_id: intOrNull, staff_id: intOrNull },
};
const waitingContent = named('WaitingContent', waiting);
const waitingRecord = named('WaitingRecord', {
  ...waiting,
  since: z.iso.datetime(),
  staff_name: text,
  rooms: z.array(proposedRoom),
  fewest_moves: intOrNull,
});
const staff = named('Staff', {
  id: int,
  version: int,
  is_retired: flag,
  name: text,
  role: z.enum(STAFF_ROLES),
  login_name: textOrNull,
  can_sign_in: flag,
});
const serviceAccount = named('ServiceAccount', {
  id: int,
  version: int,
  is_retired: flag,
  name: text,
  ...{ bookings: flag, rooms: flag, imports: flag, events: flag, personal: flag },
  keys: z.array(z.strictObject({ key: text, until: textOrNull, last_used_at: textOrNull })),
});
const icalAddress = named('IcalAddress', {
  id: int,
  version: int,
  is_retired: flag,
  name: text,
  room_number: textOrNull,
  shows_names: flag,
  address: z.strictObject({ secret: text, last_used_at: textOrNull }).nullable(),
});
const feedEvent = named('FeedEvent', {
  position: int,
  hash: text,
  stream: text,
  version: int,
  type: text,
  schema_version: int,
  recorded_at: text,
  staff_id: intOrNull,
  terminal: textOrNull,
  request_id: textOrNull,
  data: z.record(text, z.unknown()).nullable(),
  withheld: z.array(text),
});

const webhook = named('Webhook', {
  id: int,
  version: int,
  is_retired: flag,
  ...{ name: text, url: text },
  ...{ bookings: flag, rooms: flag, imports: flag, events: flag, personal: flag },
  secrets: z.array(z.strictObject({ until: textOrNull })),
  delivery: z.strictObject({
    state: z.enum(WEBHOOK_STATES),
    stop: z.enum(STOPS).nullable(),
    ...{ position: int, behind: int, waiting: int, dead: int },
    ...{ delivered_at: textOrNull, failed_at: textOrNull },
    failure: failureShape.nullable(),
    failure_status: int.nullable(),
  }),
});
const deadLetter = named('DeadLetter', {
  ...{ position: int, type: text, stream: text, attempts: int, given_up_at: instant },
  failure: failureShape.nullable(),
  failure_status: int.nullable(),
});

const setup = named('Setup', {
  is_preparing: flag,
  opened_on: dayOrNull,
  steps: z.array(z.strictObject({ step: z.enum(SETUP_STEPS), state: z.enum(['done', 'skipped', 'open']) })),
  next: z.enum(SETUP_STEPS).nullable(),
  rooms: int,
  rooms_until: dayOrNull,
  payments: int,
  corporates: int,
  staff: int,
  bookings: int,
});
const comparedDay = named('ComparedDay', {
  date: day,
  rooms: int,
  nights: int,
  old_rooms: intOrNull,
  old_nights: intOrNull,
});

const moveInShape = {
  ...counts(MOVE_IN_OUTCOMES),
  id: int,
  file_name: text,
  rows: int,
  moved: int,
  system: text,
  past: z.enum(PAST_CHOICES),
  run: int,
  status: z.enum(['idle', 'running']),
  failure: textOrNull,
  dry_run: flag,
  takes_back: flag,
  total: int,
  done: int,
  terminal: textOrNull,
  received_at: instant,
  finished_at: instantOrNull,
};
const cells = z.array(text);
const moveIn = named('MoveIn', moveInShape);
const moveInFile = named('MoveInFile', {
  ...moveInShape,
  header: cells,
  header_line: int,
  mapping: cells,
  looks: z.array(z.enum(COLUMN_LOOKS).nullable()),
  money: z.strictObject({ new: int, existing: int, skipped: int, failed: int, booked: intOrNull }).nullable(),
  is_remembered: flag,
  sample: z.array(z.strictObject({ line: int, cells })),
});
const moveInBooking = z.strictObject({
  rooms: z.array(text),
  guest: text,
  stay_start: day,
  stay_end: day,
  mens_count: intOrNull,
  womens_count: intOrNull,
  total_fee: intOrNull,
  paid: flag.nullable(),
  payment: textOrNull,
  notes: text,
});
const moveInRow = z.strictObject({
  outcome: z.enum(MOVE_IN_OUTCOMES),
  booking_id: intOrNull,
  further_booking_ids: z.array(int),
  fee: intOrNull,
  booking: moveInBooking.nullable(),
  changes: z.array(z.strictObject({ label: text, before: text, after: text })),
  faults: z.array(z.strictObject({ code: text, column: intOrNull, message: text })),
  warnings: z.array(text),
  line: int,
  cells: cells.nullable(),
});

const eventPage = named('EventPage', {
  events: z.array(
    named('Event', {
      ...originShape,
      stream: text,
      version: int,
      schema_version: int,
      request_id: textOrNull,
      subject: text,
      booking_id: intOrNull,
      booking_number: textOrNull,
      changes,
      payload: z.record(text, z.unknown()),
      stored: text,
      hash: text,
    }),
  ),
  next: intOrNull,
  head: int,
});
const checkpoint = named('Checkpoint', {
  log_id: text,
  position: int,
  hash: text,
  created_at: instant,
  key_id: text,
  number: int.optional(),
  previous: textOrNull.optional(),
  signature: text,
});
const bookingChange = z.strictObject({
  kind: z.enum(['added', 'cancelled', 'moved', 'changed']),
  booking_id: int,
  before: booking.nullable(),
  after: booking,
  before_room: textOrNull,
  after_room: text,
  changes,
  events: z.array(z.strictObject(originShape)),
});
const erasure = named('ErasurePreview', {
  today: day,
  reason_required: z.boolean(),
  records: z.array(
    z.strictObject({
      kind: z.enum(['booking', 'csv-reservation', 'tentative-stay', 'waiting-entry']),
      id: int,
      booking_number: text,
      room_number: textOrNull,
      guest_name: text,
      stay_start: dayOrNull,
      stay_end: dayOrNull,
      is_cancelled: flag,
      retained_until: dayOrNull,
      obstacle: textOrNull,
    }),
  ),
  is_blacklisted: z.boolean(),
  register_kept_until: dayOrNull,
  has_card: z.boolean(),
});
const erased = named('Erased', {
  booking_ids: z.array(int),
  csv_reservation_ids: z.array(int),
  tentative_stay_ids: z.array(int),
  waiting_entry_ids: z.array(int),
});
const session = named('Session', {
  mode: z.enum(['off', 'session']),
  staff: z.strictObject({ id: int, name: text, role: z.enum(STAFF_ROLES) }).nullable(),
  expires_at: instantOrNull,
});
const profileShape = {
  version: int,
  name: text,
  short_name: text,
  address: text,
  phone: text,
  email: text,
  registration_number: text,
  receipt_note: text,
  bank_account: text,
  tax_rate: int,
  check_in_time: text,
  check_out_time: text,
  timezone: text,
  day_turns_at: text,
  manages_cleaning: flag,
  asks_occupation: flag,
  shows_card_prices: flag,
};
const weather = weatherRecordSchema.meta({ id: 'Weather' });

/** The schema of a route's answer; a media type for one that is not JSON, null for one without a body. */
export const ANSWERS: Readonly<Record<string, z.ZodType | string | null>> = {
  'GET /api/bookings': bookings,
  'GET /api/booking/:id': booking,
  'GET /api/booking/:id/history': z.strictObject({
    events: z.array(z.strictObject({ ...originShape, version: int, changes })),
  }),
  'GET /api/fetch-reservation-data/:id': formBooking,
  'POST /api/booking': savedBooking,
  'PUT /api/booking/:id': booking,
  'PUT /api/booking/:id/cancel': booking,
  'PUT /api/booking/:id/return-temairazu': z.strictObject({ response: z.boolean(), error: text }),
  'POST /api/booking/:id/check-in': booking,
  'DELETE /api/booking/:id/check-in': booking,
  'POST /api/booking/:id/check-out': booking,
  'DELETE /api/booking/:id/check-out': booking,
  'POST /api/booking/:id/extend': booking,
  'POST /api/booking/:id/leave-early': booking,
  'POST /api/booking/:id/move-from': booking,
  'POST /api/booking/:id/no-show': booking,
  'DELETE /api/booking/:id/no-show': booking,
  'POST /api/booking/:id/cancellation-fee': booking,
  'GET /api/cancellation-fees': z.array(openCancellationFee),
  'POST /api/booking/:id/payment': booking,
  'GET /api/booking/:id/account': account,
  'POST /api/booking/:id/charges': booking,
  'POST /api/booking/:id/lodging-tax': booking,
  'POST /api/booking/:id/payments': booking,
  'POST /api/booking/:id/refunds': booking,
  'GET /api/booking/:id/receipt': receipt,
  'POST /api/booking/:id/receipt': receipt,
  'GET /api/booking/:id/receipt-parts': receiptSplit,
  'POST /api/booking/:id/receipt-parts': z.strictObject({ parts: z.array(receipt) }),
  'GET /api/booking/:id/return-invoice': returnInvoice,
  'POST /api/booking/:id/return-invoice': returnInvoice,
  'GET /api/daily-payments': dailyPayments,
  'GET /api/daily-payments.csv': 'text/csv',
  'POST /api/daily-payments/close': z.strictObject({ date: day, position: int, difference: int }),
  'GET /api/receivables': receivables,
  'GET /api/receivables.csv': 'text/csv',
  'GET /api/receivables/:id': companyReceivables,
  'GET /api/invoices/:id': invoice,
  'POST /api/invoices': invoiceWritten,
  'POST /api/invoices/:id/replacement': invoiceWritten,
  'POST /api/invoices/:id/payments': invoiceWritten,
  'POST /api/invoices/:id/reversals': invoiceWritten,
  'POST /api/invoices/:id/reissue': invoiceWritten,
  'POST /api/invoices/:id/cancel': invoiceWritten,
  'POST /api/booking-batch': z.strictObject({ bookings }),
  'GET /api/booking-search': z.array(found),
  'GET /api/returning-guests': z.array(
    named('ReturningGuest', {
      booking: found,
      smoking_status: z.enum(SMOKING_STATUSES).nullable(),
      stays: int,
      is_blacklisted: flag,
      wishes: z.array(text),
    }),
  ),
  'GET /api/room-proposals': z.strictObject({
    rooms: z.array(freeRoom),
    moves: z.array(z.strictObject({ room: proposedRoom, moves: z.array(proposedMove) })),
    splits: z.array(z.strictObject({ parts: z.array(proposedRoom).length(2) })),
  }),
  'GET /api/room-closures': z.array(roomClosure),
  'GET /api/room-closures/proposals': z.strictObject({
    bookings: z.array(z.strictObject({ id: int, guest_name_1: text, stay_start: day, stay_end: day })),
    moves: z.array(proposedMove).nullable(),
  }),
  'POST /api/room-closures': roomClosure,
  'PUT /api/room-closures/:id': roomClosure,
  'DELETE /api/room-closures/:id': roomClosure,
  'POST /api/reversals': z.strictObject({ request_id: text, bookings, closures: z.array(roomClosure) }),
  'GET /api/tentative-stays': z.array(roomClosure),
  'POST /api/tentative-stays': roomClosure,
  'PUT /api/tentative-stays/:id': roomClosure,
  'DELETE /api/tentative-stays/:id': roomClosure,
  'POST /api/tentative-stays/:id/restore': roomClosure,
  'GET /api/waiting-list': z.array(waitingRecord),
  'POST /api/waiting-list': waitingContent,
  'PUT /api/waiting-list/:id': waitingContent,
  'DELETE /api/waiting-list/:id': waitingContent,
  'POST /api/waiting-list/:id/restore': waitingContent,
  'GET /api/reversals/:request_id': z.strictObject({
    request_id: text,
    plan: text,
    obstacles: z.array(z.strictObject({ booking_id: intOrNull, code: text, message: text })),
    changes: z.array(z.strictObject({ booking_id: intOrNull, subject: text, changes: z.array(text) })),
  }),
  'GET /api/booking_type_diff': z.record(day, named('DailyCounts', counts(COUNT_KEYS))),
  'GET /api/weather': z.array(weather),
  'POST /api/weather': weather,
  'PUT /api/weather/:id': weather,
  'POST /api/weather/holiday': weather,
  'POST /api/weather/holidays': z.strictObject({ added: int }),
  'PUT /api/weather/:id/holiday': weather,
  'GET /api/front-desk': z.union([bookings, z.array(deskBooking)]),
  'GET /api/front-desk/invoices': page(deskBooking),
  'GET /api/front-desk/room-changes': z.array(
    named('RoomChange', {
      position: int,
      recorded_at: instant,
      staff_name: textOrNull,
      terminal: textOrNull,
      booking_id: int,
      guest_name: text,
      stay_start: day,
      stay_end: day,
      from_room: text,
      to_room: text,
    }),
  ),
  'GET /api/front-desk/unpaid': page(booking),
  'GET /api/handover': handoverChanges,
  'GET /api/handover/unread': z.strictObject({ since: intOrNull, count: int, head: int }),
  'POST /api/handover': z.strictObject({ id: int, up_to: int }),
  'GET /api/cleaning': cleaningList,
  'PUT /api/cleaning/state': cleaningContent,
  'PUT /api/cleaning/remark': cleaningContent,
  'GET /api/guest-register': z.array(stayRegister),
  'GET /api/guest-register/incomplete': z.array(incompleteRegister),
  'PUT /api/guest-register/:booking/:number': registerWritten,
  'POST /api/guest-register/:booking/:number/passport': registerWritten,
  'GET /api/guest-register/:booking/:number/passport': 'application/octet-stream',
  'POST /api/guest-register/list': registerList,
  'POST /api/guest-register/list.csv': 'text/csv',
  'GET /api/guest-cards/:booking': guestCard,
  'POST /api/guest-cards/:booking/joined': cardWritten,
  'POST /api/guest-cards/:booking/split': cardWritten,
  'PUT /api/guest-cards/:booking/wishes': cardWritten,
  'GET /api/handover-notes': z.array(listedNote),
  'POST /api/handover-notes': note,
  'PUT /api/handover-notes/:id': note,
  'PUT /api/handover-notes/:id/done': note,
  'DELETE /api/handover-notes/:id': note,
  'GET /api/reports': report,
  'GET /api/reports.csv': 'text/csv',
  'POST /api/csv-imports': importReport,
  'POST /api/csv-imports/rows': importReport,
  'GET /api/csv-imports': z.array(importSummary),
  'GET /api/csv-imports/:id': importReport,
  'GET /api/csv-imports/:id/failed.csv': 'text/csv',
  'GET /api/csv-reservations': z.array(imported),
  'GET /api/fetch-csv-reservation-data/:id': formImported,
  'GET /api/csv-reservations/:id/rooms': z.strictObject({
    rooms: z.array(room),
    of_type: int,
    empty_because: textOrNull,
  }),
  'POST /api/csv-reservations/retry': z.strictObject({
    retried: int,
    registered: int,
    failed: int,
    next: intOrNull,
  }),
  'POST /api/csv-reservations/:id/retry': z.strictObject({
    outcome: importedShape.status,
    reason,
    detail: text,
    booking_id: intOrNull,
  }),
  'PUT /api/csv-reservations/:id/dismissed': z.strictObject({
    id: int,
    version: int,
    status: importedShape.status,
  }),
  'GET /api/room-type-mappings': z.strictObject({
    mappings: z.array(mapping),
    unmapped: z.array(z.strictObject({ room_symbol: text, room_name: text, count: int })),
  }),
  'POST /api/room-type-mappings': mapping,
  'PUT /api/room-type-mappings/:id': mapping,
  'GET /api/rooms': z.array(room),
  'GET /api/room-months': z.array(managedRoom),
  'PUT /api/room-months': roomsChanged,
  'POST /api/room-months': roomsChanged,
  'POST /api/room-months/copy': roomsChanged,
  'PUT /api/room-months/order': roomsChanged,
  'POST /api/room-months/plan': roomsChanged,
  'GET /api/room-months.csv': 'text/csv',
  'POST /api/room-months/csv': roomsChanged,
  ...ofMaster('corporate_master', corporate),
  ...ofMaster('payment_master', payment),
  ...ofMaster('blacklist', blacklist),
  ...ofMaster('prepaid_words', prepaidWord),
  'GET /api/lodging-tax/rules': z.array(lodgingTaxRule),
  'POST /api/lodging-tax/rules': changedLodgingTaxRule,
  'PUT /api/lodging-tax/rules/:id': changedLodgingTaxRule,
  'PUT /api/lodging-tax/rules/:id/retired': changedLodgingTaxRule,
  'GET /api/lodging-tax/month': lodgingTaxMonth,
  'GET /api/lodging-tax/month.csv': 'text/csv',
  ...ofMaster('cancellation_rules', cancellationRule),
  ...ofMaster('charge_items', chargeItem),
  ...ofMaster('staff', { one: staff, list: z.array(staff) }),
  ...ofMaster('service-accounts', { one: serviceAccount, list: z.array(serviceAccount) }),
  'POST /api/service-accounts/:id/key': z.strictObject({ key: text, former_until: textOrNull }),
  ...ofMaster('webhooks', { one: webhook, list: z.array(webhook) }),
  'POST /api/webhooks/:id/secret': z.strictObject({ secret: text, former_until: textOrNull }),
  'POST /api/webhooks/:id/replay': webhook,
  'GET /api/webhooks/:id/dead-letters': z.strictObject({ letters: z.array(deadLetter), total: int }),
  'POST /api/webhooks/:id/dead-letters/again': z.strictObject({ again: int }),
  ...ofMaster('ical-addresses', { one: icalAddress, list: z.array(icalAddress) }),
  'POST /api/ical-addresses/:id/address': z.strictObject({ path: text }),
  'GET /api/ical/:file': 'text/calendar',
  'GET /api/staff/:id': z.strictObject({ name: text }),
  'POST /api/staff/:id/one-time-code': z.strictObject({ code: text, expires_at: instant }),
  'GET /api/setup': setup,
  'GET /api/setup/comparison': z.array(comparedDay),
  'POST /api/setup/begun': setup,
  'PUT /api/setup/skipped': setup,
  'PUT /api/setup/old-figures': setup,
  'POST /api/setup/opened': setup,
  'POST /api/setup/usual-payments': z.strictObject({ added: int }),
  'POST /api/move-in/files': moveInFile,
  'GET /api/move-in/files': z.array(moveIn),
  'GET /api/move-in/files/:id': moveInFile,
  'POST /api/move-in/files/:id/runs': z.strictObject({ id: int, run: int }),
  'POST /api/move-in/files/:id/take-back': z.strictObject({ id: int, run: int }),
  'GET /api/move-in/files/:id/rows': z.strictObject({ rows: z.array(moveInRow), next: intOrNull }),
  'GET /api/move-in/files/:id/reasons': z.array(z.strictObject({ code: text, message: text, rows: int })),
  'GET /api/move-in/files/:id/failed.csv': 'text/csv',
  'GET /api/move-in/export.zip': 'application/zip',
  'GET /api/events': eventPage,
  'GET /api/feed': z.strictObject({ log_id: text, events: z.array(feedEvent), next: int, head: int }),
  'GET /api/log/moment': z.strictObject(momentShape),
  'GET /api/booking-changes': z.strictObject({ ...momentShape, changes: z.array(bookingChange) }),
  'GET /api/checkpoints': z.strictObject({
    folder: text,
    key_id: text,
    every_minutes: int,
    checkpoints: z.array(checkpoint),
    unreadable_lines: int,
    trouble: textOrNull,
  }),
  'POST /api/checkpoints': checkpoint,
  'GET /api/evidence-package': 'application/zip',
  'GET /api/booking/:id/erasure': erasure,
  'POST /api/booking/:id/erasure': erased,
  'GET /api/csv-reservations/:id/erasure': erasure,
  'POST /api/csv-reservations/:id/erasure': erased,
  'GET /api/tentative-stays/:id/erasure': erasure,
  'POST /api/tentative-stays/:id/erasure': erased,
  'GET /api/waiting-list/:id/erasure': erasure,
  'POST /api/waiting-list/:id/erasure': erased,
  'GET /api/session': session,
  'POST /api/session': session,
  'PUT /api/session': session,
  'DELETE /api/session': null,
  'GET /api/hotel': named('Hotel', {
    ...profileShape,
    today: day,
    log_id: text,
    position: int,
    hash: text,
    auto_registration_failed: int,
    auto_registration_today: int,
    is_preparing: flag,
    rooms: int,
  }),
  'PUT /api/hotel': named('HotelProfile', profileShape),
  'POST /api/screen-errors': null,
  'GET /api/docs': 'text/html',
  'GET /api/openapi.json': z.record(text, z.unknown()),
  'GET /health/live': z.strictObject({ status: z.literal('ok'), version: text, build: text }),
  'GET /health/ready': z.looseObject({
    status: z.literal('ok'),
    version: text,
    build: text,
    parts: z.record(text, text),
  }),
  'GET /metrics': 'text/plain',
};

/** The records that the live protocol sends as well. */
export const LIVE_RECORDS = {
  booking,
  imported,
  importSummary,
  moveIn,
  note: listedNote,
  room,
  roomClosure,
  weather,
};

/** Statuses of success that are not those of Nest: an import that goes on is accepted (202). */
export const STATUSES: Readonly<Record<string, readonly number[]>> = {
  'POST /api/csv-imports': [200, 202],
  'POST /api/csv-imports/rows': [200, 202],
};

function ofMaster(path: string, { one, list }: { one: z.ZodType; list: z.ZodType }) {
  return {
    [`GET /api/${path}`]: list,
    [`POST /api/${path}`]: one,
    [`PUT /api/${path}/:id`]: one,
    [`PUT /api/${path}/:id/retired`]: one,
  };
}
