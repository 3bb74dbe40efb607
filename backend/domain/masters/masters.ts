import type { Category } from '../room/room-month.js';
import type { StaffRole } from './staff-role.js';

/** A retired record is no longer offered but stays referenced. Defining it again restores it. */
export type Recorded = { id: number; version: number; isRetired?: true };

export type CorporateDetails = { corporateShortName: string; corporateFlag: 0 | 1 };
/** `isInvoice` is 1 for a way of paying that the hotel sends an invoice for, later than the stay. */
export type PaymentDetails = { paymentName: string; isInvoice: 0 | 1 };
export type BlacklistEntryDetails = { guestName: string; tel: string | null };
/** `loginName` is null for staff who do not sign in. */
export type StaffDetails = { name: string; role: StaffRole; loginName: string | null };
/** Maps a room symbol or name of the channel manager to categories. */
export type RoomTypeMappingDetails = { roomType: string; categories: Category[] };

/** What a channel's 支払方法 says where the site has taken the money, beside the words that are known everywhere. */
export type PrepaidWordDetails = { word: string };

export type Corporate = Recorded & CorporateDetails;
export type Payment = Recorded & PaymentDetails;
export type BlacklistRecord = Recorded & BlacklistEntryDetails;
export type Staff = Recorded & StaffDetails;
export type RoomTypeMapping = Recorded & RoomTypeMappingDetails;
export type PrepaidWord = Recorded & PrepaidWordDetails;

/** Whether a way of paying is by invoice, as its name says where nothing else does. */
export function isInvoiceName(paymentName: string): 0 | 1 {
  return /請求書|掛払|後払/.test(paymentName) ? 1 : 0;
}

type MasterEvent<Kind extends string, Details> =
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
