// Emmett's own rebuild of a projection with one document a booking: DATABASE_URL, EVENTS and ROUNDS in, seconds a round out.
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql';

const { DATABASE_URL: connectionString } = process.env;
const [events, rounds] = [Number(process.env.EVENTS), Number(process.env.ROUNDS)];
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
for (let round = 0; round < rounds; round++) {
  const started = performance.now();
  // One that was there before goes on where it stopped.
  const projections = [{ projection, processorId: `rebuild-${round}` }];
  const consumer = rebuildPostgreSQLProjections({ connectionString, projections });
  await consumer.start();
  await consumer.close();
  console.log((performance.now() - started) / 1000);
}
await store.close();
process.exit(0);
