import type { CancellationRuleDetails } from '@domain/masters/cancellation-rules.js';
import type { MasterName } from '@wire/live.js';
import type { ManagedCorporate, ManagedPayment } from '@wire/master-records.js';
import type { ManagedCancellationRule, ManagedChargeItem } from '@wire/money-masters.js';
import { atom } from 'jotai';
import { fetchManaged, type ManagedKind, type ManagedLists } from './api/managed-masters-api.js';
import { UNKNOWN_FAILURE } from './api/request.js';
import { cachedList } from './offline-cache/cached-basics.js';
import { Resource } from './resource.js';
import { may } from './session-staff.js';

type ManagedList<Kind extends ManagedKind> = Resource<null, readonly ManagedLists[Kind][]>;

const listOf = <Kind extends ManagedKind>(kind: Kind): ManagedList<Kind> =>
  new Resource(kind, (_all, signal) => fetchManaged(kind, signal), { fallback: () => cachedList(kind) });

const LISTS: { [Kind in ManagedKind]: ManagedList<Kind> } = {
  corporate: listOf('corporate'),
  payment: listOf('payment'),
  blacklist: listOf('blacklist'),
  'charge-item': listOf('charge-item'),
  'cancellation-rule': listOf('cancellation-rule'),
  'prepaid-word': listOf('prepaid-word'),
  staff: listOf('staff'),
  'service-account': listOf('service-account'),
  webhook: listOf('webhook'),
  'ical-address': listOf('ical-address'),
};

/** A list of master records, the retired ones with it. */
export function managedList<Kind extends ManagedKind>(kind: Kind): ManagedList<Kind> {
  return LISTS[kind] as unknown as ManagedList<Kind>;
}

const NO_CORPORATES: readonly ManagedCorporate[] = [];
const NO_PAYMENTS: readonly ManagedPayment[] = [];
/** Every corporate and way of payment, also the retired ones, which bookings may still name; none until they were read. */
export const corporatesAtom = atom((get) => get(LISTS.corporate.atom).value ?? NO_CORPORATES);
export const paymentsAtom = atom((get) => get(LISTS.payment.atom).value ?? NO_PAYMENTS);

/** The state of reading the corporates, and the ways of payment. */
export const corporatesStateAtom = LISTS.corporate.atom;
export const paymentsStateAtom = LISTS.payment.atom;

/** Stands for the name of what a booking has, while the list that names it is not read. */
const UNKNOWN_NAME = '–';

/** Returns what a list names by its id: '' for none, and what the list does not have; `UNKNOWN_NAME` while it is not read. */
function nameIn<Item extends { id: number }>(list: readonly Item[] | null, nameOf: (item: Item) => string) {
  const names = new Map(list?.map((item) => [item.id, nameOf(item)]));
  return (id: number | null): string => {
    if (!id) return '';
    return list === null ? UNKNOWN_NAME : (names.get(id) ?? '');
  };
}

/** Names corporates, and ways of payment, by their ids. */
export const corporateNameAtom = atom((get) =>
  nameIn(get(LISTS.corporate.atom).value, (one) => one.corporate_short_name),
);
export const paymentNameAtom = atom((get) =>
  nameIn(get(LISTS.payment.atom).value, (one) => one.payment_name),
);

const ruleOf = (record: ManagedCancellationRule): CancellationRuleDetails => ({
  ...{ name: record.name, source: record.booking_source, occasion: record.occasion },
  ...{ daysFrom: record.days_from, daysTo: record.days_to },
  ...{ percent: record.percent, minimum: record.minimum, taxRate: record.tax_rate },
});
const NO_ITEMS: readonly ManagedChargeItem[] = [];
/** The hotel's rules for cancellations that are in use; none until they were read. */
export const cancellationRulesAtom = atom((get) =>
  (get(LISTS['cancellation-rule'].atom).value ?? []).filter(({ is_retired }) => is_retired !== 1).map(ruleOf),
);
/** The lines that are often added to a bill and in use; none until they were read. */
export const chargeItemsAtom = atom((get) =>
  (get(LISTS['charge-item'].atom).value ?? NO_ITEMS).filter(({ is_retired }) => is_retired !== 1),
);

/** Lists that a question or a search depends on. */
type NeededList = 'corporate' | 'payment' | 'cancellation-rule' | 'charge-item';

/** Returns true if a list was read. */
export const isRead = (kind: NeededList): boolean => LISTS[kind].state.status === 'ready';

/** Reads a list that is not read yet; fails when it can't be read. */
export async function readOnce(kind: NeededList): Promise<void> {
  const list = LISTS[kind];
  if (!isRead(kind)) await list.load(null);
  const { value, error } = list.state;
  if (value === null) throw error ?? new Error(UNKNOWN_FAILURE);
}

/** The blacklist that guests are held against; null until it was read. */
export const blacklistAtom = atom(
  (get) => get(LISTS.blacklist.atom).value?.filter(({ is_retired }) => is_retired !== 1) ?? null,
);

/** True if the blacklist is current. */
export const isBlacklistReadAtom = atom((get) => {
  const { value, error } = get(LISTS.blacklist.atom);
  return value !== null && error === null;
});

/** Reads the blacklist; fails when it can't be read. */
export async function readBlacklist(): Promise<void> {
  await LISTS.blacklist.load(null);
  const { status, error } = LISTS.blacklist.state;
  if (status !== 'ready') throw error ?? new Error(UNKNOWN_FAILURE);
}

/** False if one of the lists that every screen needs could not be read. */
export const areMastersReadAtom = atom((get) =>
  [get(LISTS.corporate.atom), get(LISTS.payment.atom), get(LISTS.blacklist.atom)].every(
    ({ status }) => status !== 'failed',
  ),
);

/** Lists that staff at the desk can't read. */
const FOR_AUDITORS: readonly MasterName[] = ['staff', 'service-account', 'webhook', 'ical-address'];

function isWanted(name: MasterName): name is MasterName & ManagedKind {
  if (name === 'room-type-mapping' || name === 'hotel' || name === 'setup') return false;
  if (name === 'lodging-tax-rule') return false;
  if (name === 'prepaid-word' || name === 'cancellation-rule' || name === 'charge-item')
    return LISTS[name].state.value !== null;
  return !FOR_AUDITORS.includes(name) || (may('audit') && LISTS[name].state.value !== null);
}

/** Reads these master lists; those of staff and other programs only when they were read before. A failure is only logged (spec 8). */
export async function loadMasters(names: readonly MasterName[], position = 0): Promise<void> {
  await Promise.all(names.filter(isWanted).map((kind) => LISTS[kind].load(null, position)));
}
