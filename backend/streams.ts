import { dailyCounts } from './calendar/daily-counts.projection.js';
import { roomDepartures } from './cleaning/room-departures.projection.js';
import { scrubAnswers } from './erasure/scrub-answers.js';
import type { EventStoreParts } from './event-store/event-store-parts.js';
import { type AnyStream, streamRegistry } from './event-store/event-stream.js';
import { ReferenceCache } from './event-store/projection.js';
import type { ReadModels } from './event-store/rebuild/rebuild-context.js';
import { cardMembers } from './guest-card/card-members.projection.js';
import { scrubPassports } from './guest-register/passport-copies.js';
import { loadHotelReference } from './masters/hotel-reference.loader.js';
import {
  bookingTexts,
  companyStays,
  openStays,
  roomClaims,
} from './reservations/derived-tables.projection.js';
import { csvReservationStream, scrubImportRows } from './streams/csv-reservation.stream.js';
import { dayCloseStream } from './streams/day-close.stream.js';
import { guestCardStream } from './streams/guest-card.stream.js';
import { guestRegisterStream, registerRecordStream } from './streams/guest-register.stream.js';
import { handoverNoteStream, handoverStream } from './streams/handover.stream.js';
import { hotelStream } from './streams/hotel.stream.js';
import { icalAddressStream, icalSecretStream } from './streams/ical.stream.js';
import { invoiceStream } from './streams/invoice.stream.js';
import { lodgingTaxRuleStream } from './streams/lodging-tax-rule.stream.js';
import {
  blacklistStream,
  corporateStream,
  paymentStream,
  prepaidWordStream,
  roomTypeMappingStream,
  staffStream,
} from './streams/master.stream.js';
import { cancellationRuleStream, chargeItemStream } from './streams/money-master.stream.js';
import { reservationStream } from './streams/reservation.stream.js';
import { roomCleaningStream } from './streams/room-cleaning.stream.js';
import { roomClosureStream } from './streams/room-closure.stream.js';
import { roomMonthStream } from './streams/room-month.stream.js';
import { serviceAccountStream, serviceKeyStream } from './streams/service-account.stream.js';
import { setupStream } from './streams/setup.stream.js';
import { staffAccessStream } from './streams/staff-access.stream.js';
import { waitingEntryStream } from './streams/waiting-entry.stream.js';
import { weatherDayStream } from './streams/weather-day.stream.js';
import { webhookSecretStream, webhookStream } from './streams/webhook.stream.js';
import { stayTraces } from './time-travel/stay-traces.projection.js';

/** Every kind of stream in the log. */
export const STREAMS: readonly AnyStream[] = [
  hotelStream,
  setupStream,
  roomMonthStream,
  roomClosureStream,
  corporateStream,
  paymentStream,
  blacklistStream,
  staffStream,
  staffAccessStream,
  serviceAccountStream,
  serviceKeyStream,
  webhookStream,
  webhookSecretStream,
  icalAddressStream,
  icalSecretStream,
  roomTypeMappingStream,
  prepaidWordStream,
  lodgingTaxRuleStream,
  cancellationRuleStream,
  chargeItemStream,
  reservationStream,
  csvReservationStream,
  weatherDayStream,
  roomCleaningStream,
  guestRegisterStream,
  registerRecordStream,
  waitingEntryStream,
  guestCardStream,
  handoverNoteStream,
  handoverStream,
  dayCloseStream,
  invoiceStream,
];

/** Tables that follow from the streams, in the order they are brought up to date. */
const DERIVED = [
  roomClaims,
  dailyCounts,
  stayTraces,
  openStays,
  bookingTexts,
  companyStays,
  roomDepartures,
  cardMembers,
];

/** The configuration of the event store; its cache of master data belongs to one node. */
export function eventStoreParts(): EventStoreParts {
  return {
    registry: streamRegistry(STREAMS),
    derived: DERIVED,
    reference: new ReferenceCache(loadHotelReference),
    scrubbers: [scrubAnswers, scrubImportRows, scrubPassports],
  };
}

/** To be raised when the rows of a read model change form: older ones are rebuilt at the next start. */
const READ_MODEL_FORM = 23;

/** Every table that can be dropped and rebuilt from the log, and the form of their rows. */
export const READ_MODELS: ReadModels = {
  form: READ_MODEL_FORM,
  tables: [...STREAMS.map((stream) => stream.table), ...DERIVED.map((derived) => derived.table)],
};
