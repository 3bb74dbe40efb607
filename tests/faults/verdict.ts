import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { verifyReadModels } from '#backend/event-store/rebuild/rebuild.js';
import { verifyLog } from '#backend/event-store/verify-log.js';
import { openClient } from '#backend/platform/database.js';
import { eventStoreParts, READ_MODELS } from '#backend/streams.js';
import { rawLog } from '../support/log-rows.js';
import { claims, keptCounts, nights, recounted } from '../support/recount.js';
import type { RoamingTerminal } from './support/roaming-terminal.js';
import type { WriteLedger } from './support/write-ledger.js';

/** Room and nights of a booking, by its events. */
export type Stay = { roomNumber: string; stayStart: string; stayEnd: string; isActive: boolean };
const NO_STAY: Stay = { roomNumber: '', stayStart: '', stayEnd: '', isActive: true };

const OVER: readonly ReservationEvent['type'][] = [
  'ReservationCancelled',
  'ReservationReturnedToAutoFail',
  'ReservationTakenBack',
];

/** Returns a stay after one more of its events, knowing nothing of the product's code. */
function stayAfter(before: Stay | undefined, type: string, payload: object): Stay {
  const { roomNumber, stayStart, stayEnd, isActive } = { ...NO_STAY, ...before, ...payload };
  const kind = type as ReservationEvent['type'];
  const isOver = OVER.includes(kind);
  return {
    roomNumber,
    stayStart,
    stayEnd,
    isActive: !isOver && (isActive || kind === 'ReservationReinstated'),
  };
}

type Nights = { start: string; end: string };

/** Events that give the nights of a 売り止め or a 仮予約 back. */
const GIVEN_BACK = [
  'RoomClosureEnded',
  'TentativeStayReleased',
  'TentativeStayExpired',
  'TentativeStayBooked',
];

/** Events that give the nights to what may have given them back before. */
const TAKEN_AGAIN = ['RoomClosureChanged', 'TentativeStayRestored'];

/** Returns who has a room after one more event of a closure (売り止め, 仮予約), told as a stay. */
function closedAfter(before: Stay = NO_STAY, type: string, payload: Partial<Stay & Nights>): Stay {
  const { roomNumber = before.roomNumber, start = before.stayStart, end = before.stayEnd } = payload;
  const isActive = TAKEN_AGAIN.includes(type) || (before.isActive && !GIVEN_BACK.includes(type));
  return { roomNumber, stayStart: start, stayEnd: end, isActive };
}

/** Follows an event of the log: those of bookings and closures, whose ids differ, move who has a room. */
export function followPlaces(
  places: Map<string, Stay>,
  { stream, type, payload }: { stream: string; type: string; payload: object },
): void {
  const [, kind, id] = /^(reservation|room-closure)-(\d+)$/.exec(stream) ?? [];
  if (!id) return;
  const after = kind === 'reservation' ? stayAfter : closedAfter;
  places.set(id, after(places.get(id), type, payload));
}

/** The nights that active stays have, `room night booking`, in order. */
export const nightsTaken = (stays: ReadonlyMap<string, Stay>): string[] =>
  [...stays]
    .filter(([, { isActive }]) => isActive)
    .flatMap(([id, { roomNumber, stayStart, stayEnd }]) =>
      nights({ start: stayStart, end: stayEnd }).map((night) => `${roomNumber} ${night} ${id}`),
    )
    .sort();

/** The places, `room night`, that several of some nights have, which are in order. */
export function sharedPlaces(taken: readonly string[]): string[] {
  const places = taken.map((night) => night.replace(/ \d+$/, ''));
  return places.filter((place, index) => place === places[index - 1]);
}

/** Lists the items that only one of two lists has. */
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
  const stays = new Map<string, Stay>();
  for (const { payload, ...event } of await rawLog(databaseUrl)) {
    followPlaces(stays, { ...event, payload: JSON.parse(payload) });
  }
  const logged = nightsTaken(stays);
  return [
    ...sharedPlaces(booked).map((place) => `double: ${place}`),
    ...unlike('claims', kept, 'the log', logged),
    ...unlike('bookings', booked, 'the log', logged),
  ];
}

async function wrongCounts(databaseUrl: string): Promise<string[]> {
  const lines = (counts: object) =>
    Object.entries(counts).map(([name, count]) => `${name} ${JSON.stringify(count)}`);
  const [kept, booked] = [await keptCounts(databaseUrl), await recounted(databaseUrl)];
  return unlike('counts', lines(kept), 'bookings', lines(booked));
}

async function brokenChain(databaseUrl: string): Promise<string[]> {
  const client = await openClient(databaseUrl, () => undefined);
  const { fault } = await verifyLog(client).finally(() => client.end());
  return fault ? [`log: ${JSON.stringify(fault)}`] : [];
}

/** The first row of the tables that differs from those built anew from the log. */
export async function unlikeRebuilt(databaseUrl: string) {
  return (await verifyReadModels(databaseUrl, eventStoreParts(), READ_MODELS, () => undefined)).fault;
}

/** Lists the faults of a database by itself: the chain, a double room, the counts, tables that differ when rebuilt. */
export async function faultsOfDatabase(databaseUrl: string, isRebuildable = true): Promise<string[]> {
  const wrong = await Promise.all([brokenChain, doubleRooms, wrongCounts].map((look) => look(databaseUrl)));
  if (wrong.flat().length > 0 || !isRebuildable) return wrong.flat();
  const fault = await unlikeRebuilt(databaseUrl);
  return fault ? [`rebuilt: ${JSON.stringify(fault)}`] : [];
}

/** A hotel after a fault, and who looked at it from outside. */
type Survivor = {
  databaseUrl: string;
  ledger: WriteLedger;
  terminals: readonly RoamingTerminal[];
  /** False when the log holds what no table can be built of. */
  isRebuildable: boolean;
};

/**
 * Returns the faults of a hotel after a failure. What was acknowledged is in the database, and what was unknown is there once
 * or not at all; the database is right by itself; every terminal equals it.
 */
export async function differencesOf({ databaseUrl, ledger, terminals, isRebuildable }: Survivor) {
  const { lost, wrong } = await ledger.differences(databaseUrl);
  wrong.push(...(await faultsOfDatabase(databaseUrl, isRebuildable)));
  for (const terminal of terminals) wrong.push(...(await terminal.differences()));
  return { lost, wrong };
}
