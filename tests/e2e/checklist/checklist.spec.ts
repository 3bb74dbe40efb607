import { eachRow, type Proofs } from '#tests/cases/checklist/checklist.js';
import { test } from '../support/hotel.fixture.js';
import { bookings, cellColours, days, rooms } from './colours.js';
import { calendarTable, formLimits, overThePage, registrationScreen, routes, tooltips } from './layout.js';
import type { Proof } from './row.js';

const proofs: Proofs<'browser', Proof> = {
  ...{ routes, registrationScreen, overThePage, calendarTable, tooltips },
  ...{ cellColours, formLimits, rooms, bookings, days },
};

eachRow('browser', proofs, test.describe, (name, proof) =>
  test(name, ({ desk: { page }, hotel, openTerminal }) => proof({ page, hotel, openTerminal })),
);
