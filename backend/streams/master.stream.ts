import {
  type BlacklistEvent,
  type BlacklistRecord,
  type Corporate,
  type CorporateEvent,
  evolveMaster,
  PAYMENT_KINDS,
  type Payment,
  type PaymentEvent,
  type PrepaidWord,
  type PrepaidWordEvent,
  paymentKindFrom,
  paymentKindOf,
  type RoomTypeMapping,
  type RoomTypeMappingEvent,
  type Staff,
  type StaffEvent,
} from '@domain/masters/masters.js';
import { STAFF_ROLES } from '@domain/masters/staff-role.js';
import { CATEGORIES } from '@domain/room/room-month.js';
import { z } from 'zod';
import {
  type EventVersions,
  eventFlag,
  onlyVersion,
  type StreamDefinition,
} from '../event-store/event-stream.js';

/** The event that takes a record out of use. */
export const retired = onlyVersion(z.strictObject({}));

/** The parts that all kinds of master records share. */
export const masterParts = {
  key: { column: 'id', type: 'integer' },
  row: () => ({}),
  evolve: evolveMaster,
  isReference: true,
} as const;

/** A company whose guests have their own rooms (spec 3). */
export const corporateStream: StreamDefinition<Corporate, CorporateEvent> = {
  ...masterParts,
  category: 'corporate',
  table: 'corporates',
  events: {
    CorporateDefined: onlyVersion(
      z.strictObject({ corporateShortName: z.string(), corporateFlag: eventFlag }),
    ),
    CorporateRetired: retired,
  },
};

type NamedPayment = { paymentName: string };
// Version 1 had names only, version 2 whether a way of paying is by invoice; the kind follows from both.
const paymentDefined: EventVersions = {
  schemas: [
    z.strictObject({ paymentName: z.string() }),
    z.strictObject({ paymentName: z.string(), isInvoice: eventFlag }),
    z.strictObject({ paymentName: z.string(), kind: z.enum(PAYMENT_KINDS) }),
  ],
  upcasters: [
    (old) => {
      const kind = paymentKindOf((old as NamedPayment).paymentName);
      return { ...old, isInvoice: kind === '請求書' ? 1 : 0 };
    },
    (old) => {
      const { paymentName, isInvoice } = old as NamedPayment & { isInvoice: 0 | 1 };
      return { paymentName, kind: paymentKindFrom(paymentName, isInvoice) };
    },
  ],
};

/** A way of paying (spec 3). */
export const paymentStream: StreamDefinition<Payment, PaymentEvent> = {
  ...masterParts,
  category: 'payment',
  table: 'payments',
  events: { PaymentDefined: paymentDefined, PaymentRetired: retired },
};

/** A guest that triggers a warning before a save (spec 5). */
export const blacklistStream: StreamDefinition<BlacklistRecord, BlacklistEvent> = {
  ...masterParts,
  category: 'blacklist',
  table: 'blacklist_entries',
  events: {
    BlacklistEntryDefined: onlyVersion(z.strictObject({ guestName: z.string(), tel: z.string().nullable() })),
    BlacklistEntryRetired: retired,
  },
  personalFields: ['guestName', 'tel'],
};

// Version 1 had names only, before there was sign-in.
const staffDefined: EventVersions = {
  schemas: [
    z.strictObject({ name: z.string() }),
    z.strictObject({ name: z.string(), role: z.enum(STAFF_ROLES), loginName: z.string().nullable() }),
  ],
  upcasters: [(old) => ({ ...old, role: 'staff', loginName: null })],
};

/** A member of staff, who may sign in (spec 3). */
export const staffStream: StreamDefinition<Staff, StaffEvent> = {
  ...masterParts,
  category: 'staff',
  table: 'staff',
  events: { StaffDefined: staffDefined, StaffRetired: retired },
};

/** Mapping of a room symbol or name of the channel manager to categories. */
export const roomTypeMappingStream: StreamDefinition<RoomTypeMapping, RoomTypeMappingEvent> = {
  ...masterParts,
  category: 'room-type-mapping',
  table: 'room_type_mappings',
  events: {
    RoomTypeMappingDefined: onlyVersion(
      z.strictObject({ roomType: z.string().min(1), categories: z.array(z.enum(CATEGORIES)).min(1) }),
    ),
    RoomTypeMappingRetired: retired,
  },
};

/** A word for what was paid in advance, in the channel manager's files. */
export const prepaidWordStream: StreamDefinition<PrepaidWord, PrepaidWordEvent> = {
  ...masterParts,
  category: 'prepaid-word',
  table: 'prepaid_words',
  events: {
    PrepaidWordDefined: onlyVersion(z.strictObject({ word: z.string().min(1) })),
    PrepaidWordRetired: retired,
  },
};
