import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { RoomCleaning } from '@domain/cleaning/room-cleaning.js';
import type { GuestCard } from '@domain/guest-card/guest-card.js';
import type { RegisterEntry, RegisterRecord } from '@domain/guest-register/guest-register.js';
import type { Handover, HandoverNote } from '@domain/handover/handover.js';
import type { IcalAddress, IcalSecret } from '@domain/ical/ical-addresses.js';
import type { ChannelReservation } from '@domain/imports/channel-reservation.js';
import type { CsvReservation, RowKind } from '@domain/imports/csv-reservation.js';
import type { CancellationRule } from '@domain/masters/cancellation-rules.js';
import type { ChargeItem } from '@domain/masters/charge-items.js';
import type { Hotel } from '@domain/masters/hotel.js';
import type {
  BlacklistRecord,
  Corporate,
  Payment,
  PrepaidWord,
  RoomTypeMapping,
  Staff,
} from '@domain/masters/masters.js';
import type { ServiceAccount, ServiceKeys } from '@domain/masters/service-accounts.js';
import type { StaffAccess } from '@domain/masters/staff-access.js';
import type { BookingLines } from '@domain/move-in/booking-lines.js';
import type { ColumnLook } from '@domain/move-in/column-looks.js';
import type { ColumnMapping } from '@domain/move-in/move-in-fields.js';
import type { PastChoice } from '@domain/move-in/plan-row.js';
import type { DayClose } from '@domain/payment/day-close.js';
import type { Invoice } from '@domain/payment/invoice.js';
import type { LodgingTaxRule } from '@domain/payment/lodging-tax.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { Setup } from '@domain/setup/setup.js';
import type { WaitingEntry } from '@domain/waiting/waiting-entry.js';
import type { Webhook, WebhookSecrets } from '@domain/webhooks/webhooks.js';
import type { MoveInResult } from '@wire/move-in.js';
import type { ColumnType, Generated } from 'kysely';

type ReadModel<State> = { version: number; position: number; state: ColumnType<State, never, never> };

/** The tables that queries read. Everything but the log, its head, the keys, import files and sign-in is written by projections only. */
export type Database = {
  event_log: {
    position: number;
    stream: string;
    version: number;
    type: string;
    schema_version: number;
    payload: ColumnType<Record<string, unknown>, never, never>;
    staff_id: number | null;
    terminal: string | null;
    request_id: string | null;
    recorded_at: Date;
    hash: Buffer;
  };
  log_head: {
    only_row: Generated<boolean>;
    log_id: string;
    position: number;
    hash: Buffer;
    recorded_at: Date;
    reference_position: number;
  };
  encryption_keys: { stream: string; key: Buffer };
  checkpoint_ends: { key_id: string; number: number; digest: string };
  bookings: ReadModel<Reservation> & {
    id: number;
    group_id: number;
    party_id: number | null;
    room_number: string;
    stay_start: string;
    stay_end: string;
    is_cancelled: boolean;
    search_text: string;
    guest_key: string | null;
    origin_key: string | null;
    checkout_date: string | null;
  };
  room_claims: {
    room_number: string;
    night: string;
    reservation_id: number | null;
    closure_id: number | null;
  };
  room_closures: ReadModel<RoomClosure> & { id: number; first_day: string; last_day: string };
  waiting_entries: ReadModel<WaitingEntry> & {
    id: number;
    status: string;
    stay_start: string;
    stay_end: string;
  };
  daily_counts: { date: string; category: string; actual: number; tema: number; position: number };
  weather_days: ReadModel<WeatherDay> & { date: string; id: number };
  guest_registers: ReadModel<RegisterEntry> & {
    id: number;
    booking_id: number;
    number: number;
    is_erased: boolean;
  };
  guest_cards: ReadModel<GuestCard> & { id: number };
  guest_card_members: { booking_id: number; card_id: number; is_member: boolean };
  register_records: ReadModel<RegisterRecord> & { id: number };
  passport_copies: { stream: string; sealed: Buffer };
  room_cleanings: ReadModel<RoomCleaning> & { id: number; room_number: string };
  room_months: ReadModel<RoomMonth> & { id: number; room_number: string; month: string };
  corporates: ReadModel<Corporate> & { id: number };
  hotels: ReadModel<Hotel> & { number: number; id: number };
  setups: ReadModel<Setup> & { number: number; id: number };
  payments: ReadModel<Payment> & { id: number };
  blacklist_entries: ReadModel<BlacklistRecord> & { id: number };
  prepaid_words: ReadModel<PrepaidWord> & { id: number };
  lodging_tax_rules: ReadModel<LodgingTaxRule> & { id: number };
  cancellation_rules: ReadModel<CancellationRule> & { id: number };
  charge_items: ReadModel<ChargeItem> & { id: number };
  staff: ReadModel<Staff> & { id: number };
  room_type_mappings: ReadModel<RoomTypeMapping> & { id: number };
  service_accounts: ReadModel<ServiceAccount> & { id: number };
  service_keys: ReadModel<ServiceKeys> & { account_id: number; id: number };
  webhooks: ReadModel<Webhook> & { id: number };
  webhook_secrets: ReadModel<WebhookSecrets> & { webhook_id: number; id: number };
  webhook_places: {
    webhook_id: number;
    position: number;
    stopped: string | null;
    stopped_until: Date | null;
    delivered_at: Date | null;
    failed_at: Date | null;
    failure: string | null;
    failure_status: number | null;
    holder: string | null;
    held_until: Date | null;
  };
  webhook_entries: {
    webhook_id: number;
    position: number;
    stream: string;
    is_dead: boolean;
    attempts: number;
    next_at: Date;
    failure: string | null;
    failure_status: number | null;
  };
  ical_addresses: ReadModel<IcalAddress> & { id: number };
  ical_secrets: ReadModel<IcalSecret> & { address_id: number; id: number };
  staff_access: ReadModel<StaffAccess> & { staff_id: number; id: number };
  csv_reservations: ReadModel<CsvReservation> & {
    id: number;
    status: string;
    site: string;
    booking_number: string;
    room_index: number;
    booking_id: number | null;
    reservation_key: string;
    guest_key: string | null;
    phone: string | null;
  };
  day_closes: ReadModel<DayClose> & { date: string; id: number };
  invoices: ReadModel<Invoice> & {
    id: number;
    number: number;
    corporate_id: number;
    is_living: boolean;
    booking_ids: number[];
  };
  company_stays: { id: number; corporate_id: number; stay_end: string; payment_type: number | null };
  handover_notes: ReadModel<HandoverNote> & { id: number; date: string; status: string };
  handovers: ReadModel<Handover> & {
    id: number;
    staff_id: number | null;
    terminal: string | null;
    up_to: number;
  };
  booking_texts: { id: number; search_text: string; guests: string[] };
  open_stays: { id: number; stay_end: string; is_in_house: boolean; is_unpaid: boolean };
  room_departures: { id: number; position: number; room_number: string; returned: number | null };
  stay_traces: { id: number; room_number: string; first_night: string; last_night: string };
  idempotency_keys: {
    key: string;
    fingerprint: Buffer;
    answer: ColumnType<unknown, string, never>;
    streams: Generated<string[]>;
    created_at: Generated<Date>;
  };
  csv_imports: {
    id: Generated<number>;
    file_name: string;
    digest: Buffer;
    dry_run: boolean;
    status: 'running' | 'done' | 'failed';
    rows: number;
    done: number;
    counts: ColumnType<Record<string, number>, string, string>;
    terminal: string | null;
    staff_id: number | null;
    request_id: string;
    idempotency_key: string | null;
    received_at: Generated<Date>;
    finished_at: Date | null;
    failures: Generated<number>;
    failure: string | null;
    uid: Generated<string>;
    repeats: number | null;
  };
  csv_import_rows: {
    import_id: number;
    line: number;
    step: number;
    reservation_key: string;
    kind: RowKind;
    revision: Date;
    digest: string;
    row: ColumnType<ChannelReservation | null, string, string | null>;
    text: string | null;
    result: ColumnType<Record<string, unknown> | null, never, string | null>;
  };
  move_ins: {
    id: Generated<number>;
    file_name: string;
    digest: Buffer;
    header: ColumnType<string[], string, string>;
    header_line: number;
    signature: string;
    rows: number;
    system: Generated<string>;
    mapping: ColumnType<ColumnMapping, string | undefined, string>;
    looks: ColumnType<(ColumnLook | null)[], string | undefined, string>;
    takes_back: Generated<boolean>;
    past: ColumnType<'completed' | 'as_is' | 'skip', PastChoice | undefined, PastChoice>;
    run: Generated<number>;
    status: ColumnType<'idle' | 'running', 'idle' | undefined, 'idle' | 'running'>;
    dry_run: Generated<boolean>;
    lines: ColumnType<number[] | null, string | null | undefined, string | null>;
    total: Generated<number>;
    done: Generated<number>;
    counts: ColumnType<Record<string, number>, string | undefined, string>;
    staff_id: number | null;
    terminal: string | null;
    request_id: string;
    idempotency_key: string | null;
    received_at: Generated<Date>;
    finished_at: Date | null;
    failures: Generated<number>;
    failure: string | null;
    uid: Generated<string>;
  };
  move_in_rows: {
    move_in_id: number;
    line: number;
    cells: ColumnType<string[] | null, string, null>;
    run: Generated<number>;
    result: ColumnType<MoveInResult | null, never, string | null>;
    lines: ColumnType<BookingLines | null, never, string | null>;
    booking_id: number | null;
  };
  move_in_mappings: {
    signature: string;
    system: string;
    mapping: ColumnType<ColumnMapping, string, string>;
    saved_at: Generated<Date>;
  };
  sessions: {
    sid: string;
    sess: ColumnType<Record<string, unknown>, never, never>;
    expire: Date;
    staff_id: ColumnType<number | null, never, never>;
  };
  password_hashes: { staff_id: number; hash: string; chosen_at: Generated<Date> };
  service_key_uses: { account_id: number; key: string; used_at: Date };
  ical_secret_uses: { address_id: number; secret: string; used_at: Date };
  one_time_codes: { staff_id: number; hash: Buffer; expires_at: Date };
};
