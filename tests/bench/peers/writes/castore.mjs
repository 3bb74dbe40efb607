// Castore: the event only, it knows no projections within the write.
import { randomUUID } from 'node:crypto';
import { PostgresEventStorageAdapter } from '@castore/event-storage-adapter-postgres';
import { given, serveWay } from '../shared/driver.mjs';
import { EVENT_PAYLOAD } from './rows.mjs';

const url = new URL(given.databaseUrl);
url.searchParams.set('idle_timeout', '1');
url.searchParams.set('max', '32');
const connectionString = url.href;
await PostgresEventStorageAdapter.createEventTable({ connectionString });
const adapter = new PostgresEventStorageAdapter({ connectionString });
const payload = JSON.parse(EVENT_PAYLOAD);

serveWay(() =>
  adapter.pushEvent(
    { aggregateId: randomUUID(), version: 1, type: 'ReservationCreated', payload, metadata: {} },
    { eventStoreId: 'RESERVATIONS', eventStoreName: 'RESERVATIONS' },
  ),
);
