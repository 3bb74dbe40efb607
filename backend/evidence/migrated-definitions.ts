/** The definitions that the migrations make, a line each; written by tests/backend/evidence/definitions.test.ts. */
export const MIGRATED: readonly string[] = `
column backups.backup_id: uuid not null
column backups.position: bigint not null
column backups.taken_at: timestamp with time zone not null
column blacklist_entries.id: integer not null
column blacklist_entries.position: bigint not null
column blacklist_entries.state: jsonb not null
column blacklist_entries.version: integer not null
column booking_texts.guests: text[] not null default '{}'::text[]
column booking_texts.id: integer not null
column booking_texts.search_text: text not null
column bookings.checkout_date: date
column bookings.group_id: integer not null
column bookings.guest_key: text
column bookings.id: integer not null
column bookings.is_cancelled: boolean not null
column bookings.origin_key: text
column bookings.party_id: integer
column bookings.position: bigint not null
column bookings.room_number: text not null
column bookings.search_text: text not null
column bookings.state: jsonb not null
column bookings.stay_end: date not null
column bookings.stay_start: date not null
column bookings.version: integer not null
column cancellation_rules.id: integer not null
column cancellation_rules.position: bigint not null
column cancellation_rules.state: jsonb not null
column cancellation_rules.version: integer not null
column charge_items.id: integer not null
column charge_items.position: bigint not null
column charge_items.state: jsonb not null
column charge_items.version: integer not null
column checkpoint_ends.digest: text not null
column checkpoint_ends.key_id: text not null
column checkpoint_ends.number: integer not null
column company_stays.corporate_id: integer not null
column company_stays.id: integer not null
column company_stays.payment_type: integer
column company_stays.stay_end: date not null
column corporates.id: integer not null
column corporates.position: bigint not null
column corporates.state: jsonb not null
column corporates.version: integer not null
column csv_import_rows.digest: text not null collate C
column csv_import_rows.import_id: integer not null
column csv_import_rows.kind: text not null
column csv_import_rows.line: integer not null
column csv_import_rows.reservation_key: text not null
column csv_import_rows.result: json
column csv_import_rows.revision: timestamp with time zone not null
column csv_import_rows.row: json
column csv_import_rows.step: integer not null
column csv_import_rows.text: text
column csv_imports.counts: jsonb not null default '{}'::jsonb
column csv_imports.digest: bytea not null
column csv_imports.done: integer not null default 0
column csv_imports.dry_run: boolean not null
column csv_imports.failure: text
column csv_imports.failures: integer not null default 0
column csv_imports.file_name: text not null
column csv_imports.finished_at: timestamp with time zone
column csv_imports.id: integer not null identity a
column csv_imports.idempotency_key: uuid
column csv_imports.received_at: timestamp with time zone not null default clock_timestamp()
column csv_imports.repeats: integer
column csv_imports.request_id: text not null
column csv_imports.rows: integer not null
column csv_imports.staff_id: integer
column csv_imports.status: text not null
column csv_imports.terminal: text
column csv_imports.uid: uuid not null default gen_random_uuid()
column csv_reservations.booking_id: integer
column csv_reservations.booking_number: text not null
column csv_reservations.guest_key: text
column csv_reservations.id: integer not null
column csv_reservations.phone: text
column csv_reservations.position: bigint not null
column csv_reservations.reservation_key: text not null
column csv_reservations.room_index: integer not null
column csv_reservations.site: text not null
column csv_reservations.state: jsonb not null
column csv_reservations.status: text not null
column csv_reservations.version: integer not null
column daily_counts.actual: integer not null
column daily_counts.category: text not null
column daily_counts.date: date not null
column daily_counts.position: bigint not null
column daily_counts.tema: integer not null
column day_closes.date: date not null
column day_closes.id: integer not null
column day_closes.position: bigint not null
column day_closes.state: jsonb not null
column day_closes.version: integer not null
column encryption_keys.key: bytea not null
column encryption_keys.stream: text not null
column event_log.hash: bytea not null
column event_log.payload: json not null
column event_log.position: bigint not null
column event_log.recorded_at: timestamp with time zone not null
column event_log.request_id: text
column event_log.schema_version: smallint not null
column event_log.staff_id: integer
column event_log.stream: text not null
column event_log.terminal: text
column event_log.type: text not null
column event_log.version: integer not null
column guest_card_members.booking_id: integer not null
column guest_card_members.card_id: integer not null
column guest_card_members.is_member: boolean not null
column guest_cards.id: integer not null
column guest_cards.position: bigint not null
column guest_cards.state: jsonb not null
column guest_cards.version: integer not null
column guest_registers.booking_id: integer not null
column guest_registers.id: integer not null
column guest_registers.is_erased: boolean not null
column guest_registers.number: integer not null
column guest_registers.position: bigint not null
column guest_registers.state: jsonb not null
column guest_registers.version: integer not null
column handover_notes.date: date not null
column handover_notes.id: integer not null
column handover_notes.position: bigint not null
column handover_notes.state: jsonb not null
column handover_notes.status: text not null
column handover_notes.version: integer not null
column handovers.id: integer not null
column handovers.position: bigint not null
column handovers.staff_id: integer
column handovers.state: jsonb not null
column handovers.terminal: text
column handovers.up_to: bigint not null
column handovers.version: integer not null
column hotels.id: integer not null
column hotels.number: integer not null
column hotels.position: bigint not null
column hotels.state: jsonb not null
column hotels.version: integer not null
column ical_addresses.id: integer not null
column ical_addresses.position: bigint not null
column ical_addresses.state: jsonb not null
column ical_addresses.version: integer not null
column ical_secret_uses.address_id: integer not null
column ical_secret_uses.secret: text not null
column ical_secret_uses.used_at: timestamp with time zone not null
column ical_secrets.address_id: integer not null
column ical_secrets.id: integer not null
column ical_secrets.position: bigint not null
column ical_secrets.state: jsonb not null
column ical_secrets.version: integer not null
column idempotency_keys.answer: json not null
column idempotency_keys.created_at: timestamp with time zone not null default clock_timestamp()
column idempotency_keys.fingerprint: bytea not null
column idempotency_keys.key: uuid not null
column idempotency_keys.streams: text[] not null default '{}'::text[]
column invoices.booking_ids: integer[] not null
column invoices.corporate_id: integer not null
column invoices.id: integer not null
column invoices.is_living: boolean not null
column invoices.number: integer not null
column invoices.position: bigint not null
column invoices.state: jsonb not null
column invoices.version: integer not null
column kysely_migration.name: character varying(255) not null
column kysely_migration.timestamp: character varying(255) not null
column kysely_migration_lock.id: character varying(255) not null
column kysely_migration_lock.is_locked: integer not null default 0
column lodging_tax_rules.id: integer not null
column lodging_tax_rules.position: bigint not null
column lodging_tax_rules.state: jsonb not null
column lodging_tax_rules.version: integer not null
column log_head.hash: bytea not null default decode(repeat('00'::text, 32), 'hex'::text)
column log_head.log_id: uuid not null default gen_random_uuid()
column log_head.only_row: boolean not null default true
column log_head.position: bigint not null default 0
column log_head.recorded_at: timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone
column log_head.reference_position: bigint not null default 0
column move_in_mappings.mapping: jsonb not null
column move_in_mappings.saved_at: timestamp with time zone not null default clock_timestamp()
column move_in_mappings.signature: text not null
column move_in_mappings.system: text not null
column move_in_rows.booking_id: integer
column move_in_rows.cells: json
column move_in_rows.line: integer not null
column move_in_rows.lines: json
column move_in_rows.move_in_id: integer not null
column move_in_rows.result: json
column move_in_rows.run: integer not null default 0
column move_ins.counts: jsonb not null default '{}'::jsonb
column move_ins.digest: bytea not null
column move_ins.done: integer not null default 0
column move_ins.dry_run: boolean not null default true
column move_ins.failure: text
column move_ins.failures: integer not null default 0
column move_ins.file_name: text not null
column move_ins.finished_at: timestamp with time zone
column move_ins.header: jsonb not null
column move_ins.header_line: integer not null
column move_ins.id: integer not null identity a
column move_ins.idempotency_key: uuid
column move_ins.lines: jsonb
column move_ins.looks: jsonb not null default '[]'::jsonb
column move_ins.mapping: jsonb not null default '[]'::jsonb
column move_ins.past: text not null default 'completed'::text
column move_ins.received_at: timestamp with time zone not null default clock_timestamp()
column move_ins.request_id: text not null
column move_ins.rows: integer not null
column move_ins.run: integer not null default 0
column move_ins.signature: text not null
column move_ins.staff_id: integer
column move_ins.status: text not null default 'idle'::text
column move_ins.system: text not null default ''::text
column move_ins.takes_back: boolean not null default false
column move_ins.terminal: text
column move_ins.total: integer not null default 0
column move_ins.uid: uuid not null default gen_random_uuid()
column one_time_codes.expires_at: timestamp with time zone not null
column one_time_codes.hash: bytea not null
column one_time_codes.staff_id: integer not null
column open_stays.id: integer not null
column open_stays.is_in_house: boolean not null
column open_stays.is_unpaid: boolean not null
column open_stays.stay_end: date not null
column passport_copies.sealed: bytea not null
column passport_copies.stream: text not null
column password_hashes.chosen_at: timestamp with time zone not null default clock_timestamp()
column password_hashes.hash: text not null
column password_hashes.staff_id: integer not null
column payments.id: integer not null
column payments.position: bigint not null
column payments.state: jsonb not null
column payments.version: integer not null
column prepaid_words.id: integer not null
column prepaid_words.position: bigint not null
column prepaid_words.state: jsonb not null
column prepaid_words.version: integer not null
column presence.booking_id: bigint
column presence.connection: text not null
column presence.hold: jsonb
column presence.is_editing: boolean not null default true
column presence.node: uuid not null
column presence.seen_at: timestamp with time zone not null
column presence.since: timestamp with time zone not null default clock_timestamp()
column presence.terminal: text not null
column presence.terminal_id: text not null
column read_model_form.form: integer not null
column read_model_form.only_row: boolean not null default true
column register_records.id: integer not null
column register_records.position: bigint not null
column register_records.state: jsonb not null
column register_records.version: integer not null
column room_claims.closure_id: integer
column room_claims.night: date not null
column room_claims.reservation_id: integer
column room_claims.room_number: text not null
column room_cleanings.id: integer not null
column room_cleanings.position: bigint not null
column room_cleanings.room_number: text not null
column room_cleanings.state: jsonb not null
column room_cleanings.version: integer not null
column room_closures.first_day: date not null
column room_closures.id: integer not null
column room_closures.last_day: date not null
column room_closures.position: bigint not null
column room_closures.state: jsonb not null
column room_closures.version: integer not null
column room_departures.id: integer not null
column room_departures.position: bigint not null
column room_departures.returned: bigint
column room_departures.room_number: text not null
column room_months.id: integer not null
column room_months.month: date not null
column room_months.position: bigint not null
column room_months.room_number: text not null
column room_months.state: jsonb not null
column room_months.version: integer not null
column room_type_mappings.id: integer not null
column room_type_mappings.position: bigint not null
column room_type_mappings.state: jsonb not null
column room_type_mappings.version: integer not null
column service_accounts.id: integer not null
column service_accounts.position: bigint not null
column service_accounts.state: jsonb not null
column service_accounts.version: integer not null
column service_key_uses.account_id: integer not null
column service_key_uses.key: text not null
column service_key_uses.used_at: timestamp with time zone not null
column service_keys.account_id: integer not null
column service_keys.id: integer not null
column service_keys.position: bigint not null
column service_keys.state: jsonb not null
column service_keys.version: integer not null
column sessions.expire: timestamp with time zone not null
column sessions.sess: json not null
column sessions.sid: text not null
column sessions.staff_id: integer generated ((sess ->> 'staffId'::text))::integer
column setups.id: integer not null
column setups.number: integer not null
column setups.position: bigint not null
column setups.state: jsonb not null
column setups.version: integer not null
column sign_in_attempts.expire: bigint
column sign_in_attempts.key: character varying(255) not null
column sign_in_attempts.points: integer not null default 0
column staff.id: integer not null
column staff.position: bigint not null
column staff.state: jsonb not null
column staff.version: integer not null
column staff_access.id: integer not null
column staff_access.position: bigint not null
column staff_access.staff_id: integer not null
column staff_access.state: jsonb not null
column staff_access.version: integer not null
column stay_traces.first_night: date not null
column stay_traces.id: integer not null
column stay_traces.last_night: date not null
column stay_traces.room_number: text not null
column waiting_entries.id: integer not null
column waiting_entries.position: bigint not null
column waiting_entries.state: jsonb not null
column waiting_entries.status: text not null
column waiting_entries.stay_end: date not null
column waiting_entries.stay_start: date not null
column waiting_entries.version: integer not null
column weather_days.date: date not null
column weather_days.id: integer not null
column weather_days.position: bigint not null
column weather_days.state: jsonb not null
column weather_days.version: integer not null
column webhook_entries.attempts: integer not null
column webhook_entries.failure: text
column webhook_entries.failure_status: smallint
column webhook_entries.is_dead: boolean not null
column webhook_entries.next_at: timestamp with time zone not null
column webhook_entries.position: bigint not null
column webhook_entries.stream: text not null
column webhook_entries.webhook_id: integer not null
column webhook_places.delivered_at: timestamp with time zone
column webhook_places.failed_at: timestamp with time zone
column webhook_places.failure: text
column webhook_places.failure_status: smallint
column webhook_places.held_until: timestamp with time zone
column webhook_places.holder: uuid
column webhook_places.position: bigint not null
column webhook_places.stopped: text
column webhook_places.stopped_until: timestamp with time zone
column webhook_places.webhook_id: integer not null
column webhook_secrets.id: integer not null
column webhook_secrets.position: bigint not null
column webhook_secrets.state: jsonb not null
column webhook_secrets.version: integer not null
column webhook_secrets.webhook_id: integer not null
column webhooks.id: integer not null
column webhooks.position: bigint not null
column webhooks.state: jsonb not null
column webhooks.version: integer not null
constraint backups: PRIMARY KEY (backup_id)
constraint blacklist_entries: PRIMARY KEY (id)
constraint booking_texts: PRIMARY KEY (id)
constraint bookings: PRIMARY KEY (id)
constraint cancellation_rules: PRIMARY KEY (id)
constraint charge_items: PRIMARY KEY (id)
constraint checkpoint_ends: CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
constraint checkpoint_ends: CHECK ((number > 0))
constraint checkpoint_ends: PRIMARY KEY (key_id)
constraint company_stays: PRIMARY KEY (id)
constraint corporates: PRIMARY KEY (id)
constraint csv_import_rows: FOREIGN KEY (import_id) REFERENCES csv_imports(id) ON DELETE CASCADE
constraint csv_import_rows: PRIMARY KEY (import_id, line)
constraint csv_imports: CHECK ((length(digest) = 32))
constraint csv_imports: CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
constraint csv_imports: FOREIGN KEY (repeats) REFERENCES csv_imports(id)
constraint csv_imports: PRIMARY KEY (id)
constraint csv_imports: UNIQUE (idempotency_key)
constraint csv_reservations: PRIMARY KEY (id)
constraint csv_reservations: UNIQUE (reservation_key, room_index)
constraint daily_counts: PRIMARY KEY (date, category)
constraint day_closes: PRIMARY KEY (date)
constraint encryption_keys: CHECK ((length(key) = 32))
constraint encryption_keys: PRIMARY KEY (stream)
constraint event_log: CHECK ((length(hash) = 32))
constraint event_log: CHECK ((schema_version > 0))
constraint event_log: CHECK ((version > 0))
constraint event_log: PRIMARY KEY ("position")
constraint event_log: UNIQUE (stream, version)
constraint guest_card_members: PRIMARY KEY (booking_id, card_id)
constraint guest_cards: PRIMARY KEY (id)
constraint guest_registers: PRIMARY KEY (id)
constraint handover_notes: PRIMARY KEY (id)
constraint handovers: PRIMARY KEY (id)
constraint hotels: PRIMARY KEY (number)
constraint ical_addresses: PRIMARY KEY (id)
constraint ical_secret_uses: PRIMARY KEY (address_id, secret)
constraint ical_secrets: PRIMARY KEY (address_id)
constraint idempotency_keys: PRIMARY KEY (key)
constraint invoices: PRIMARY KEY (id)
constraint kysely_migration: PRIMARY KEY (name)
constraint kysely_migration_lock: PRIMARY KEY (id)
constraint lodging_tax_rules: PRIMARY KEY (id)
constraint log_head: CHECK (only_row)
constraint log_head: PRIMARY KEY (only_row)
constraint move_in_mappings: PRIMARY KEY (signature)
constraint move_in_rows: FOREIGN KEY (move_in_id) REFERENCES move_ins(id) ON DELETE CASCADE
constraint move_in_rows: PRIMARY KEY (move_in_id, line)
constraint move_ins: CHECK ((length(digest) = 32))
constraint move_ins: CHECK ((status = ANY (ARRAY['idle'::text, 'running'::text])))
constraint move_ins: PRIMARY KEY (id)
constraint move_ins: UNIQUE (idempotency_key)
constraint one_time_codes: PRIMARY KEY (staff_id)
constraint one_time_codes: UNIQUE (hash)
constraint open_stays: PRIMARY KEY (id)
constraint passport_copies: PRIMARY KEY (stream)
constraint password_hashes: PRIMARY KEY (staff_id)
constraint payments: PRIMARY KEY (id)
constraint prepaid_words: PRIMARY KEY (id)
constraint presence: PRIMARY KEY (node, connection)
constraint read_model_form: CHECK (only_row)
constraint read_model_form: PRIMARY KEY (only_row)
constraint register_records: PRIMARY KEY (id)
constraint room_claims: CHECK ((num_nonnulls(reservation_id, closure_id) = 1))
constraint room_claims: PRIMARY KEY (room_number, night)
constraint room_cleanings: PRIMARY KEY (id)
constraint room_cleanings: UNIQUE (room_number)
constraint room_closures: PRIMARY KEY (id)
constraint room_departures: PRIMARY KEY (id, "position")
constraint room_months: PRIMARY KEY (id)
constraint room_months: UNIQUE (room_number, month)
constraint room_type_mappings: PRIMARY KEY (id)
constraint service_accounts: PRIMARY KEY (id)
constraint service_key_uses: PRIMARY KEY (account_id, key)
constraint service_keys: PRIMARY KEY (account_id)
constraint sessions: PRIMARY KEY (sid)
constraint setups: PRIMARY KEY (number)
constraint sign_in_attempts: PRIMARY KEY (key)
constraint staff: PRIMARY KEY (id)
constraint staff_access: PRIMARY KEY (staff_id)
constraint stay_traces: PRIMARY KEY (id, room_number)
constraint waiting_entries: PRIMARY KEY (id)
constraint weather_days: PRIMARY KEY (date)
constraint weather_days: UNIQUE (id)
constraint webhook_entries: PRIMARY KEY (webhook_id, "position")
constraint webhook_places: PRIMARY KEY (webhook_id)
constraint webhook_secrets: PRIMARY KEY (webhook_id)
constraint webhooks: PRIMARY KEY (id)
function public.analyze_import_rows(): CREATE OR REPLACE FUNCTION public.analyze_import_rows() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ begin analyze public.csv_import_rows; end $function$
function public.refuse_change(): CREATE OR REPLACE FUNCTION public.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $function$ begin raise exception 'the event log is append-only: % refused', tg_op using errcode = 'integrity_constraint_violation'; end $function$
function public.remove_left_shadows(): CREATE OR REPLACE FUNCTION public.remove_left_shadows() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog' AS $function$ begin if pg_try_advisory_xact_lock(26110001) then drop schema if exists rebuild cascade; drop schema if exists verification cascade; end if; end $function$
function public.text_grams(lines text): CREATE OR REPLACE FUNCTION public.text_grams(lines text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $function$ declare grams text[] := '{}'; one text; before text; before_that text; begin foreach one in array string_to_array(lines, null) loop if one = chr(10) then one := null; before := null; else grams := grams || one; if before is not null then grams := grams || (before || one); end if; if before_that is not null then grams := grams || (before_that || before || one); end if; end if; before_that := before; before := one; end loop; return grams; end $function$
index booking_texts: CREATE INDEX ON public.booking_texts USING gin (guests)
index booking_texts: CREATE INDEX ON public.booking_texts USING gin (text_grams(search_text))
index bookings: CREATE INDEX ON public.bookings USING btree (checkout_date)
index bookings: CREATE INDEX ON public.bookings USING btree (group_id)
index bookings: CREATE INDEX ON public.bookings USING btree (guest_key) WHERE (guest_key IS NOT NULL)
index bookings: CREATE INDEX ON public.bookings USING btree (origin_key) WHERE (origin_key IS NOT NULL)
index bookings: CREATE INDEX ON public.bookings USING btree (party_id)
index bookings: CREATE INDEX ON public.bookings USING btree (stay_start)
index bookings: CREATE INDEX ON public.bookings USING gist (daterange(stay_start, stay_end))
index company_stays: CREATE INDEX ON public.company_stays USING btree (corporate_id, stay_end)
index csv_import_rows: CREATE INDEX ON public.csv_import_rows USING btree (import_id, step)
index csv_import_rows: CREATE INDEX ON public.csv_import_rows USING btree (reservation_key)
index csv_imports: CREATE INDEX ON public.csv_imports USING btree (digest) WHERE (NOT dry_run)
index csv_imports: CREATE INDEX ON public.csv_imports USING btree (id) WHERE (status = 'running'::text)
index csv_imports: CREATE INDEX ON public.csv_imports USING btree (received_at)
index csv_imports: CREATE INDEX ON public.csv_imports USING btree (repeats) WHERE (repeats IS NOT NULL)
index csv_reservations: CREATE INDEX ON public.csv_reservations USING btree (booking_id) WHERE (booking_id IS NOT NULL)
index csv_reservations: CREATE INDEX ON public.csv_reservations USING btree (guest_key) WHERE (guest_key IS NOT NULL)
index csv_reservations: CREATE INDEX ON public.csv_reservations USING btree (phone) WHERE (phone IS NOT NULL)
index csv_reservations: CREATE INDEX ON public.csv_reservations USING btree (status)
index csv_reservations: CREATE INDEX ON public.csv_reservations USING gin (lower(NORMALIZE(booking_number, NFKC)) gin_trgm_ops)
index daily_counts: CREATE INDEX ON public.daily_counts USING btree ("position")
index event_log: CREATE INDEX ON public.event_log USING btree (((payload ->> 'paymentDay'::text))) WHERE ((payload ->> 'paymentDay'::text) IS NOT NULL)
index event_log: CREATE INDEX ON public.event_log USING btree (request_id)
index event_log: CREATE INDEX ON public.event_log USING btree (staff_id, "position") WHERE (staff_id IS NOT NULL)
index event_log: CREATE INDEX ON public.event_log USING btree (terminal, "position")
index event_log: CREATE INDEX ON public.event_log USING btree (type, "position")
index guest_card_members: CREATE INDEX ON public.guest_card_members USING btree (card_id) WHERE is_member
index guest_card_members: CREATE UNIQUE INDEX ON public.guest_card_members USING btree (booking_id) WHERE is_member
index guest_registers: CREATE INDEX ON public.guest_registers USING btree (booking_id)
index guest_registers: CREATE INDEX ON public.guest_registers USING btree (booking_id) WHERE (NOT is_erased)
index handover_notes: CREATE INDEX ON public.handover_notes USING btree (date)
index handover_notes: CREATE INDEX ON public.handover_notes USING btree (date) WHERE (status = 'open'::text)
index handovers: CREATE INDEX ON public.handovers USING btree (staff_id, id)
index handovers: CREATE INDEX ON public.handovers USING btree (terminal, id) WHERE (staff_id IS NULL)
index idempotency_keys: CREATE INDEX ON public.idempotency_keys USING btree (((answer ->> 'id'::text))) WHERE (streams = '{}'::text[])
index idempotency_keys: CREATE INDEX ON public.idempotency_keys USING btree (created_at)
index idempotency_keys: CREATE INDEX ON public.idempotency_keys USING gin (streams)
index invoices: CREATE INDEX ON public.invoices USING btree (corporate_id)
index invoices: CREATE INDEX ON public.invoices USING btree (number)
index invoices: CREATE INDEX ON public.invoices USING gin (booking_ids) WHERE is_living
index move_ins: CREATE INDEX ON public.move_ins USING btree (id) WHERE (status = 'running'::text)
index move_ins: CREATE INDEX ON public.move_ins USING btree (request_id)
index open_stays: CREATE INDEX ON public.open_stays USING btree (id) WHERE is_in_house
index open_stays: CREATE INDEX ON public.open_stays USING btree (stay_end, id) WHERE is_unpaid
index room_departures: CREATE INDEX ON public.room_departures USING btree (room_number, "position")
index room_months: CREATE INDEX ON public.room_months USING btree (month)
index sessions: CREATE INDEX ON public.sessions USING btree (expire)
index sessions: CREATE INDEX ON public.sessions USING btree (staff_id)
index stay_traces: CREATE INDEX ON public.stay_traces USING btree (room_number, id)
index stay_traces: CREATE INDEX ON public.stay_traces USING gist (daterange(first_night, last_night, '[]'::text))
index waiting_entries: CREATE INDEX ON public.waiting_entries USING btree (stay_start) WHERE (status = 'waiting'::text)
table backups: kind r, persistence p, row security f f
table blacklist_entries: kind r, persistence p, row security f f
table booking_texts: kind r, persistence p, row security f f
table bookings: kind r, persistence p, row security f f
table cancellation_rules: kind r, persistence p, row security f f
table charge_items: kind r, persistence p, row security f f
table checkpoint_ends: kind r, persistence p, row security f f
table company_stays: kind r, persistence p, row security f f
table corporates: kind r, persistence p, row security f f
table csv_import_rows: kind r, persistence p, row security f f
table csv_imports: kind r, persistence p, row security f f
table csv_imports_id_seq: kind S, persistence p, row security f f
table csv_reservations: kind r, persistence p, row security f f
table daily_counts: kind r, persistence p, row security f f
table day_closes: kind r, persistence p, row security f f
table encryption_keys: kind r, persistence p, row security f f
table event_log: kind r, persistence p, row security f f
table guest_card_members: kind r, persistence p, row security f f
table guest_cards: kind r, persistence p, row security f f
table guest_registers: kind r, persistence p, row security f f
table handover_notes: kind r, persistence p, row security f f
table handovers: kind r, persistence p, row security f f
table hotels: kind r, persistence p, row security f f
table ical_addresses: kind r, persistence p, row security f f
table ical_secret_uses: kind r, persistence p, row security f f
table ical_secrets: kind r, persistence p, row security f f
table idempotency_keys: kind r, persistence p, row security f f
table invoices: kind r, persistence p, row security f f
table kysely_migration: kind r, persistence p, row security f f
table kysely_migration_lock: kind r, persistence p, row security f f
table lodging_tax_rules: kind r, persistence p, row security f f
table log_head: kind r, persistence p, row security f f
table move_in_mappings: kind r, persistence p, row security f f
table move_in_rows: kind r, persistence p, row security f f
table move_ins: kind r, persistence p, row security f f
table move_ins_id_seq: kind S, persistence p, row security f f
table one_time_codes: kind r, persistence p, row security f f
table open_stays: kind r, persistence p, row security f f
table passport_copies: kind r, persistence p, row security f f
table password_hashes: kind r, persistence p, row security f f
table payments: kind r, persistence p, row security f f
table prepaid_words: kind r, persistence p, row security f f
table presence: kind r, persistence u, row security f f
table read_model_form: kind r, persistence p, row security f f
table register_records: kind r, persistence p, row security f f
table room_claims: kind r, persistence p, row security f f
table room_cleanings: kind r, persistence p, row security f f
table room_closures: kind r, persistence p, row security f f
table room_departures: kind r, persistence p, row security f f
table room_months: kind r, persistence p, row security f f
table room_type_mappings: kind r, persistence p, row security f f
table service_accounts: kind r, persistence p, row security f f
table service_key_uses: kind r, persistence p, row security f f
table service_keys: kind r, persistence p, row security f f
table sessions: kind r, persistence p, row security f f
table setups: kind r, persistence p, row security f f
table sign_in_attempts: kind r, persistence p, row security f f
table staff: kind r, persistence p, row security f f
table staff_access: kind r, persistence p, row security f f
table stay_traces: kind r, persistence p, row security f f
table waiting_entries: kind r, persistence p, row security f f
table weather_days: kind r, persistence p, row security f f
table webhook_entries: kind r, persistence p, row security f f
table webhook_places: kind r, persistence p, row security f f
table webhook_secrets: kind r, persistence p, row security f f
table webhooks: kind r, persistence p, row security f f
trigger event_log.event_log_append_only: CREATE TRIGGER event_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
`
  .trim()
  .split('\n');
