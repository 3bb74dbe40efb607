import type { Day } from './dates.js';
import type { IcalAddress, IcalSecret } from './ical/ical-addresses.js';
import type { CancellationRule } from './masters/cancellation-rules.js';
import type { ChargeItem } from './masters/charge-items.js';
import type { Hotel } from './masters/hotel.js';
import type {
  BlacklistRecord,
  Corporate,
  Payment,
  PrepaidWord,
  RoomTypeMapping,
  Staff,
} from './masters/masters.js';
import type { ServiceAccount, ServiceKeys } from './masters/service-accounts.js';
import type { LodgingTaxRule } from './payment/lodging-tax.js';
import type { RoomDirectory } from './room/room-directory.js';
import type { Setup } from './setup/setup.js';
import type { Webhook, WebhookSecrets } from './webhooks/webhooks.js';

/**
 * The master data that decisions look at. Retired records are among them, marked `isRetired`: whatever names one must
 * find it, but only those `inUse` may be chosen anew or held against a guest.
 */
export type HotelReference = {
  /** Null until it is defined. */
  hotel: Hotel | null;
  /** Null in a hotel that never set up. */
  setup: Setup | null;
  rooms: RoomDirectory;
  corporates: ReadonlyMap<number, Corporate>;
  payments: ReadonlyMap<number, Payment>;
  blacklist: ReadonlyMap<number, BlacklistRecord>;
  staff: ReadonlyMap<number, Staff>;
  serviceAccounts: ReadonlyMap<number, ServiceAccount>;
  /** By the public name of each key. */
  serviceKeys: ReadonlyMap<string, ServiceKeys>;
  webhooks: ReadonlyMap<number, Webhook>;
  /** By the id of the webhook. */
  webhookSecrets: ReadonlyMap<number, WebhookSecrets>;
  icalAddresses: ReadonlyMap<number, IcalAddress>;
  /** By the public name of each secret. */
  icalSecrets: ReadonlyMap<string, IcalSecret>;
  roomTypeMappings: ReadonlyMap<number, RoomTypeMapping>;
  prepaidWords: ReadonlyMap<number, PrepaidWord>;
  lodgingTaxRules: readonly LodgingTaxRule[];
  cancellationRules: ReadonlyMap<number, CancellationRule>;
  chargeItems: ReadonlyMap<number, ChargeItem>;
  /** The latest day whose payments are closed (日締め); null for none. */
  lastClosedDay: Day | null;
};

/** The name of a member of staff, or of the service account that acted instead; null for none or an unknown one. */
export function staffName(
  { staff, serviceAccounts }: Pick<HotelReference, 'staff' | 'serviceAccounts'>,
  id: number | null,
): string | null {
  return id === null ? null : ((staff.get(id) ?? serviceAccounts.get(id))?.name ?? null);
}
