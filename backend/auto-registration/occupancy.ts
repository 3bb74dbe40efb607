import { addDays, type Day } from '@domain/dates.js';
import type { Fact, UnitOfWork } from '../event-store/unit-of-work.js';
import type { Queryable } from '../platform/database.js';

/** Days before the earliest stay asked for, within which the guest before still counts as a neighbour. */
const DAYS_BACK = 366;

/** A stay that has a room; the night of `end` is free. */
export type TakenStay = { id: number; start: Day; end: Day };

type Row = { id: number; room_number: string; stay_start: Day; stay_end: Day; is_cancelled: boolean };

const COLUMNS = 'id, room_number, stay_start, stay_end, is_cancelled';

/**
 * Which stays have which rooms, from a day on and as of a position of the log: kept between batches, so that choosing a
 * room asks for nothing but what has changed since.
 */
export class Occupancy {
  private readonly byRoom = new Map<string, TakenStay[]>();
  private readonly roomOf = new Map<number, string>();
  private from: Day | null = null;
  private position = 0;

  /** The stays of a room, in their order; no two share a night. */
  staysIn(roomNumber: string): readonly TakenStay[] {
    return this.byRoom.get(roomNumber) ?? [];
  }

  /** Brings it up to what is stored now, for stays from a day on. */
  async refresh(client: Queryable, earliest: Day, position: number): Promise<void> {
    if (this.from === null || earliest < this.from)
      await this.readFrom(client, addDays(earliest, -DAYS_BACK));
    else if (position > this.position) await this.readChanges(client);
    this.position = position;
  }

  private async readFrom(client: Queryable, from: Day): Promise<void> {
    const { rows } = await client.query({
      name: 'occupancy',
      text: `select ${COLUMNS} from bookings
             where daterange(stay_start, stay_end) && daterange($1::date, null) and not is_cancelled
             order by stay_start`,
      values: [from],
    });
    this.byRoom.clear();
    this.roomOf.clear();
    for (const row of rows) this.put(row);
    this.from = from;
  }

  private async readChanges(client: Queryable): Promise<void> {
    const { rows } = await client.query({
      name: 'occupancy-changes',
      text: `select ${COLUMNS} from bookings where position > $1`,
      values: [this.position],
    });
    // What is given up goes first: two bookings may have swapped their rooms.
    for (const { id } of rows) this.remove(id);
    for (const row of rows) if (!row.is_cancelled) this.put(row);
  }

  private remove(id: number): void {
    const roomNumber = this.roomOf.get(id);
    if (roomNumber === undefined) return;
    const stays = this.byRoom.get(roomNumber) ?? [];
    this.roomOf.delete(id);
    this.byRoom.set(
      roomNumber,
      stays.filter((stay) => stay.id !== id),
    );
  }

  private put({ id, room_number, stay_start, stay_end }: Row): void {
    const stays = this.byRoom.get(room_number) ?? [];
    let place = stays.length;
    while (place > 0 && (stays[place - 1] as TakenStay).start > stay_start) place--;
    stays.splice(place, 0, { id, start: stay_start, end: stay_end });
    this.byRoom.set(room_number, stays);
    this.roomOf.set(id, room_number);
  }
}

const OCCUPANCY: Fact<Occupancy> = { nothing: () => new Occupancy() };

/** The occupancy that this node keeps. */
export function occupancyOf(unit: UnitOfWork): Occupancy {
  return unit.remembered(OCCUPANCY);
}
