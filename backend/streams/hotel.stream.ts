import { evolveHotel, type Hotel, type HotelEvent } from '@domain/masters/hotel.js';
import { z } from 'zod';
import { type EventVersions, eventDay, type StreamDefinition } from '../event-store/event-stream.js';

const time = z.string().regex(/^\d\d:\d\d$/);

const firstDefined = z.strictObject({
  name: z.string().min(1),
  shortName: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  registrationNumber: z.string(),
  receiptNote: z.string(),
  taxRate: z.int().min(0).max(99),
  checkInTime: time,
  checkOutTime: time,
});

const secondDefined = firstDefined.extend({ timezone: z.string(), dayTurnsAt: time });

const thirdDefined = secondDefined.extend({ bankAccount: z.string() });

const cleaningBegin = z.strictObject({ day: eventDay, position: z.int().nonnegative() }).nullable();

const fourthDefined = thirdDefined.extend({ cleaningBegin });

// Version 1 had the zone of the setting, and days that turned at midnight; version 2 no account for invoices; version 3 no cleaning; version 4 no
// choices about the register of guests: its cards had 職業 and prices, which the law does not want.
const hotelDefined: EventVersions = {
  schemas: [
    firstDefined,
    secondDefined,
    thirdDefined,
    fourthDefined,
    fourthDefined.extend({ asksOccupation: z.boolean(), showsCardPrices: z.boolean() }),
  ],
  upcasters: [
    (old) => ({ ...old, timezone: '', dayTurnsAt: '00:00' }),
    (old) => ({ ...old, bankAccount: '' }),
    (old) => ({ ...old, cleaningBegin: null }),
    (old) => ({ ...old, asksOccupation: false, showsCardPrices: false }),
  ],
};

/** The hotel itself: one stream of one kind. */
export const hotelStream: StreamDefinition<Hotel, HotelEvent> = {
  category: 'hotel',
  table: 'hotels',
  key: { column: 'number', type: 'integer' },
  row: ({ id }) => ({ id }),
  evolve: evolveHotel,
  events: { HotelDefined: hotelDefined },
  isReference: true,
};
