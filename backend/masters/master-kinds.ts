import type { BrokenRule } from '@domain/broken-rule.js';
import { brokenStaffRules } from '@domain/masters/decide-master.js';
import {
  type BlacklistEntryDetails,
  type BlacklistEvent,
  type CorporateDetails,
  type CorporateEvent,
  isInvoiceName,
  type PaymentDetails,
  type PaymentEvent,
  type Recorded,
  type StaffDetails,
  type StaffEvent,
} from '@domain/masters/masters.js';
import type { HotelReference } from '@domain/reference.js';
import {
  blacklistShape,
  corporateShape,
  type ManagedBlacklistEntry,
  type ManagedCorporate,
  type ManagedPayment,
  type ManagedStaff,
  paymentShape,
} from '@wire/master-records.js';
import { staffShape } from '@wire/session.js';
import type { DomainEvent, StreamDefinition } from '../event-store/event-stream.js';
import { readBody } from '../platform/http/read-request.js';
import type { PastViews } from '../time-travel/time-travel.module.js';
import { blacklistStream, corporateStream, paymentStream, staffStream } from './master.stream.js';

/** Definition of a kind of master records. */
export type MasterKind<Details extends object, Event extends DomainEvent, Answer> = {
  stream: StreamDefinition<Recorded & Details, Event>;
  defined: (data: Details) => Event;
  retired: Event;
  unknown: string;
  /** Rules that a record breaks after a change; null for retired. */
  rules?: (id: number | null, after: Details | null, reference: HotelReference) => BrokenRule[];
  /** The records in the order they were entered, now and at a position of the log. */
  stored: (reference: HotelReference) => ReadonlyMap<number, Recorded & Details>;
  past?: (views: PastViews, position: number) => Promise<(Recorded & Details)[]>;
  read: (body: Record<string, unknown>) => Details;
  encode: (record: Recorded & Details) => Answer;
};

const managed = ({ version, isRetired }: Recorded) => ({ version, is_retired: isRetired ? 1 : 0 }) as const;

export const CORPORATES: MasterKind<CorporateDetails, CorporateEvent, ManagedCorporate> = {
  stream: corporateStream,
  defined: (data) => ({ type: 'CorporateDefined', data }),
  retired: { type: 'CorporateRetired', data: {} },
  unknown: '法人が見つかりません。',
  stored: ({ corporates }) => corporates,
  past: (views, position) => views.corporates(position),
  read(body) {
    const fields = readBody(corporateShape, body);
    return { corporateShortName: fields.corporate_short_name, corporateFlag: fields.corporate_flag };
  },
  encode: (record) => ({
    id: record.id,
    corporate_short_name: record.corporateShortName,
    corporate_flag: record.corporateFlag,
    ...managed(record),
  }),
};

export const PAYMENTS: MasterKind<PaymentDetails, PaymentEvent, ManagedPayment> = {
  stream: paymentStream,
  defined: (data) => ({ type: 'PaymentDefined', data }),
  retired: { type: 'PaymentRetired', data: {} },
  unknown: '支払方法が見つかりません。',
  stored: ({ payments }) => payments,
  past: (views, position) => views.payments(position),
  read(body) {
    const { payment_name: paymentName, is_invoice: isInvoice } = readBody(paymentShape, body);
    return { paymentName, isInvoice: isInvoice ?? isInvoiceName(paymentName) };
  },
  encode: (record) => ({
    id: record.id,
    payment_name: record.paymentName,
    is_invoice: record.isInvoice,
    ...managed(record),
  }),
};

export const BLACKLIST: MasterKind<BlacklistEntryDetails, BlacklistEvent, ManagedBlacklistEntry> = {
  stream: blacklistStream,
  defined: (data) => ({ type: 'BlacklistEntryDefined', data }),
  retired: { type: 'BlacklistEntryRetired', data: {} },
  unknown: 'ブラックリストの登録が見つかりません。',
  stored: ({ blacklist }) => blacklist,
  read(body) {
    const { guest_name: guestName, tel } = readBody(blacklistShape, body);
    return { guestName, tel };
  },
  encode: (record) => ({
    id: record.id,
    guest_name: record.guestName,
    tel: record.tel,
    ...managed(record),
  }),
};

/** A member of staff as stored in the log, which has no passwords. */
export type StaffMember = Omit<ManagedStaff, 'can_sign_in'>;

export const STAFF: MasterKind<StaffDetails, StaffEvent, StaffMember> = {
  stream: staffStream,
  defined: (data) => ({ type: 'StaffDefined', data }),
  retired: { type: 'StaffRetired', data: {} },
  unknown: 'スタッフが見つかりません。',
  rules: (id, after, { staff }) => brokenStaffRules(id, after, staff.values()),
  stored: ({ staff }) => staff,
  read(body) {
    const { name, role, login_name: loginName } = readBody(staffShape, body);
    return { name, role, loginName };
  },
  encode(record) {
    const { id, name, role, loginName } = record;
    return { id, name, role, login_name: loginName, ...managed(record) };
  },
};
