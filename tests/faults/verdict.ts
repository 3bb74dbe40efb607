import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { verifyReadModels } from '../../backend/event-store/rebuild/rebuild.js';
import { verifyLog } from '../../backend/event-store/verify-log.js';
import { openClient } from '../../backend/platform/database.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { rawLog } from '../support/log-rows.js';
import { claims, keptCounts, nights, recounted } from '../support/recount.js';
import type { RoamingTerminal } from '../support/roaming-terminal.js';
import type { WriteLedger } from './support/write-ledger.js';

/** A hotel after a fault, and who looked at it from outside. */
type Survivor = {
  databaseUrl: string;
  ledger: WriteLedger;
  terminals: readonly RoamingTerminal[];
  /** False when the log holds what no table can be built of. */
  isRebuildable: boolean;
};

/** The nights that active bookings have, `room night booking`, by the events of the log alone. */
async function nightsByLog(databaseUrl: string): Promise<string[]> {
  type Stay = { roomNumber: string; stayStart: string; stayEnd: string; isActive: boolean };
  const stays = new Map<string, Stay>();
  for (const { stream, type, payload } of await rawLog(databaseUrl)) {
    const [, id] = /^reservation-(\d+)$/.exec(stream) ?? [];
    if (id === undefined) continue;
    const { roomNumber, stayStart, stayEnd }: Partial<Stay> = JSON.parse(payload) ?? {};
    const stay = stays.get(id) ?? { roomNumber: '', stayStart: '', stayEnd: '', isActive: true };
    const kind = type as ReservationEvent['type'];
    if (kind === 'ReservationCancelled' || kind === 'ReservationReturnedToAutoFail') stay.isActive = false;
    if (kind === 'ReservationReinstated') stay.isActive = true;
    stay.roomNumber = roomNumber ?? stay.roomNumber;
    stay.stayStart = stayStart ?? stay.stayStart;
    stay.stayEnd = stayEnd ?? stay.stayEnd;
    stays.set(id, stay);
  }
  return [...stays]
    .filter(([, { isActive }]) => isActive)
    .flatMap(([id, { roomNumber, stayStart, stayEnd }]) =>
      nights({ start: stayStart, end: stayEnd }).map((night) => `${roomNumber} ${night} ${id}`),
    )
    .sort();
}

/** What only one of two lists has. */
function unlike(name: string, list: readonly string[], other: string, others: readonly string[]): string[] {
  const [have, should] = [new Set(list), new Set(others)];
  return [
    ...list.filter((item) => !should.has(item)).map((item) => `${name}, not ${other}: ${item}`),
    ...others.filter((item) => !have.has(item)).map((item) => `${other}, not ${name}: ${item}`),
  ];
}

/** Every night that two bookings have, or that log, claims and bookings do not agree on. */
async function doubleRooms(databaseUrl: string): Promise<string[]> {
  const { kept, recounted: booked } = await claims(databaseUrl);
  const logged = await nightsByLog(databaseUrl);
  const places = booked.map((night) => night.replace(/ \d+$/, ''));
  return [
    ...places.filter((place, index) => place === places[index - 1]).map((place) => `double: ${place}`),
    ...unlike('claims', kept, 'the log', logged),
    ...unlike('bookings', booked, 'the log', logged),
  ];
}

async function wrongCounts(databaseUrl: string): Promise<string[]> {
  const lines = (counts: object) =>
    Object.entries(counts).map(([name, count]) => `${name} ${JSON.stringify(count)}`);
  return unlike(
    'counts',
    lines(await keptCounts(databaseUrl)),
    'bookings',
    lines(await recounted(databaseUrl)),
  );
}

async function brokenChain(databaseUrl: string): Promise<string[]> {
  const client = await openClient(databaseUrl, () => undefined);
  const { fault } = await verifyLog(client).finally(() => client.end());
  return fault ? [`log: ${JSON.stringify(fault)}`] : [];
}

async function unlikeRebuilt(databaseUrl: string): Promise<string[]> {
  const { fault } = await verifyReadModels(databaseUrl, eventStoreParts(), READ_MODELS, () => undefined);
  return fault ? [`rebuilt: ${JSON.stringify(fault)}`] : [];
}

/**
 * What is wrong with a hotel after a fault. What was acknowledged is in the database, and what was unknown is there once
 * or not at all; the chain verifies; no room is double; the counts are those of the bookings; rebuilt equals live; every
 * terminal equals the database.
 */
export async function judge({ databaseUrl, ledger, terminals, isRebuildable }: Survivor) {
  const { lost, wrong } = await ledger.differences(databaseUrl);
  wrong.push(...(await brokenChain(databaseUrl)), ...(await doubleRooms(databaseUrl)));
  wrong.push(...(await wrongCounts(databaseUrl)));
  if (isRebuildable && wrong.length === 0) wrong.push(...(await unlikeRebuilt(databaseUrl)));
  for (const terminal of terminals) wrong.push(...(await terminal.differences()));
  return { lost, wrong };
}
