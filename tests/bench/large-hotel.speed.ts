import { test } from '@jest/globals';
import { inTurns, reportOn, SECONDS } from './harness.js';
import { useEnds } from './support/product.js';
import { postedProduct, rateOf } from './support/writing.js';

useEnds();

const { measured, atLeast } = reportOn('large hotel');
const SIZES = (process.env.BOOKINGS ?? '3000,1000000').split(',').map(Number);
const CLIENTS = 32;

test('POST /api/booking into logs of different sizes, in turns', async () => {
  const products = [];
  for (const size of SIZES) products.push(await postedProduct(`among ${size} bookings`, size));
  const runs = await inTurns(products, ({ run }) => run({ clients: CLIENTS, seconds: SECONDS }));
  const what = `POST /api/booking, ${CLIENTS} clients`;
  const [few = Number.NaN, many = Number.NaN] = products.map(({ name: way }) => {
    const p99s = runs(way, ({ p99 }) => p99);
    measured(`${what}: p99`, way, 'ms', p99s);
    return measured(what, way, 'a second', runs(way, rateOf));
  });
  const named = `rate among ${SIZES[1]} bookings to that among ${SIZES[0]}`;
  atLeast(named, many / few, '×', 0.9);
});
