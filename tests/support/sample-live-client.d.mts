import type { BookingRecord } from '@wire/booking-record.js';
import type { Socket } from 'socket.io-client';

export function followBookings(
  url: string,
  first: string,
  last: string,
): { bookings: Map<number, BookingRecord>; place: { position: number | null }; socket: Socket };
