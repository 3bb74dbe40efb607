import type { BrokenRule } from '@domain/broken-rule.js';
import type {
  BlacklistEntryDetails,
  BlacklistEvent,
  BlacklistRecord,
  Corporate,
  CorporateDetails,
  CorporateEvent,
  Payment,
  PaymentDetails,
  PaymentEvent,
  Recorded,
  Staff,
  StaffDetails,
  StaffEvent,
} from '@domain/masters/masters.js';
import { brokenStaffRules } from '@domain/masters/staff-rules.js';
import type { HotelReference } from '@domain/reference.js';
import type { ManagedBlacklistEntry, ManagedCorporate, ManagedPayment } from '@wire/master-records.js';
import type { DomainEvent } from '../event-store/event.js';
import type { StreamDefinition } from '../event-store/stream-definition.js';
import { blacklistStream, corporateStream, paymentStream, staffStream } from './master.stream.js';
import { encodeBlacklistEntry, encodeCorporate, encodePayment, encodeStaff } from './master-records.js';

/** What must be known of a kind of master records to change one. */
export type MasterKind<Details extends object, Event extends DomainEvent, Answer> = {
  stream: StreamDefinition<Recorded & Details, Event>;
  defined: (data: Details) => Event;
  retired: Event;
  unknown: string;
  /** What stands against a record having this content from now on; null for retired. */
  rules: (id: number | null, after: Details | null, reference: HotelReference) => BrokenRule[];
  encode: (record: Recorded & Details) => Answer;
};

export const CORPORATES: MasterKind<CorporateDetails, CorporateEvent, ManagedCorporate> = {
  stream: corporateStream,
  defined: (data) => ({ type: 'CorporateDefined', data }),
  retired: { type: 'CorporateRetired', data: {} },
  unknown: '法人が見つかりません。',
  rules: () => [],
  encode: (record: Corporate) => encodeCorporate(record),
};

export const PAYMENTS: MasterKind<PaymentDetails, PaymentEvent, ManagedPayment> = {
  stream: paymentStream,
  defined: (data) => ({ type: 'PaymentDefined', data }),
  retired: { type: 'PaymentRetired', data: {} },
  unknown: '支払方法が見つかりません。',
  rules: () => [],
  encode: (record: Payment) => encodePayment(record),
};

export const BLACKLIST: MasterKind<BlacklistEntryDetails, BlacklistEvent, ManagedBlacklistEntry> = {
  stream: blacklistStream,
  defined: (data) => ({ type: 'BlacklistEntryDefined', data }),
  retired: { type: 'BlacklistEntryRetired', data: {} },
  unknown: 'ブラックリストの登録が見つかりません。',
  rules: () => [],
  encode: (record: BlacklistRecord) => encodeBlacklistEntry(record),
};

export const STAFF: MasterKind<StaffDetails, StaffEvent, ReturnType<typeof encodeStaff>> = {
  stream: staffStream,
  defined: (data) => ({ type: 'StaffDefined', data }),
  retired: { type: 'StaffRetired', data: {} },
  unknown: 'スタッフが見つかりません。',
  rules: (id, after, { staff }) => brokenStaffRules(id, after, staff.values()),
  encode: (record: Staff) => encodeStaff(record),
};
