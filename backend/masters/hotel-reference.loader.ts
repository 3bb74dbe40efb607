import type { Day } from '@domain/dates.js';
import type { IcalAddress, IcalSecret } from '@domain/ical/ical-addresses.js';
import type { CancellationRule } from '@domain/masters/cancellation-rules.js';
import type { ChargeItem } from '@domain/masters/charge-items.js';
import type { Hotel } from '@domain/masters/hotel.js';
import type {
  BlacklistRecord,
  Corporate,
  Payment,
  PrepaidWord,
  RoomTypeMapping,
  Staff,
} from '@domain/masters/masters.js';
import type { ServiceAccount, ServiceKeys } from '@domain/masters/service-accounts.js';
import type { LodgingTaxRule } from '@domain/payment/lodging-tax.js';
import type { HotelReference } from '@domain/reference.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { roomDirectory } from '@domain/room/room-directory.js';
import type { RoomMonth } from '@domain/room/room-month.js';
import type { Setup } from '@domain/setup/setup.js';
import type { Webhook, WebhookSecrets } from '@domain/webhooks/webhooks.js';
import type { ReferenceLoader } from '../event-store/projection.js';
import { queryRow } from '../platform/database.js';

/** The states of all rooms and masters by table, in the order of their ids. */
type States = {
  hotels: Hotel[];
  setups: Setup[];
  room_months: RoomMonth[];
  room_closures: RoomClosure[];
  corporates: Corporate[];
  payments: Payment[];
  blacklist_entries: BlacklistRecord[];
  staff: Staff[];
  service_accounts: ServiceAccount[];
  service_keys: ServiceKeys[];
  webhooks: Webhook[];
  webhook_secrets: WebhookSecrets[];
  ical_addresses: IcalAddress[];
  ical_secrets: IcalSecret[];
  room_type_mappings: RoomTypeMapping[];
  prepaid_words: PrepaidWord[];
  lodging_tax_rules: LodgingTaxRule[];
  cancellation_rules: CancellationRule[];
  charge_items: ChargeItem[];
};

const TABLES: readonly (keyof States)[] = [
  'hotels',
  'setups',
  'room_months',
  'room_closures',
  'corporates',
  'payments',
  'blacklist_entries',
  'staff',
  'service_accounts',
  'service_keys',
  'webhooks',
  'webhook_secrets',
  'ical_addresses',
  'ical_secrets',
  'room_type_mappings',
  'prepaid_words',
  'lodging_tax_rules',
  'cancellation_rules',
  'charge_items',
];

const statesOf = (table: string) =>
  `(select coalesce(json_agg(state order by id), '[]') from ${table}) as ${table}`;
const QUERY = `select ${TABLES.map(statesOf).join(', ')}, (select max(date)::text from day_closes) as last_closed_day`;

const byId = <Record extends { id: number }>(records: Record[]): Map<number, Record> =>
  new Map(records.map((record) => [record.id, record]));

/** Loads all rooms and masters in one query. */
export const loadHotelReference: ReferenceLoader = async (client): Promise<HotelReference> => {
  const states = await queryRow<States & { last_closed_day: Day | null }>(client, QUERY);
  return {
    hotel: states.hotels[0] ?? null,
    setup: states.setups[0] ?? null,
    rooms: roomDirectory(states.room_months, states.room_closures),
    corporates: byId(states.corporates),
    payments: byId(states.payments),
    blacklist: byId(states.blacklist_entries),
    staff: byId(states.staff),
    serviceAccounts: byId(states.service_accounts),
    serviceKeys: new Map(states.service_keys.flatMap((each) => each.keys.map(({ name }) => [name, each]))),
    webhooks: byId(states.webhooks),
    webhookSecrets: new Map(states.webhook_secrets.map((each) => [each.webhookId, each])),
    icalAddresses: byId(states.ical_addresses),
    icalSecrets: new Map(states.ical_secrets.map((each) => [each.secret, each])),
    roomTypeMappings: byId(states.room_type_mappings),
    prepaidWords: byId(states.prepaid_words),
    lodgingTaxRules: states.lodging_tax_rules,
    cancellationRules: byId(states.cancellation_rules),
    chargeItems: byId(states.charge_items),
    lastClosedDay: states.last_closed_day,
  };
};
