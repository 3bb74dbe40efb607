import { flag, readOnly, requiredText, text } from './fields.js';
import { type Managed, managedFields } from './master-records.js';

/** Begins the secret of every calendar's address, so that it is recognised where it does not belong. */
export const ICAL_PREFIX = 'hfc_';
/** Path that the secret and `.ics` follow. */
export const ICAL_PATH = '/api/ical/';

/** The beginning of a secret as it is listed, and when it was last used, RFC 3339 in UTC; null for never. */
export type IcalSecretRecord = { secret: string; last_used_at: string | null };

/** A calendar that is subscribed to; without a room that of the arrivals. `address` is null until one is issued. */
export type ManagedIcalAddress = Managed & {
  id: number;
  name: string;
  room_number: string | null;
  shows_names: 0 | 1;
  address: IcalSecretRecord | null;
};

/** Body of the writes of `/api/ical-addresses`. */
export const icalAddressShape = {
  ...managedFields,
  ...readOnly({ address: true }),
  name: requiredText('名称', 100),
  room_number: text('部屋番号', 20)
    .nullable()
    .default(null)
    .transform((value) => value?.trim() || null),
  shows_names: flag('宿泊者名').default(0),
};

/** Answer of `POST /api/ical-addresses/{id}/address`: path of the calendar, told only this once. */
export type IssuedIcalAddress = { path: string };
