// Emmett's event store with one inline projection, a document a booking, behind Nest: a server that decodes the body as
// the product does.
import { randomUUID } from 'node:crypto';
import { projections } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore, pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql';
import { Body, Controller, Post } from '@nestjs/common';
import pg from 'pg';
import { decodeBookingSave } from '../../../../dist/backend/wire/booking-save.js';
import { given, serve } from '../shared/driver.mjs';
import { decorate, serveNest } from '../shared/nest.mjs';

const { databaseUrl } = given;
const bookings = pongoSingleStreamProjection({
  collectionName: 'booking_documents',
  canHandle: ['ReservationCreated'],
  evolve: (_, { data }) => ({ ...data, status: 'active' }),
});
const pool = new pg.Pool({ connectionString: databaseUrl, max: 32, idleTimeoutMillis: 100 });
const store = getPostgreSQLEventStore(databaseUrl, {
  projections: projections.inline([bookings]),
  connectionOptions: { pool },
});
await store.schema.migrate();
const append = (id, data) =>
  store.appendToStream(`reservation-${id}`, [{ type: 'ReservationCreated', data }]);
// It makes its table with the first document, which several at once cannot.
await append('first', { id: 'first' });

class Bookings {
  async create(body) {
    const { draft, unreadable } = decodeBookingSave(body);
    if (unreadable.length > 0) throw new Error(JSON.stringify(unreadable));
    const id = randomUUID();
    await append(id, draft);
    return { id, ...body };
  }
}

decorate(Bookings, 'create', Post(), Body());
Controller('api/booking')(Bookings);
const url = await serveNest(Bookings);
serve({ url: () => url });
