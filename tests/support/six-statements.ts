import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { verifyReadModels } from '../../backend/event-store/rebuild/verify-read-models.js';
import { verifyLog } from '../../backend/event-store/verify-log.js';
import { openClient } from '../../backend/platform/database.js';
import { eventStoreParts, READ_MODELS } from '../../backend/streams.js';
import { rawLog } from './log-rows.js';
import { recordTrial } from './records.js';
import { claims, nights } from './recount.js';
import type { RoamingTerminal } from './roaming-terminal.js';
import type { WriteLedger } from './write-ledger.js';

/** A hotel after a fault, and who looked at it from outside. */
export type Survivor = {
  /** What was done to it, in a few words, and how often. */
  what: string;
  tried: number;
  databaseUrl: string;
  /** The clients' own account; left out where nobody booked by it. */
  ledger?: WriteLedger;
  /** Writes of others than the ledger's that were acknowledged, or whose outcome was unknown until asked again. */
  acknowledged?: number;
  unknown?: number;
  terminals?: readonly RoamingTerminal[];
  figures?: Record<string, number>;
};

/** The nights that active bookings have, `room night booking`, by the events of the log alone. */
async function nightsByLog(databaseUrl: string): Promise<string[]> {
  type Stay = { roomNumber: string; stayStart: string; stayEnd: string; isActive: boolean };
  const stays = new Map<string, Stay>();
  for (const { stream, type, payload } of await rawLog(databaseUrl)) {
    const [, id] = /^reservation-(\d+)$/.exec(stream) ?? [];
    if (id === undefined) continue;
    const { roomNumber, stayStart, stayEnd } = JSON.parse(payload) as Partial<Stay>;
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

/** Every night that two bookings have, or that log, claims and bookings do not agree on. */
async function doubleRooms(databaseUrl: string): Promise<string[]> {
  const { kept, recounted } = await claims(databaseUrl);
  const logged = await nightsByLog(databaseUrl);
  const places = recounted.map((night) => night.replace(/ \d+$/, ''));
  return [
    ...places.filter((place, index) => place === places[index - 1]).map((place) => `double: ${place}`),
    ...[kept, recounted].flatMap((list, index) => {
      const name = ['claims', 'bookings'][index];
      const [have, should] = [new Set(list), new Set(logged)];
      return [
        ...list.filter((night) => !should.has(night)).map((night) => `${name}, not the log: ${night}`),
        ...logged.filter((night) => !have.has(night)).map((night) => `the log, not ${name}: ${night}`),
      ];
    }),
  ];
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

/** What is wrong with a hotel, by the six statements that must hold after every fault. */
async function judge({ databaseUrl, ledger, terminals = [] }: Survivor) {
  // 1 and 2: what was acknowledged is there, once, and nothing else is. Only a ledger can tell what was lost.
  const { lost, wrong }: { lost: string[] | null; wrong: string[] } = (await ledger?.differences(
    databaseUrl,
  )) ?? { lost: null, wrong: [] };
  // 3: rebuilt equals live. 4: the chain verifies. 5: no room is double.
  wrong.push(...(await brokenChain(databaseUrl)), ...(await doubleRooms(databaseUrl)));
  if (wrong.length === 0) wrong.push(...(await unlikeRebuilt(databaseUrl)));
  // 6: every terminal equals the database.
  for (const terminal of terminals) wrong.push(...(await terminal.differences()));
  return { lost, wrong };
}

/**
 * Holds a hotel that went through a fault against the six statements, and records it: what was acknowledged is in the
 * database; what was unknown became exactly one by asking again, or none; rebuilt equals live; the chain verifies; no
 * room is double; every terminal equals the database.
 */
export async function survived(survivor: Survivor): Promise<void> {
  const { what, tried, ledger, figures } = survivor;
  const { lost, wrong } = await judge(survivor);
  const { acknowledged = ledger?.acknowledged.size, unknown = ledger?.unknown } = survivor;
  recordTrial({
    part: 'faults',
    what,
    tried,
    ...(acknowledged === undefined ? {} : { acknowledged }),
    ...(lost === null ? {} : { lost: lost.length }),
    ...(unknown === undefined ? {} : { unknown }),
    wrong: wrong.length,
    ...(figures ? { figures } : {}),
  });
  const found = [...(lost ?? []).map((row) => `lost: ${row}`), ...wrong];
  if (found.length === 0) return;
  throw new Error(`${what}: ${found.length} faults\n${found.slice(0, 20).join('\n')}`);
}
