import { addDays, type Day, type Stay } from '../dates.js';
import { ERASED } from '../erased.js';
import type { Reservation } from '../reservation/reservation.js';
import { closureWord, type RoomClosure } from '../room/room-closure.js';
import { roomText } from '../room/room-number.js';
import type { IcalAddressDetails } from './ical-addresses.js';

/** Days before today and from today on that a calendar holds: stays with a night in them, arrivals on one of them. */
const PAST_DAYS = 31;
const ROOM_DAYS_AHEAD = 366;
const ARRIVAL_DAYS_AHEAD = 92;

/** An entry of whole days `[start, end)`; over changes of its booking `key` stays the same and `version` rises. */
export type IcalEntry = Stay & { key: string; summary: string; version: number };

/** The days that a calendar holds, the last one not included. */
export function daysHeld({ roomNumber }: Pick<IcalAddressDetails, 'roomNumber'>, today: Day): Stay {
  const ahead = roomNumber === null ? ARRIVAL_DAYS_AHEAD : ROOM_DAYS_AHEAD;
  return { start: addDays(today, -PAST_DAYS), end: addDays(today, ahead) };
}

const guestText = (name: string): string => (name === ERASED ? ERASED : `${name}様`);

const summaryOf = (text: string, name: string, showsNames: boolean): string =>
  showsNames && name !== '' ? `${text} ${guestText(name)}` : text;

/** The nights of a booking in its room. */
export function bookingEntry(booking: Reservation, showsNames: boolean): IcalEntry {
  const { id, version, stayStart: start, stayEnd: end, guestName1 } = booking;
  return { key: `booking-${id}`, start, end, version, summary: summaryOf('予約', guestName1, showsNames) };
}

/** The nights of a 売り止め or 仮予約; the reason is left out. */
export function closureEntry(closure: RoomClosure, showsNames: boolean): IcalEntry {
  const { id, version, start, end, tentative } = closure;
  const summary = summaryOf(closureWord(closure), tentative?.guestName ?? '', showsNames);
  return { key: `closure-${id}`, start, end, version, summary };
}

/** The day on which the guests of a booking arrive, with their room and number. */
export function arrivalEntry(booking: Reservation, showsNames: boolean): IcalEntry {
  const { id, version, stayStart: start, roomNumber, mensCount, womensCount, guestName1 } = booking;
  const text = `${roomText(roomNumber)} ${mensCount + womensCount}名`;
  const summary = summaryOf(text, guestName1, showsNames);
  return { key: `arrival-${id}`, start, end: addDays(start, 1), version, summary };
}
