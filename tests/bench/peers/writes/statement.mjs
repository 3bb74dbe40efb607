// What the machine allows: an empty Nest handler, with `databaseUrl` also one prepared statement with the rows of a booking.
import { Body, Controller, Post } from '@nestjs/common';
import pg from 'pg';
import { given, serve } from '../shared/driver.mjs';
import { decorate, serveNest } from '../shared/nest.mjs';
import { ONE_STATEMENT } from './rows.mjs';

const CONNECTIONS = 32;
const { databaseUrl } = given;
const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS }) : null;

class Bookings {
  async create(body) {
    await pool?.query({ name: 'booking', text: ONE_STATEMENT });
    return { id: 1, ...body };
  }
}

decorate(Bookings, 'create', Post(), Body());
Controller('api/booking')(Bookings);
const url = await serveNest(Bookings);
serve({ url: () => url });
