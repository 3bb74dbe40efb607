import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../backend/app.module.js';
import { readConfig } from '../../backend/platform/config/config.js';
import { routesOf } from '../support/app-routes.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const SPEC_CALLS = [
  'GET /api/fetch-reservation-data/:id',
  'GET /api/fetch-csv-reservation-data/:id',
  'GET /api/bookings',
  'GET /api/rooms',
  'GET /api/booking_type_diff',
  'GET /api/weather',
  'PUT /api/weather/:id/holiday',
  'POST /api/weather/holiday',
  'PUT /api/weather/:id',
  'POST /api/weather',
  'GET /api/corporate_master',
  'GET /api/payment_master',
  'GET /api/blacklist',
  'GET /api/staff/:id',
  'POST /api/booking',
  'PUT /api/booking/:id',
  'PUT /api/booking/:id/cancel',
  'PUT /api/booking/:id/return-temairazu',
];

const CALLS_BEYOND_THE_SPEC = [
  'POST /api/booking/:id/check-in',
  'DELETE /api/booking/:id/check-in',
  'POST /api/booking/:id/check-out',
  'DELETE /api/booking/:id/check-out',
  'POST /api/booking/:id/payment',
  'GET /api/booking/:id',
  'GET /api/booking/:id/history',
  'GET /api/booking/:id/erasure',
  'POST /api/booking/:id/erasure',
  'POST /api/booking-batch',
  'POST /api/reversals',
  'GET /api/reversals/:request_id',
  'GET /api/booking-search',
  'GET /api/room-proposals',
  'GET /api/front-desk',
  'GET /api/front-desk/unpaid',
  'POST /api/csv-imports',
  'GET /api/csv-imports',
  'GET /api/csv-imports/:id',
  'GET /api/csv-imports/:id/failed.csv',
  'GET /api/csv-reservations',
  'POST /api/csv-reservations/retry',
  'POST /api/csv-reservations/:id/retry',
  'PUT /api/csv-reservations/:id/dismissed',
  'GET /api/csv-reservations/:id/erasure',
  'POST /api/csv-reservations/:id/erasure',
  'GET /api/room-type-mappings',
  'POST /api/room-type-mappings',
  'PUT /api/room-type-mappings/:id',
  ...['corporate_master', 'payment_master', 'blacklist', 'staff'].flatMap((master) => [
    `POST /api/${master}`,
    `PUT /api/${master}/:id`,
    `PUT /api/${master}/:id/retired`,
  ]),
  'GET /api/staff',
  'GET /api/room-months',
  'PUT /api/room-months',
  'POST /api/room-months',
  'POST /api/room-months/copy',
  'GET /api/room-months.csv',
  'POST /api/room-months/csv',
  'GET /api/handover',
  'GET /api/handover/unread',
  'POST /api/handover',
  'GET /api/handover-notes',
  'POST /api/handover-notes',
  'PUT /api/handover-notes/:id',
  'PUT /api/handover-notes/:id/done',
  'DELETE /api/handover-notes/:id',
  'GET /api/log/moment',
  'GET /api/booking-changes',
  'GET /api/events',
  'GET /api/reports',
  'GET /api/reports.csv',
  'GET /api/checkpoints',
  'POST /api/checkpoints',
  'GET /api/evidence-package',
  'GET /api/hotel',
  'GET /api/session',
  'POST /api/session',
  'PUT /api/session',
  'DELETE /api/session',
  'POST /api/staff/:id/one-time-code',
  'POST /api/screen-errors',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
];

describe('the application', () => {
  let app: INestApplication;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const module = await Test.createTestingModule({
      imports: [AppModule.with(readConfig({}), database.url)],
    }).compile();
    app = module.createNestApplication();
    await app.init();
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('answers exactly the calls of the spec and those agreed beyond it', () => {
    const served = routesOf(app).map(({ method, path }) => `${method} ${path}`);
    expect(served.sort()).toEqual([...SPEC_CALLS, ...CALLS_BEYOND_THE_SPEC].sort());
  });
});
