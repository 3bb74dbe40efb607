import type { Category } from '../room/room-month.js';
import type { StaffRole } from './staff-role.js';

/** A retired record is no longer offered but stays referenced. Defining it again restores it. */
export type Recorded = { id: number; version: number; isRetired?: true };

export type CorporateDetails = { corporateShortName: string; corporateFlag: 0 | 1 };
/** Kinds of ways of paying: 事前決済 is money that another took, 請求書 is paid later than the stay. */
export const PAYMENT_KINDS = ['現金', 'カード', '事前決済', '請求書', 'その他'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
export type PaymentDetails = { paymentName: string; kind: PaymentKind };
export type BlacklistEntryDetails = { guestName: string; tel: string | null };
/** `loginName` is null for staff who do not sign in. */
export type StaffDetails = { name: string; role: StaffRole; loginName: string | null };
/** Maps a room symbol or name of the channel manager to categories. */
export type RoomTypeMappingDetails = { roomType: string; categories: Category[] };

/** A word in a channel's 支払方法 by which the site has taken the money, beside the built-in words. */
export type PrepaidWordDetails = { word: string };

export type Corporate = Recorded & CorporateDetails;
export type Payment = Recorded & PaymentDetails;
export type BlacklistRecord = Recorded & BlacklistEntryDetails;
export type Staff = Recorded & StaffDetails;
export type RoomTypeMapping = Recorded & RoomTypeMappingDetails;
export type PrepaidWord = Recorded & PrepaidWordDetails;

const KINDS_BY_NAME: readonly [PaymentKind, RegExp][] = [
  [
    '事前決済',
    /事前|前払|先払|オンライン|ネット決済|サイト決済|決済代行|支払い?済|決済済|プリペイ|PREPAID|VCC/i,
  ],
  ['請求書', /請求書|掛払|後払/],
  ['カード', /カード|クレジット|VISA|MASTER|JCB|AMEX|CREDIT|CARD/i],
  ['現金', /現金|キャッシュ(?!レス)|CASH(?!LESS)/i],
];

/** The kind of a way of paying, as its name says where nothing else does. */
export function paymentKindOf(paymentName: string): PaymentKind {
  return KINDS_BY_NAME.find(([, name]) => name.test(paymentName))?.[0] ?? 'その他';
}

/** The kind of a way of paying of which only the name and whether it is by invoice were told. */
export function paymentKindFrom(paymentName: string, isInvoice: 0 | 1): PaymentKind {
  const kind = paymentKindOf(paymentName);
  if (isInvoice === 1) return '請求書';
  return kind === '請求書' ? 'その他' : kind;
}

/** The events of a kind of master records. */
export type MasterEvent<Kind extends string, Details> =
  | { type: `${Kind}Defined`; data: Details }
  | { type: `${Kind}Retired`; data: Record<string, never> };
export type CorporateEvent = MasterEvent<'Corporate', CorporateDetails>;
export type PaymentEvent = MasterEvent<'Payment', PaymentDetails>;
export type BlacklistEvent = MasterEvent<'BlacklistEntry', BlacklistEntryDetails>;
export type StaffEvent = MasterEvent<'Staff', StaffDetails>;
export type PrepaidWordEvent = MasterEvent<'PrepaidWord', PrepaidWordDetails>;
export type RoomTypeMappingEvent = MasterEvent<'RoomTypeMapping', RoomTypeMappingDetails>;

/** The records that are not retired. */
export function inUse<Kind extends Pick<Recorded, 'isRetired'>>(records: Iterable<Kind>): Kind[] {
  return [...records].filter(({ isRetired }) => !isRetired);
}

/** A master record after its (re)definition, the whole new content, or after it was retired. */
export function evolveMaster<Kind extends string, Details extends object>(
  state: (Recorded & Details) | null,
  event: MasterEvent<Kind, Details>,
  id: number,
): Recorded & Details {
  const version = (state?.version ?? 0) + 1;
  if (event.type.endsWith('Defined')) return { ...(event.data as Details), id, version };
  if (!state) throw new Error(`master record ${id} was retired before it was defined`);
  return { ...state, version, isRetired: true };
}

/** Returns true if something is to be billed to a company: its way of paying is 請求書. */
export function isByInvoice(
  { paymentType }: { paymentType: number | null },
  payments: ReadonlyMap<number, { kind?: PaymentKind }>,
): boolean {
  return paymentType !== null && payments.get(paymentType)?.kind === '請求書';
}
