import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type Decided } from '@domain/broken-rule.js';
import { type Change, type CountDelta, countDeltas } from '@domain/calendar/count-deltas.js';
import { actualCounts } from '@domain/calendar/daily-counts.js';
import { type Day, day, type Month, nightsOf, type Stay } from '@domain/dates.js';
import { decideReservation } from '@domain/reservation/decide.js';
import { decideCreate } from '@domain/reservation/decide-save.js';
import {
  type CreateReservation,
  type ReservationCommand,
  type ReservationDecision,
  type ReservationFacts,
} from '@domain/reservation/reservation.commands.js';
import { evolveReservation, type ReservationEvent } from '@domain/reservation/reservation.events.js';
import { groupIdOf, type Reservation, stayOf } from '@domain/reservation/reservation.js';
import { CATEGORIES } from '@domain/room/category.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import { aRoomOf, facts, roomIdOf } from '../../support/builders.js';

const [november, december] = ['2026-11-01', '2026-12-01'].map((text) => day(text) as Month) as [Month, Month];

/** A hotel of four rooms over a month end, some of which change, close or end with November. */
export const SMALL_HOTEL = roomDirectory([
  ...aRoomOf('1001', {}, [november, december]),
  ...aRoomOf('1002', {}, [november]),
  ...aRoomOf('1002', { priority: '女性' }, [december]),
  ...aRoomOf('1003', { roomType: 'ツイン' }, [november]),
  ...aRoomOf('1003', { reservableStatus: '予約不可' }, [december]),
  ...aRoomOf('1005', { corporate: 1 }, [november]),
]);

/** Ids of the small hotel's room-months, any of which names the room. */
export const ROOM_IDS = ['1001', '1002', '1003'].flatMap((roomNumber) => [
  roomIdOf(roomNumber, november),
  roomIdOf(roomNumber, december),
]);

type Asked = CreateReservation | ReservationCommand;

/** Reservations in memory with the changes of counts that their history has made. */
export class ReservationWorld {
  readonly reservations = new Map<number, Reservation>();
  readonly deltas: CountDelta[] = [];
  private lastId = 0;

  constructor(private readonly today: Day) {}

  /** Asks for a new reservation; gives its id and the decision. */
  create(command: CreateReservation): { id: number; decision: Decided<ReservationDecision> } {
    const id = this.lastId + 1;
    const decision = decideCreate(command, id, this.facts(command, null));
    if (decision.ok) {
      this.lastId = id;
      this.apply(id, decision.value);
    }
    return { id, decision };
  }

  /** Asks for a change of a reservation that exists. */
  ask(id: number, command: ReservationCommand): Decided<ReservationDecision> {
    const stored = this.reservations.get(id);
    if (!stored) throw new Error(`no reservation ${id}`);
    const decision = decideReservation(command, stored, this.facts(command, stored));
    if (decision.ok) this.apply(id, decision.value);
    return decision;
  }

  /** Events that something else than a command of the desk has decided. */
  happen(id: number, events: readonly ReservationEvent[]): void {
    this.apply(id, { events: [...events], regrouped: [] });
  }

  active(): Reservation[] {
    return [...this.reservations.values()].filter(({ status }) => status === 'active');
  }

  /** No more than what a decision is promised to know. */
  private facts(command: Asked, stored: Reservation | null): ReservationFacts {
    const all = [...this.reservations.values()];
    const draft = command.type === 'create' || command.type === 'amend' ? command.draft : {};
    const roomId = draft.roomId ?? 0;
    const roomNumber = SMALL_HOTEL.byId.get(roomId)?.roomNumber ?? stored?.roomNumber;
    const start = draft.stayStart ?? stored?.stayStart ?? this.today;
    const end = draft.stayEnd ?? stored?.stayEnd ?? this.today;
    const touching = all.filter(
      (other) => other.roomNumber === roomNumber && other.stayStart <= end && other.stayEnd >= start,
    );
    const groups = new Set([...touching, ...(stored ? [stored] : [])].map(groupIdOf));
    const members = all.filter((other) => groups.has(groupIdOf(other)) && !touching.includes(other));
    return facts({ today: this.today, rooms: SMALL_HOTEL, neighbours: [...touching, ...members] });
  }

  private apply(id: number, { events, regrouped }: ReservationDecision): void {
    const changes: Change<Reservation>[] = [
      ...events.map((event) => this.evolve(id, event)),
      ...regrouped.map((change) =>
        this.evolve(change.id, { type: 'ReservationAmended', data: change.place }),
      ),
    ];
    this.deltas.push(...countDeltas(SMALL_HOTEL, { bookings: changes }));
  }

  private evolve(id: number, event: ReservationEvent): Change<Reservation> {
    const before = this.reservations.get(id) ?? null;
    const after = Object.freeze(evolveReservation(before, event, id));
    this.reservations.set(id, after);
    return { before, after };
  }
}

const nightsIn = (roomNumber: string, stay: Stay): string[] =>
  nightsOf(stay).map((night) => `${roomNumber} ${night}`);

/** No two active bookings share a night of a room. */
export function checkNoNightTwice(world: ReservationWorld): void {
  const nights = world.active().flatMap((booking) => nightsIn(booking.roomNumber, stayOf(booking)));
  strictEqual(new Set(nights).size, nights.length, `a night twice in ${nights.join()}`);
}

/** Groups are adjacent stays of one room; the first is the base, and all know the end of the last. */
export function checkWholeGroups(world: ReservationWorld): void {
  const groups = new Map<number, Reservation[]>();
  for (const member of world.reservations.values()) {
    if (member.status === 'cancelled') {
      deepStrictEqual([member.baseBookingId, member.groupEndDate], [0, null], 'a cancelled member');
    } else groups.set(groupIdOf(member), [...(groups.get(groupIdOf(member)) ?? []), member]);
  }
  for (const [id, members] of groups) {
    const chain = members.sort((a, b) => (a.stayStart < b.stayStart ? -1 : 1));
    const end = chain.length > 1 ? chain.at(-1)?.stayEnd : null;
    strictEqual(chain[0]?.id, id, 'the base is the first');
    chain.forEach((member, index) => {
      const previous = chain[index - 1];
      strictEqual(member.baseBookingId, previous ? id : 0, 'members know their base');
      strictEqual(member.groupEndDate, end, 'members know the end');
      if (previous) {
        strictEqual(member.roomNumber, previous.roomNumber, 'one room');
        strictEqual(member.stayStart, previous.stayEnd, 'adjacent');
      }
    });
  }
}

/** Two stays that touch are grouped if they were before, but for the one that asked to join or to leave. */
export function checkWishKept(
  world: ReservationWorld,
  before: ReadonlyMap<number, Reservation>,
  asked: number,
  wish: 0 | 1 | undefined,
): void {
  const grouped = (reservations: ReadonlyMap<number, Reservation>, ids: [number, number]): boolean => {
    const [first, second] = ids.map((id) => reservations.get(id));
    return first !== undefined && second !== undefined && groupIdOf(first) === groupIdOf(second);
  };
  const active = world.active();
  for (const member of active) {
    const previous = active.find(
      (other) => other.roomNumber === member.roomNumber && other.stayEnd === member.stayStart,
    );
    if (!previous) continue;
    const wished = member.id === asked && wish !== undefined;
    const expected = wished ? wish === 1 : grouped(before, [member.id, previous.id]);
    strictEqual(grouped(world.reservations, [member.id, previous.id]), expected, 'grouped as wished');
  }
}

/** A refusal leaves everything as it was and says why. */
export function checkRefusal(
  world: ReservationWorld,
  before: ReadonlyMap<number, Reservation>,
  codes: string[],
): void {
  ok(codes.length > 0, 'a refusal says why');
  deepStrictEqual([...world.reservations.keys()], [...before.keys()]);
  for (const [id, reservation] of before) ok(world.reservations.get(id) === reservation, 'nothing changed');
}

/** Overlap is told exactly when one of the nights that were asked for is taken by another. */
export function checkOverlapTold(
  world: ReservationWorld,
  asked: { id: number; roomNumber: string | undefined; stayStart: Day | null; stayEnd: Day | null },
  codes: string[],
): void {
  const { roomNumber = '', stayStart, stayEnd } = asked;
  const wanted = stayStart && stayEnd ? nightsIn(roomNumber, { start: stayStart, end: stayEnd }) : [];
  const others = world.active().filter(({ id }) => id !== asked.id);
  const taken = new Set(others.flatMap((other) => nightsIn(other.roomNumber, stayOf(other))));
  const overlap = wanted.some((night) => taken.has(night));
  strictEqual(codes.includes('overlap'), overlap, 'overlap told');
}

/** The changes of the counts add up to what a fresh count gives. */
export function checkCounts(world: ReservationWorld, days: readonly Day[]): void {
  const summed = new Map<string, number>();
  for (const { date, category, actual } of world.deltas) {
    summed.set(`${date} ${category}`, (summed.get(`${date} ${category}`) ?? 0) + actual);
  }
  for (const date of days) {
    const fresh = actualCounts(world.reservations.values(), SMALL_HOTEL, date);
    for (const category of CATEGORIES) {
      strictEqual(summed.get(`${date} ${category}`) ?? 0, fresh[category], `${date} ${category}`);
    }
  }
}
