import { dayText, monthText, stayRangeText } from '@domain/calendar/stay-text.js';
import type { WeatherDay } from '@domain/calendar/weather-day.js';
import type { Handover } from '@domain/handover/handover.js';
import type { HandoverNote } from '@domain/handover/handover-note.js';
import type { CsvReservation } from '@domain/imports/csv-reservation.js';
import type { BlacklistRecord, Corporate, Payment, RoomTypeMapping, Staff } from '@domain/masters/masters.js';
import type { HotelReference } from '@domain/reference.js';
import type { Reservation } from '@domain/reservation/reservation.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import {
  BLACKLIST_FIELDS,
  BOOKING_FIELDS,
  CORPORATE_FIELDS,
  DAY_FIELDS,
  type FieldTexts,
  HANDOVER_FIELDS,
  IMPORT_FIELDS,
  type InZone,
  MAPPING_FIELDS,
  NOTE_FIELDS,
  PAYMENT_FIELDS,
  ROOM_FIELDS,
  STAFF_FIELDS,
} from '@wire/field-texts.js';
import { encodeRoomMonth } from '@wire/room-record.js';
import { date } from '@wire/value-texts.js';
import type { Versioned } from '../event-store/stream-definition.js';
import { bookingFacts } from './booking-facts.js';
import type { Facts } from './changes.js';
import { importFacts } from './import-facts.js';

/** What texts are written with: master data and the hotel's zone. */
export type TextContext = HotelReference & InZone;

/** How a kind of stream is told: what it is about, and its fields. Methods, so that a kind passes for any. */
export type Describer<State> = {
  subject(state: State): string;
  facts(state: State, context: TextContext): Facts;
  texts: FieldTexts<string, TextContext>;
};

/** The state of each category of streams. */
type States = {
  reservation: Reservation;
  'csv-reservation': CsvReservation;
  day: WeatherDay;
  'room-month': RoomMonth;
  corporate: Corporate;
  payment: Payment;
  blacklist: BlacklistRecord;
  staff: Staff;
  'room-type-mapping': RoomTypeMapping;
  'handover-note': HandoverNote;
  handover: Handover;
};

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ');

/** How the streams of each category are told. */
export const DESCRIBERS: { readonly [Category in keyof States]: Describer<States[Category]> } = {
  reservation: {
    subject: ({ roomNumber, guestName1, stayStart, stayEnd }) =>
      joined(roomNumber, guestName1, stayRangeText({ start: stayStart, end: stayEnd })),
    facts: bookingFacts,
    texts: BOOKING_FIELDS,
  },
  'csv-reservation': {
    subject: ({ site, bookingNumber, guestName1, stayStart }) =>
      joined(site, bookingNumber, guestName1, stayStart && `${dayText(stayStart)}～`),
    facts: importFacts,
    texts: { ...BOOKING_FIELDS, ...IMPORT_FIELDS },
  },
  day: {
    subject: (day) => date(day.date, null),
    facts: ({ weather, holidayFlag }) => ({ weather, holiday_flag: holidayFlag }),
    texts: DAY_FIELDS,
  },
  'room-month': {
    subject: ({ roomNumber, month }) => joined(roomNumber, monthText(month)),
    facts: (room) => {
      const { id, ...facts } = encodeRoomMonth(room);
      return facts;
    },
    texts: ROOM_FIELDS,
  },
  corporate: {
    subject: ({ corporateShortName }) => joined('法人', corporateShortName),
    facts: ({ corporateShortName, corporateFlag, isRetired }) => ({
      corporate_short_name: corporateShortName,
      corporate_flag: corporateFlag,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: CORPORATE_FIELDS,
  },
  payment: {
    subject: ({ paymentName }) => joined('支払方法', paymentName),
    facts: ({ paymentName, isRetired }) => ({ payment_name: paymentName, is_retired: isRetired ? 1 : 0 }),
    texts: PAYMENT_FIELDS,
  },
  blacklist: {
    subject: ({ guestName }) => joined('ブラックリスト', guestName),
    facts: ({ guestName, tel, isRetired }) => ({ guest_name: guestName, tel, is_retired: isRetired ? 1 : 0 }),
    texts: BLACKLIST_FIELDS,
  },
  staff: {
    subject: ({ name }) => joined('スタッフ', name),
    facts: ({ name, role, loginName, isRetired }) => ({
      name,
      role,
      login_name: loginName,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: STAFF_FIELDS,
  },
  'room-type-mapping': {
    subject: ({ roomType }) => joined('部屋タイプ', roomType),
    facts: ({ roomType, categories, isRetired }) => ({
      room_type: roomType,
      categories,
      is_retired: isRetired ? 1 : 0,
    }),
    texts: MAPPING_FIELDS,
  },
  'handover-note': {
    subject: (note) => joined('申し送り', dayText(note.date)),
    facts: ({ date, text, status }) => ({ date, text, status }),
    texts: NOTE_FIELDS,
  },
  handover: {
    subject: () => '引継ぎ',
    facts: ({ staffId, terminal, upTo, memo }) => ({ staff_id: staffId, terminal, up_to: upTo, memo }),
    texts: HANDOVER_FIELDS,
  },
};

/** How the streams of a category are told. */
export function describerFor(category: string): Describer<Versioned> {
  const describer = DESCRIBERS[category as keyof States];
  if (!describer) throw new Error(`streams of the category ${category} have no texts`);
  return describer;
}
