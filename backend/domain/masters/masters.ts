import type { Category } from '../room/category.js';

type Recorded = { id: number; version: number };

export type CorporateDetails = { corporateShortName: string; corporateFlag: 0 | 1 };
export type PaymentDetails = { paymentName: string };
export type BlacklistEntryDetails = { guestName: string; tel: string | null };
export type StaffDetails = { name: string };
/** Which categories a room symbol or name of the channel manager means. */
export type RoomTypeMappingDetails = { roomType: string; categories: Category[] };

export type Corporate = Recorded & CorporateDetails;
export type Payment = Recorded & PaymentDetails;
export type BlacklistRecord = Recorded & BlacklistEntryDetails;
export type Staff = Recorded & StaffDetails;
export type RoomTypeMapping = Recorded & RoomTypeMappingDetails;

export type MasterEvent<Type extends string, Details> = { type: Type; data: Details };
export type CorporateEvent = MasterEvent<'CorporateDefined', CorporateDetails>;
export type PaymentEvent = MasterEvent<'PaymentDefined', PaymentDetails>;
export type BlacklistEvent = MasterEvent<'BlacklistEntryDefined', BlacklistEntryDetails>;
export type StaffEvent = MasterEvent<'StaffDefined', StaffDetails>;
export type RoomTypeMappingEvent = MasterEvent<'RoomTypeMappingDefined', RoomTypeMappingDetails>;

/** A master record after its (re)definition: the whole new content. */
export function evolveMaster<Details>(
  state: Recorded | null,
  event: MasterEvent<string, Details>,
  id: number,
): Recorded & Details {
  return { ...event.data, id, version: (state?.version ?? 0) + 1 };
}
