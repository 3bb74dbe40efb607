import { SMOKING_STATUSES } from '@domain/room/room-month.js';
import {
  evolveWaitingEntry,
  type WaitingEntry,
  type WaitingEntryEvent,
} from '@domain/waiting/waiting-entry.js';
import { z } from 'zod';
import {
  eventDay,
  eventId,
  noData,
  onlyVersion,
  personalDataErased,
  type StreamDefinition,
} from '../event-store/event-stream.js';

const guests = z.int().min(0).max(2);
const details = {
  ...{ guestName: z.string(), tel: z.string(), remark: z.string() },
  ...{ start: eventDay, end: eventDay, mensCount: guests, womensCount: guests },
  ...{ smokingStatus: z.enum(SMOKING_STATUSES), corporateId: z.int().nonnegative() },
};

/** The waiting list (キャンセル待ち), one stream and so one key a guest who waits. */
export const waitingEntryStream: StreamDefinition<WaitingEntry, WaitingEntryEvent> = {
  category: 'waiting-entry',
  table: 'waiting_entries',
  key: { column: 'id', type: 'integer' },
  row: ({ status, start, end }) => ({ status, stay_start: start, stay_end: end }),
  evolve: evolveWaitingEntry,
  events: {
    WaitingEntryAdded: onlyVersion(z.strictObject({ ...details, staffId: eventId.nullable() })),
    WaitingEntryChanged: onlyVersion(z.strictObject(details)),
    WaitingEntryGivenUp: onlyVersion(noData),
    WaitingEntryTakenUp: onlyVersion(noData),
    WaitingEntryBooked: onlyVersion(z.strictObject({ bookingId: eventId })),
    PersonalDataErased: personalDataErased,
  },
  personalFields: ['guestName', 'tel', 'remark'],
};
