// The product's event store and its decisions, without HTTP and without terminals.
import { randomUUID } from 'node:crypto';
import { EventStore } from '../../../../dist/backend/event-store/event-store.js';
import { Writer } from '../../../../dist/backend/event-store/writer.js';
import { Clock } from '../../../../dist/backend/platform/clock.js';
import { kyselyOn, openPool } from '../../../../dist/backend/platform/database.js';
import { BookingWriter } from '../../../../dist/backend/reservations/commands/booking-change.js';
import {
  CreateReservation,
  CreateReservationHandler,
} from '../../../../dist/backend/reservations/commands/create-reservation.handler.js';
import { overlapOnClaim } from '../../../../dist/backend/reservations/derived-tables.projection.js';
import { eventStoreParts } from '../../../../dist/backend/streams.js';
import { decodeBookingSave } from '../../../../dist/backend/wire/booking-save.js';
import { given, serveWay } from '../shared/driver.mjs';
import { bookingOf } from './slots.mjs';

const { databaseUrl, slots } = given;
const parts = eventStoreParts();
const pool = openPool(databaseUrl);
const writer = new Writer(databaseUrl, parts, overlapOnClaim);
const store = new EventStore(databaseUrl, kyselyOn(pool), pool, writer, parts);
const handler = new CreateReservationHandler(new BookingWriter(store, new Clock('Asia/Tokyo')));
const fingerprint = Buffer.alloc(32);
let next = 0;

serveWay((client) => {
  const requestId = randomUUID();
  return handler.execute(
    new CreateReservation(decodeBookingSave(bookingOf(slots, next++)), {
      write: { staffId: null, terminal: `front-${client}`, requestId },
      idempotency: { key: requestId, fingerprint },
      expectedVersion: null,
    }),
  );
});
