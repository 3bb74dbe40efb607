import type { MasterName } from '@wire/live.js';
import type { BlacklistRecord, CorporateRecord, PaymentRecord } from '@wire/master-records.js';
import { atom } from 'jotai';
import { fetchBlacklist, fetchCorporates, fetchPayments } from '../api/masters-api.js';
import { store } from './store.js';

export const corporatesAtom = atom<readonly CorporateRecord[]>([]);
export const paymentsAtom = atom<readonly PaymentRecord[]>([]);
/** The blacklist; null until it was read. */
export const blacklistAtom = atom<readonly BlacklistRecord[] | null>(null);

const LOADERS: Partial<Record<MasterName, () => Promise<void>>> = {
  corporate: async () => store.set(corporatesAtom, await fetchCorporates()),
  payment: async () => store.set(paymentsAtom, await fetchPayments()),
  blacklist: async () => store.set(blacklistAtom, await fetchBlacklist()),
};

/** Reads these master lists; a failure is only logged (spec 8). */
export async function loadMasters(names: readonly MasterName[]): Promise<void> {
  const loads = names.map((name) => LOADERS[name]?.().catch((error) => console.error(name, error)));
  await Promise.all(loads);
}
