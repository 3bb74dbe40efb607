import { invalid } from '@domain/broken-rule.js';
import { categoriesSold } from '@domain/imports/record-details.js';
import type { RoomTypeMapping, RoomTypeMappingDetails } from '@domain/masters/masters.js';
import type { HotelReference } from '@domain/reference.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RoomTypeMappingRecord, RoomTypeMappings } from '@wire/csv-actions.js';
import { sql } from 'kysely';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { roomTypeMappingStream } from '../masters/master.stream.js';
import type { HotelDatabase } from '../platform/database.js';
import { notFound, refusal, staleVersion } from '../platform/errors.js';
import type { RequestContext } from '../platform/http/request-context.js';

/** Maps a room symbol or name of the channel manager to categories; `id` null for a new mapping. */
export class DefineRoomType extends Command<RoomTypeMappingRecord> {
  constructor(
    readonly id: number | null,
    readonly details: RoomTypeMappingDetails,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const KNOWN = invalid('room_type_known', 'room_type', 'この部屋タイプは既に定義されています。');

@CommandHandler(DefineRoomType)
export class DefineRoomTypeHandler implements ICommandHandler<DefineRoomType> {
  constructor(private readonly store: EventStore) {}

  /** The mapping as it is afterwards; 404, 409 when stale, 422 when another mapping has the room type. */
  execute({ id, details, request }: DefineRoomType): Promise<RoomTypeMappingRecord> {
    const { write, idempotency, expectedVersion } = request;
    return this.store.execute({
      idempotency,
      requirements: id === null ? [] : [requireStream(roomTypeMappingStream, id)],
      decide: (unit) => {
        const stored = id === null ? null : unit.get(roomTypeMappingStream, id);
        if (id !== null && !stored) throw notFound('部屋タイプの定義が見つかりません。');
        if (expectedVersion !== null && stored && stored.version !== expectedVersion) throw staleVersion();
        const others = [...unit.reference.roomTypeMappings.values()].filter((other) => other.id !== id);
        if (others.some(({ roomType }) => roomType === details.roomType)) throw refusal([KNOWN]);
        const event = { type: 'RoomTypeMappingDefined', data: details } as const;
        return encodeMapping(unit.append(roomTypeMappingStream, id ?? unit.nextPosition, event, write));
      },
    });
  }
}

type Seen = { roomSymbol: string; roomName: string; count: number };

/** The wire record of a mapping. */
function encodeMapping({ id, version, roomType, categories }: RoomTypeMapping): RoomTypeMappingRecord {
  return { id, version, room_type: roomType, categories };
}

/** All mappings, and the room types of failed records without one, most frequent first. */
export async function roomTypes(
  database: HotelDatabase,
  { roomTypeMappings }: HotelReference,
): Promise<RoomTypeMappings> {
  const { rows } = await sql<Seen>`
    select state ->> 'roomSymbol' as "roomSymbol", state ->> 'roomName' as "roomName", count(*)::int as count
    from csv_reservations where status = 'failed' and state -> 'soldCategories' = '[]'
    group by 1, 2 order by count desc, 1, 2`.execute(database);
  const unmapped = rows.filter(
    (seen) =>
      `${seen.roomSymbol}${seen.roomName}` !== '' && categoriesSold(seen, roomTypeMappings).length === 0,
  );
  return {
    mappings: [...roomTypeMappings.values()].map(encodeMapping),
    unmapped: unmapped.map(({ roomSymbol, roomName, count }) => ({
      room_symbol: roomSymbol,
      room_name: roomName,
      count,
    })),
  };
}
