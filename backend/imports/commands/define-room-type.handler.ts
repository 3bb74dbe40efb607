import { invalid } from '@domain/broken-rule.js';
import type { RoomTypeMappingDetails } from '@domain/masters/masters.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RoomTypeMappingRecord } from '@wire/room-type-mapping.js';
import { requireStream } from '../../event-store/data-requirements.js';
import { EventStore } from '../../event-store/event-store.js';
import { roomTypeMappingStream } from '../../masters/master.stream.js';
import { notFound, refusal, staleVersion } from '../../platform/errors.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { encodeMapping } from '../room-types.query.js';

/** Says which categories a room symbol or name of the channel manager means; `id` null for a new mapping. */
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
