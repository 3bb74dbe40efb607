import { test } from '@jest/globals';
import { recordGoal, recordMeasured } from '../support/records.js';
import { createBookedHotel } from './support/booked-hotel.js';
import { type Run, rateOf } from './support/way-of-writing.js';
import { startProduct } from './support/ways-of-writing.js';

const SIZES = (process.env.BOOKINGS ?? '3000,3000000').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 1);
const CLIENTS = 32;
const GROUP = 'large hotel';

test('POST /api/booking into logs of different sizes, in turns', async () => {
  const products = [];
  for (const size of SIZES) {
    const hotel = await createBookedHotel(size);
    products.push({ ...(await startProduct(`among ${size} bookings`, hotel)), size });
  }
  const runs = new Map<number, Run[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { size, run } of products) {
      const done = await run({ clients: CLIENTS, seconds: SECONDS });
      // The first round warms up.
      if (round > 0) runs.set(size, [...(runs.get(size) ?? []), done]);
    }
  }
  const rates = products.map(({ name, size }) => {
    const own = runs.get(size) ?? [];
    const shared = { group: GROUP, way: name, role: 'product' as const };
    const what = `POST /api/booking, ${CLIENTS} clients`;
    recordMeasured({ ...shared, what: `${what}: p99`, unit: 'ms', runs: own.map(({ p99 }) => p99) });
    return recordMeasured({ ...shared, what, unit: 'a second', runs: own.map(rateOf) });
  });
  const [few = Number.NaN, many = Number.NaN] = rates;
  recordGoal({
    group: GROUP,
    goal: `rate among ${SIZES[1]} bookings to that among ${SIZES[0]}`,
    value: many / few,
    unit: '×',
    bound: { atLeast: 0.9 },
  });
  for (const product of products) await product.stop();
});
