import { isInHouse } from '@domain/calendar/front-desk.js';
import {
  CLEANING_IS_OFF,
  type CleaningChange,
  cleaningNow,
  decideCleaning,
  type RoomCleaning,
  type RoomUse,
  stayInRoom,
} from '@domain/cleaning/room-cleaning.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CleaningContent } from '@wire/cleaning.js';
import { EventStore } from '../event-store/event-store.js';
import { type BatchLoader, type Fact, requirement, type UnitOfWork } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { queryRow } from '../platform/database.js';
import { notFound, refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { reservationStream } from '../streams/reservation.stream.js';
import { roomCleaningStream } from '../streams/room-cleaning.stream.js';

/** Sets the state of a room's cleaning, or writes a remark about it. */
export class ChangeCleaning extends Command<CleaningContent> {
  constructor(
    readonly roomNumber: string,
    readonly change: CleaningChange,
    readonly request: RequestContext,
  ) {
    super();
  }
}

/** Position of the last departure from each room, and the bookings that were in the house under the lock. */
type Uses = { departed: Map<string, number>; inHouse: Set<number> };
const USES: Fact<Uses> = { initial: () => ({ departed: new Map(), inHouse: new Set() }) };

type Loaded = {
  records: { key: string; state: RoomCleaning }[];
  stays: { key: string; state: Reservation }[];
  departures: { room: string; position: number }[];
};

const loadUses: BatchLoader<string> = async (client, rooms, opened) => {
  const { records, stays, departures } = await queryRow<Loaded>(client, {
    name: 'cleaning-of-rooms',
    text: `
      select (select coalesce(json_agg(json_build_object('key', id::text, 'state', state)), '[]')
              from room_cleanings where room_number = any($1::text[])) as records,
             (select coalesce(json_agg(json_build_object('key', b.id::text, 'state', state)), '[]')
              from open_stays o join bookings b on b.id = o.id
              where is_in_house and room_number = any($1::text[])) as stays,
             (select coalesce(json_agg(json_build_object('room', room, 'position', position)), '[]')
              from unnest($1::text[]) as wanted(room) cross join lateral (
                select d.position from room_departures d join bookings b on b.id = d.id
                where d.room_number = room and returned is null and not b.is_cancelled
                  and (b.room_number <> room or b.checkout_date is null or b.checkout_date >= greatest(
                    (select (state #>> '{cleaningBegin,day}')::date from hotels),
                    (select (state ->> 'day')::date from room_cleanings r where r.room_number = room)))
                  and not exists (
                  select from open_stays o join bookings g on g.id = o.id
                  where is_in_house and g.room_number = room and g.group_id = b.group_id)
                order by d.position desc limit 1) as last) as departures`,
    values: [rooms],
  });
  const unit = await opened;
  unit.load(records.map((row) => ({ definition: roomCleaningStream, ...row })));
  unit.load(stays.map((row) => ({ definition: reservationStream, ...row })));
  const uses = unit.fact(USES);
  for (const { room, position } of departures) uses.departed.set(room, position);
  for (const { state } of stays) uses.inHouse.add(state.id);
};

/** Returns the use of a room as the batch stands; a departure within the batch is the latest. */
function useOf(unit: UnitOfWork, roomNumber: string): RoomUse {
  const { departed, inHouse } = unit.fact(USES);
  const stays = unit.all(reservationStream).filter((stay) => stay.roomNumber === roomNumber);
  const hasLeft = stays.some((stay) => inHouse.has(stay.id) && !isInHouse(stay) && stay.checkoutDate);
  const present = stays.find(isInHouse);
  return {
    inHouse: present ? stayInRoom(present) : null,
    departed: hasLeft ? unit.nextPosition - 1 : (departed.get(roomNumber) ?? null),
  };
}

@CommandHandler(ChangeCleaning)
export class ChangeCleaningHandler implements ICommandHandler<ChangeCleaning> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The room's cleaning after the change; 409 when it is not as it was seen, 404 for an unknown room. */
  execute({ roomNumber, change, request }: ChangeCleaning): Promise<CleaningContent> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: [requirement(loadUses, roomNumber)],
      decide: (unit) => this.decide(unit, roomNumber, change, request),
    });
  }

  private decide(
    unit: UnitOfWork,
    roomNumber: string,
    change: CleaningChange,
    request: RequestContext,
  ): CleaningContent {
    const begin = unit.reference.hotel?.cleaningBegin;
    if (!begin) throw refusal([CLEANING_IS_OFF]);
    if (!unit.reference.rooms.byNumber.has(roomNumber)) throw notFound('部屋が見つかりません。');
    const stored = unit.all(roomCleaningStream).find((record) => record.roomNumber === roomNumber) ?? null;
    const { expectedVersion, write } = request;
    if (expectedVersion !== null && expectedVersion !== (stored?.version ?? 0)) throw staleVersion();
    const today = this.clock.today();
    const now = cleaningNow(stored, useOf(unit, roomNumber), { today, begin });
    const facts = { roomNumber, now, today, position: unit.nextPosition };
    const decision = decideCleaning(change, stored, facts);
    if (!decision.ok) throw refusal(decision.broken);
    let after = stored;
    for (const event of decision.value)
      after = unit.append(roomCleaningStream, after?.id ?? unit.nextPosition, event, write);
    const isSet = decision.value.some(({ type }) => type === 'RoomCleaningStateSet');
    return {
      room_number: roomNumber,
      version: after?.version ?? 0,
      state: isSet ? (after?.state ?? null) : (now?.state ?? null),
      remark: after?.remark ?? '',
    };
  }
}
