import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import { paymentWord } from '@domain/imports/payment-word.js';
import { brokenStaffRules } from '@domain/masters/decide-master.js';
import {
  type BlacklistEntryDetails,
  type CorporateDetails,
  type PaymentDetails,
  type PrepaidWordDetails,
  paymentKindFrom,
  paymentKindOf,
  type Recorded,
  type RoomTypeMappingDetails,
  type StaffDetails,
} from '@domain/masters/masters.js';
import type { HotelReference } from '@domain/reference.js';
import { type RoomTypeMappingRecord, roomTypeMappingShape } from '@wire/csv-actions.js';
import {
  blacklistShape,
  corporateShape,
  type ManagedBlacklistEntry,
  type ManagedCorporate,
  type ManagedPayment,
  type ManagedPrepaidWord,
  type ManagedStaff,
  paymentShape,
  prepaidWordShape,
} from '@wire/master-records.js';
import { staffShape } from '@wire/session.js';
import type { StreamDefinition } from '../event-store/event-stream.js';
import type { TableWrite } from '../event-store/table-writes.js';
import { readBody } from '../platform/http/read-request.js';
import {
  blacklistStream,
  corporateStream,
  paymentStream,
  prepaidWordStream,
  roomTypeMappingStream,
  staffStream,
} from '../streams/master.stream.js';
import type { PastViews } from '../time-travel/time-travel.module.js';

/** Definition of a kind of master records; `name` is what the types of its events begin with. */
export type MasterKind<Details extends object, Answer> = {
  stream: StreamDefinition<Recorded & Details>;
  name: string;
  unknown: string;
  /** Rules that a record breaks after a change; null for retired. */
  rules?: (id: number | null, after: Details | null, reference: HotelReference) => BrokenRule[];
  /** The records in the order they were entered, now and at a position of the log. */
  stored: (reference: HotelReference) => ReadonlyMap<number, Recorded & Details>;
  past?: (views: PastViews, position: number) => Promise<(Recorded & Details)[]>;
  /** A write beside the log that a new record comes with. */
  beside?: (id: number) => TableWrite;
  read: (body: Record<string, unknown>) => Details;
  encode: (record: Recorded & Details) => Answer;
};

/** The fields of every managed record. */
export const managed = ({ version, isRetired }: Recorded) =>
  ({ version, is_retired: isRetired ? 1 : 0 }) as const;

export const CORPORATES: MasterKind<CorporateDetails, ManagedCorporate> = {
  stream: corporateStream,
  name: 'Corporate',
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

export const PAYMENTS: MasterKind<PaymentDetails, ManagedPayment> = {
  stream: paymentStream,
  name: 'Payment',
  unknown: '支払方法が見つかりません。',
  stored: ({ payments }) => payments,
  past: (views, position) => views.payments(position),
  read(body) {
    const { payment_name: paymentName, kind, is_invoice: isInvoice } = readBody(paymentShape, body);
    const told =
      isInvoice === undefined ? paymentKindOf(paymentName) : paymentKindFrom(paymentName, isInvoice);
    return { paymentName, kind: kind ?? told };
  },
  encode: (record) => ({
    id: record.id,
    payment_name: record.paymentName,
    kind: record.kind,
    is_invoice: record.kind === '請求書' ? 1 : 0,
    ...managed(record),
  }),
};

export const BLACKLIST: MasterKind<BlacklistEntryDetails, ManagedBlacklistEntry> = {
  stream: blacklistStream,
  name: 'BlacklistEntry',
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

export const STAFF: MasterKind<StaffDetails, StaffMember> = {
  stream: staffStream,
  name: 'Staff',
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

const ROOM_TYPE_KNOWN = invalid('room_type_known', 'room_type', 'この部屋タイプは既に定義されています。');

/** Categories of the channel manager's room symbols and names. */
export const ROOM_TYPES: MasterKind<RoomTypeMappingDetails, RoomTypeMappingRecord> = {
  stream: roomTypeMappingStream,
  name: 'RoomTypeMapping',
  unknown: '部屋タイプの定義が見つかりません。',
  rules: (id, after, { roomTypeMappings }) =>
    [...roomTypeMappings.values()].some((other) => other.id !== id && other.roomType === after?.roomType)
      ? [ROOM_TYPE_KNOWN]
      : [],
  stored: ({ roomTypeMappings }) => roomTypeMappings,
  read(body) {
    const { room_type: roomType, categories } = readBody(roomTypeMappingShape, body);
    return { roomType, categories };
  },
  encode: ({ id, version, roomType, categories }) => ({ id, version, room_type: roomType, categories }),
};

/** Words of channel files for what was paid in advance. */
export const PREPAID_WORDS: MasterKind<PrepaidWordDetails, ManagedPrepaidWord> = {
  stream: prepaidWordStream,
  name: 'PrepaidWord',
  unknown: '事前決済の言葉が見つかりません。',
  rules: (id, after, { prepaidWords }) =>
    [...prepaidWords.values()].some(
      (other) => after !== null && other.id !== id && paymentWord(other.word) === paymentWord(after.word),
    )
      ? [
          invalid(
            'prepaid_word_known',
            'word',
            'この言葉は既に登録されています（使用停止のものも含みます）。',
          ),
        ]
      : [],
  stored: ({ prepaidWords }) => prepaidWords,
  read: (body) => ({ word: readBody(prepaidWordShape, body).word }),
  encode: (record) => ({ id: record.id, word: record.word, ...managed(record) }),
};
