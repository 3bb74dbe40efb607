import type { MasterName } from '@wire/live.js';
import type { ManagedCorporate, ManagedPayment } from '@wire/master-records.js';
import { type Atom, atom, type PrimitiveAtom } from 'jotai';
import { UNKNOWN_FAILURE } from './alert-failure.js';
import { fetchManaged, type ManagedKind, type ManagedLists } from './api/managed-masters-api.js';
import { readAtLeast } from './api/read-at-least.js';
import { ApiError, isLineDown } from './api/request.js';
import { cachedList } from './offline-cache/cached-basics.js';
import { may } from './session-staff.js';
import { store } from './store.js';

/** A list of master records, the retired ones with it; null until it was read. `failure` says why the last try failed. */
export type ManagedList<Kind extends ManagedKind> = {
  records: readonly ManagedLists[Kind][] | null;
  failure: string | null;
};
type ListAtoms = { [Kind in ManagedKind]: PrimitiveAtom<ManagedList<Kind>> };

const unread = () => ({ records: null, failure: null });
const LISTS: ListAtoms = {
  corporate: atom<ManagedList<'corporate'>>(unread()),
  payment: atom<ManagedList<'payment'>>(unread()),
  blacklist: atom<ManagedList<'blacklist'>>(unread()),
  staff: atom<ManagedList<'staff'>>(unread()),
};

/** A list of master records as it was read last. */
export function managedAtom<Kind extends ManagedKind>(kind: Kind): Atom<ManagedList<Kind>> {
  return LISTS[kind] as unknown as Atom<ManagedList<Kind>>;
}

const NO_CORPORATES: readonly ManagedCorporate[] = [];
const NO_PAYMENTS: readonly ManagedPayment[] = [];
/** Every corporate and way of payment, also the retired ones, which bookings may still name. */
export const corporatesAtom = atom((get) => get(LISTS.corporate).records ?? NO_CORPORATES);
export const paymentsAtom = atom((get) => get(LISTS.payment).records ?? NO_PAYMENTS);
/** The blacklist that guests are held against; null until it was read. */
export const blacklistAtom = atom(
  (get) => get(LISTS.blacklist).records?.filter(({ is_retired }) => is_retired !== 1) ?? null,
);

const latest: Record<ManagedKind, number> = { corporate: 0, payment: 0, blacklist: 0, staff: 0 };

/** Reads a list, at least as new as a log position; answers the position that it is of. */
async function readManaged(kind: ManagedKind, position: number): Promise<number | null> {
  const ticket = ++latest[kind];
  const list = LISTS[kind] as PrimitiveAtom<ManagedList<ManagedKind>>;
  try {
    const answer = await readAtLeast(position, () => fetchManaged(kind));
    if (ticket === latest[kind]) store.set(list, { records: answer.data, failure: null });
    return answer.position;
  } catch (error) {
    const failure = error instanceof ApiError ? error.message : UNKNOWN_FAILURE;
    const kept = isLineDown(error) ? await cachedList<ManagedLists[ManagedKind]>(kind) : null;
    if (ticket === latest[kind]) store.set(list, ({ records }) => ({ records: records ?? kept, failure }));
    throw error;
  }
}

/** Reads a list as `readManaged` does; a failure is only logged (spec 8). */
export async function loadManaged(kind: ManagedKind, position = 0): Promise<number | null> {
  try {
    return await readManaged(kind, position);
  } catch (error) {
    console.error(kind, error);
    return null;
  }
}

/** Whether the blacklist is current. */
export const isBlacklistReadAtom = atom((get) => {
  const { records, failure } = get(LISTS.blacklist);
  return records !== null && failure === null;
});

/** Reads the blacklist; fails when it can't be read. */
export const readBlacklist = () => readManaged('blacklist', 0);

function isWanted(name: MasterName): name is ManagedKind {
  return name === 'staff'
    ? may('audit') && store.get(LISTS.staff).records !== null
    : name !== 'room-type-mapping';
}

/** Reads these master lists; that of the staff only when it was read before. */
export async function loadMasters(names: readonly MasterName[], position = 0): Promise<void> {
  await Promise.all(names.filter(isWanted).map((kind) => loadManaged(kind, position)));
}
