// Emmett's own rebuild of a projection with one document a booking.
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql';
import { given, now, serve } from '../shared/driver.mjs';

const { databaseUrl: connectionString, events } = given;
const EVENTS_A_BOOKING = 5;

const store = getPostgreSQLEventStore(connectionString);
await store.schema.migrate();
for (let booking = 0; booking < events / EVENTS_A_BOOKING; booking++) {
  const name = `帰省 太郎${booking}`;
  const created = { type: 'ReservationCreated', data: { name, roomNumber: '1001', stayStart: '2026-11-22' } };
  const amended = (notes) => ({ type: 'ReservationAmended', data: { notes } });
  await store.appendToStream(`reservation-${booking}`, [created, ...['一', '二', '三', '四'].map(amended)]);
}
const projection = pongoSingleStreamProjection({
  collectionName: 'rebuilt_bookings',
  canHandle: ['ReservationCreated', 'ReservationAmended'],
  evolve: (booking, { data }) => ({ ...booking, ...data }),
});
let round = 0;

serve({
  /** Events a second; a processor that was there before would go on where it stopped. */
  async rebuild() {
    const started = now();
    const projections = [{ projection, processorId: `rebuild-${round++}` }];
    const consumer = rebuildPostgreSQLProjections({ connectionString, projections });
    await consumer.start();
    await consumer.close();
    return (events * 1000) / (now() - started);
  },
});
