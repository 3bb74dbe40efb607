// Other ways to answer the same list, and limits, each a route of Nest on Express over the product's own tables.
import { Controller, Get, Query, Res } from '@nestjs/common';
import compression from 'compression';
import pg from 'pg';
import '../../../../dist/backend/platform/database.js';
import { encodeBookingNight } from '../../../../dist/backend/wire/booking-record.js';
import { given, serve } from '../shared/driver.mjs';
import { decorate, serveNest } from '../shared/nest.mjs';

const ROWS = `select b.state from bookings b
  where daterange(b.stay_start, b.stay_end) && daterange($1::date, $2::date, '[]') order by b.stay_start, b.id`;
const ROOM_MONTHS = `select id, room_number as "roomNumber", to_char(month, 'YYYY-MM') as month from room_months`;
const MS_PER_DAY = 86_400_000;
const pool = new pg.Pool({ connectionString: given.databaseUrl, max: 8 });
const roomMonths = new Map(
  (await pool.query(ROOM_MONTHS)).rows.map(({ id, roomNumber, month }) => [`${roomNumber} ${month}`, id]),
);

function nightsOf({ stayStart, stayEnd }, { start_date, end_date }) {
  const first = Date.parse(stayStart > start_date ? stayStart : start_date);
  const end = Math.min(Date.parse(stayEnd), Date.parse(end_date) + MS_PER_DAY);
  const nights = [];
  for (let at = first; at < end; at += MS_PER_DAY) nights.push(new Date(at).toISOString().slice(0, 10));
  return nights;
}

class Lists {
  async rows(query) {
    const { start_date, end_date } = query;
    const { rows } = await pool.query({ name: 'rows', text: ROWS, values: [start_date, end_date] });
    return rows.flatMap(({ state }) =>
      nightsOf(state, query).map((night) =>
        encodeBookingNight(state, night, roomMonths.get(`${state.roomNumber} ${night.slice(0, 7)}`) ?? null),
      ),
    );
  }

  still(_query, response) {
    response.type('json').send(Lists.buffer);
  }

  empty(_query, response) {
    response.end();
  }

  async asking(_query, response) {
    await pool.query({ name: 'end', text: 'select position from log_head' });
    response.end();
  }
}
Lists.buffer = Buffer.alloc(given.bytes ?? 0, 'x');

for (const method of ['still', 'empty', 'asking']) decorate(Lists, method, Get(method), Query(), Res());
decorate(Lists, 'rows', Get(['rows', 'rows-gzip']), Query());
Controller()(Lists);

const url = await serveNest(Lists, (app) => {
  app.set('etag', false);
  app.use('/rows-gzip', compression());
});
serve({ url: () => url });
