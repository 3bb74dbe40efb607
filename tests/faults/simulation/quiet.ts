import type { CsvReservation } from '@domain/auto-registration/csv-reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import { csvReservationStream } from '../../../backend/auto-registration/csv-reservation.stream.js';
import { roomMonthStream } from '../../../backend/rooms/room-month.stream.js';
import type { CalendarSnapshot } from '../../../frontend/state/calendar-snapshot.js';
import { modelsOf } from '../../support/memory-store/memory-models.js';
import { faultOfLog, rebuiltFrom } from '../../support/memory-store/memory-rebuild.js';
import { REGISTRY } from '../../support/memory-store/memory-store.js';
import { categoryOf, nights } from '../../support/recount.js';
import { difference } from './difference.js';
import { must } from './oracle.js';
import type { Sent } from './request-log.js';
import type { World } from './world.js';

/** Everything comes to rest: lines are mended, requests of unknown outcome are sent again until they are answered. */
export async function comeToRest(world: World): Promise<void> {
  await world.commit();
  for (const sent of world.sent.filter(({ state }) => state === 'unknown')) {
    world.send(sent);
    await world.commit();
    must(sent.state !== 'unknown', () => `${sent.told}: was never answered`);
  }
  await world.push();
  for (const terminal of world.terminals) {
    if (terminal.isConnected && terminal.receive()) continue;
    await world.connect(terminal);
    must(terminal.receive(), () => `${terminal.name} misses something right after it connected`);
  }
}

/** What of an acknowledged request must be in the log, once; of a refused one nothing may be. */
function checkRequest({ database: { rows } }: World, { key, told, state, refusal, answer }: Sent): void {
  const own = rows.filter(({ requestId }) => requestId === key);
  const [first, last] = [own[0]?.position ?? 0, own.at(-1)?.position ?? 0];
  must(own.length === 0 || last - first === own.length - 1, () => `${told}: its events lie apart`);
  must(new Set(own.map(({ recordedAt }) => recordedAt)).size <= 1, () => `${told}: was written twice`);
  if (state === 'refused') {
    must(own.length === 0 || answer !== null, () => `${told}: was refused (${refusal}), but is in the log`);
  }
  const { id, version } = JSON.parse(answer ?? '{}') as { id?: number; version?: number };
  const newest = own.findLast(({ stream }) => stream === `reservation-${id}`);
  must(
    !newest || newest.version === version,
    () => `${told}: answered version ${version} of ${newest?.version}`,
  );
}

function recount({ database, oracle }: World): Map<string, string> {
  const counted = new Map<string, { actual: number; tema: number }>();
  const add = (date: string, category: string | null | undefined, kind: 'actual' | 'tema'): void => {
    if (!category) return;
    const count = counted.get(`${date} ${category}`) ?? { actual: 0, tema: 0 };
    count[kind] += 1;
    counted.set(`${date} ${category}`, count);
  };
  const rooms = new Map(
    database.of(roomMonthStream).map(({ state }) => {
      const room = state as RoomMonth;
      return [`${room.roomNumber} ${room.month.slice(0, 7)}`, categoryOf(room)];
    }),
  );
  for (const place of oracle.places.values()) {
    if (!place.isActive) continue;
    for (const date of nights(place)) add(date, rooms.get(`${place.room} ${date.slice(0, 7)}`), 'actual');
  }
  for (const { state } of database.of(csvReservationStream)) {
    const { status, kind, stayStart: start, stayEnd: end, soldCategories } = state as CsvReservation;
    const isSold = kind !== 'キャンセル' && (status === 'failed' || status === 'registered');
    if (!isSold || !start || !end) continue;
    for (const date of nights({ start, end })) add(date, soldCategories[0], 'tema');
  }
  return new Map([...counted].map(([key, { actual, tema }]) => [key, `${actual} ${tema}`]));
}

function checkCounts(world: World): void {
  const expected = recount(world);
  for (const [key, { actual, tema }] of world.database.counts) {
    const count = expected.get(key) ?? '0 0';
    must(count === `${actual} ${tema}`, () => `counts of ${key}: ${actual} ${tema}, recounted ${count}`);
    expected.delete(key);
  }
  must(expected.size === 0, () => `no counts of ${[...expected.keys()]}`);
}

/** What a calendar shows, each thing by its name. */
function shownIn({ byRoom, counts, weather, rooms }: CalendarSnapshot): object {
  const bookings = [...byRoom.values()].flat().map((booking) => [booking.id, booking]);
  return {
    bookings: Object.fromEntries(bookings),
    counts: Object.fromEntries(counts),
    weather: Object.fromEntries(weather),
    rooms: Object.fromEntries(rooms.byId),
  };
}

/** Once all is at rest: every request happened once or not at all, and everything that follows from the log equals it. */
export async function checkAtRest(world: World): Promise<void> {
  for (const sent of world.sent) checkRequest(world, sent);
  checkCounts(world);
  const fault = faultOfLog(world.database);
  must(fault === null, () => `the log is not sound: ${fault}`);
  const rebuilt = difference(modelsOf(await rebuiltFrom(world.database, REGISTRY)), modelsOf(world.database));
  must(rebuilt === '', () => `rebuilt differs from live: ${rebuilt}`);
  const stored = shownIn(await world.fresh());
  for (const { name, shown } of world.terminals) {
    const found = difference(shownIn(shown), stored);
    must(found === '', () => `${name} differs from what is stored: ${found}`);
  }
}
