// Emmett without HTTP.
import { randomUUID } from 'node:crypto';
import { given, serveWay } from './driver.mjs';
import { openEmmett } from './emmett-store.mjs';
import { BOOKING_STATE } from './rows.mjs';

const store = await openEmmett(given.databaseUrl);
const data = JSON.parse(BOOKING_STATE);

serveWay(() => store.append(`reservation-${randomUUID()}`, data));
