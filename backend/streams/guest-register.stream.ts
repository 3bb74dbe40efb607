import {
  evolveRegister,
  evolveRegisterRecord,
  PASSPORT_MEDIA,
  PERSONAL_REGISTER_FIELDS,
  REGISTER_FORMS,
  type RegisterEntry,
  type RegisterEvent,
  type RegisterRecord,
  type RegisterRecordEvent,
} from '@domain/guest-register/guest-register.js';
import { z } from 'zod';
import {
  eventDay,
  eventId,
  onlyVersion,
  personalDataErased,
  type StreamDefinition,
} from '../event-store/event-stream.js';

/** The register (宿泊者名簿), one stream and so one key for each guest of a stay. */
export const guestRegisterStream: StreamDefinition<RegisterEntry, RegisterEvent> = {
  category: 'guest-register',
  table: 'guest_registers',
  key: { column: 'id', type: 'integer' },
  row: ({ bookingId, number, isErased }) => ({
    booking_id: bookingId,
    number,
    is_erased: isErased === true,
  }),
  evolve: evolveRegister,
  events: {
    RegisterEntryWritten: onlyVersion(
      z.strictObject({
        bookingId: eventId,
        number: eventId,
        name: z.string(),
        address: z.string(),
        contact: z.string(),
        occupation: z.string(),
        livesAbroad: z.boolean(),
        nationality: z.string(),
        passportNumber: z.string(),
      }),
    ),
    PassportCopied: onlyVersion(
      z.strictObject({
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        mediaType: z.enum(PASSPORT_MEDIA),
        bytes: z.int().positive(),
      }),
    ),
    PersonalDataErased: personalDataErased,
  },
  personalFields: PERSONAL_REGISTER_FIELDS,
};

/** Records of what was done with the register as a whole, one event each. */
export const registerRecordStream: StreamDefinition<RegisterRecord, RegisterRecordEvent> = {
  category: 'register-record',
  table: 'register_records',
  key: { column: 'id', type: 'integer' },
  row: () => ({}),
  evolve: evolveRegisterRecord,
  events: {
    RegisterEntriesExpired: onlyVersion(z.strictObject({ day: eventDay, entries: z.array(eventId).min(1) })),
    RegisterListed: onlyVersion(
      z.strictObject({
        first: eventDay,
        last: eventDay,
        form: z.enum(REGISTER_FORMS),
        guests: z.int().nonnegative(),
      }),
    ),
  },
};
