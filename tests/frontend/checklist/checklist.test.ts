import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { liveSession } from '#frontend/shared/live/live-session.js';
import { CHECKLIST, eachRow, type Proofs } from '#tests/cases/checklist/checklist.js';
import type { Hotel } from '#tests/e2e/support/hotel.js';
import { blacklist, dateFilter } from './before-save.js';
import { calendarTable } from './calendar-table.js';
import { detailModal } from './detail-modal.js';
import { failures, lookups, messages } from './errors.js';
import { bookings, days, formLimits, listLimits, rooms } from './limits.js';
import { onSave, savedRoom } from './on-save.js';
import { emptySearch, roomRules, roomSearch } from './room-search.js';
import { listScreen, overThePage, registrationScreen, routes } from './screens.js';
import { booking, cellColours, checkedIn, formMode } from './states.js';
import { openTerminal, type Proof, tidyUp } from './support/terminal.js';

const proofs: Proofs<'page', Proof> = {
  ...{ routes, registrationScreen, overThePage, listScreen, detailModal, calendarTable },
  ...{ formMode, booking, checkedIn, cellColours },
  ...{ onSave, savedRoom, dateFilter, blacklist, roomSearch, roomRules, emptySearch },
  ...{ messages, failures, lookups },
  ...{ formLimits, listLimits, rooms, bookings, days },
};

let hotel: Hotel;

beforeAll(async () => {
  hotel = await openTerminal();
}, 120_000);
afterEach(tidyUp);
afterAll(() => liveSession.close());

eachRow('page', proofs, describe, (name, proof) => test(name, () => proof({ hotel })));

test('the list has every row of the specification, each once', () => {
  const names = Object.values(CHECKLIST).flatMap(({ title, ...layers }) =>
    Object.values<Record<string, string>>(layers).flatMap((rows) =>
      Object.values(rows).map((name) => `${title} › ${name}`),
    ),
  );
  expect([names.length, new Set(names).size]).toEqual([223, 223]);
});
