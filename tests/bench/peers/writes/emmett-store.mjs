// Emmett's event store with one inline projection, a document a booking.
import { projections } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore, pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';

/** Opens the store; `append` writes one booking's event and its document. */
export async function openEmmett(databaseUrl) {
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
  const append = (stream, data) => store.appendToStream(stream, [{ type: 'ReservationCreated', data }]);
  // It makes its table with the first document, which several at once cannot.
  await append('reservation-first', { id: 'first' });
  return { append };
}
