import { addDays, day, type Month } from '@domain/dates.js';
import type { RoomTypeMappingEvent } from '@domain/masters/masters.js';
import type { ReservationEvent } from '@domain/reservation/reservation.events.js';
import { importRow } from '../../../backend/auto-registration/import-row.js';
import type { EventStore } from '../../../backend/event-store/event-store.js';
import { needStream } from '../../../backend/event-store/needs.js';
import type { Work } from '../../../backend/event-store/work.js';
import { paymentStream, roomTypeMappingStream } from '../../../backend/masters/master.stream.js';
import { Clock } from '../../../backend/platform/clock.js';
import { reservationStream } from '../../../backend/reservations/reservation.stream.js';
import { roomMonthStream } from '../../../backend/rooms/room-month.stream.js';
import { channelReservation } from '../../support/channel-file.js';
import { AT_DESK, aWork, bookUnchecked, plainRoom } from '../../support/store-node.js';

/** All histories begin on the eve of a leap day, two days before a month ends. */
export const BEGIN = '2028-02-27T14:30:00.000Z';
/** The days that terminals show: all stays begin within them. */
export const RANGE = { first: day('2028-02-19'), last: day('2028-03-12') };
export const FIRST_NIGHT = day('2028-02-26');
const MONTHS = [day('2028-02-01'), day('2028-03-01')] as Month[];
const SOLD_AS = 'NS';

const ROOMS = [
  { ...plainRoom('101', MONTHS[0] as Month) },
  { ...plainRoom('102', MONTHS[0] as Month), priority: '女性' as const },
  { ...plainRoom('201', MONTHS[0] as Month), roomType: 'ツイン' },
];
export const ROOM_NUMBERS = ROOMS.map(({ roomNumber }) => roomNumber);

const STAYS = [
  ['101', '2028-02-26', '2028-02-28'],
  ['101', '2028-02-28', '2028-02-29'],
  ['102', '2028-02-28', '2028-03-02'],
  ['201', '2028-02-24', '2028-02-27'],
] as const;

function defineMasters(): Work<null> {
  return aWork((unit) => {
    const payment = { type: 'PaymentDefined', data: { paymentName: '現金' } } as const;
    unit.append(paymentStream, unit.nextPosition, payment, AT_DESK);
    const mapping: RoomTypeMappingEvent = {
      type: 'RoomTypeMappingDefined',
      data: { roomType: SOLD_AS, categories: ['normal_non_smoking', 'twin_non_smoking'] },
    };
    unit.append(roomTypeMappingStream, unit.nextPosition, mapping, AT_DESK);
    for (const month of MONTHS) {
      for (const room of ROOMS) {
        if (room.roomNumber === '201' && month !== MONTHS[0]) continue;
        const event = { type: 'RoomMonthDefined', data: { ...room, month } } as const;
        unit.append(roomMonthStream, unit.nextPosition, event, AT_DESK);
      }
    }
    return null;
  });
}

/** What happened to a stay, told past the decisions. */
function happened(id: number, ...events: ReservationEvent[]): Work<unknown> {
  return aWork((unit) => events.map((event) => unit.append(reservationStream, id, event, AT_DESK)), {
    needs: [needStream(reservationStream, id)],
  });
}

/**
 * The hotel that every history begins in: three rooms, the last of them without a March, one way to pay, what the
 * channel manager sells, and five stays, one of them in the house, one gone, and one imported.
 */
export async function openHotel(execute: EventStore['execute']): Promise<void> {
  await execute(defineMasters());
  const ids: number[] = [];
  for (const [room, start, end] of STAYS) ids.push((await execute(bookUnchecked(room, start, end))).id);
  const [staying = 0, , , gone = 0] = ids;
  await execute(happened(staying, { type: 'GuestCheckedIn', data: { date: day('2028-02-26') } }));
  await execute(
    happened(
      gone,
      { type: 'GuestCheckedIn', data: { date: day('2028-02-24') } },
      { type: 'GuestCheckedOut', data: { date: day('2028-02-27') } },
    ),
  );
  const row = channelReservation({
    予約番号: 'RY0',
    予約日時: '2028-02-20 10:00:00',
    ...channelStay('2028-03-03', 1),
  });
  const clock = new Clock('Asia/Tokyo', () => new Date(BEGIN));
  await execute(importRow(row, { write: AT_DESK, idempotency: null, clock }));
}

/** The cells of the channel manager's row that tell a stay. */
export function channelStay(start: string, nights: number) {
  return { チェックイン日: start, チェックアウト日: addDays(day(start), nights), 泊数: String(nights) };
}
