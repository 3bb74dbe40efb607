import { bookingRecordSchema } from '@wire/booking-record-schema.js';
import { roomRecordSchema } from '@wire/room-record.js';
import { weatherRecordSchema } from '@wire/weather-record.js';

/** The schemas by which the server writes records. */
export const RECORD_SCHEMAS = {
  booking: bookingRecordSchema,
  room: roomRecordSchema,
  weather: weatherRecordSchema,
};
