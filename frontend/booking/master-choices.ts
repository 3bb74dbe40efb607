import { type Atom, atom } from 'jotai';
import { corporatesAtom, paymentsAtom } from '../shared/masters.js';
import { fieldValueAtom, formAtom } from './form.js';

/** One choice of 法人 or 支払方法. */
export type MasterChoice = { id: number; name: string };

/** How a master record is called where it is named: whether it is in use shows. */
function masterName(name: string, isRetired: 0 | 1): string {
  return isRetired === 1 ? `${name}（使用停止）` : name;
}

/** What is offered: records in use, and retired ones that the booking names. */
function choicesAtom(
  records: Atom<readonly (MasterChoice & { retired: 0 | 1 })[]>,
  field: 'corporateId' | 'paymentType',
): Atom<readonly MasterChoice[]> {
  const baselineAtom = atom((get) => get(formAtom).baseline[field]);
  return atom((get) => {
    const kept = [get(fieldValueAtom(field)), get(baselineAtom)];
    return get(records)
      .filter(({ id, retired }) => retired !== 1 || kept.includes(id))
      .map(({ id, name, retired }) => ({ id, name: masterName(name, retired) }));
  });
}

/** The choices of 法人. */
export const corporateChoicesAtom = choicesAtom(
  atom((get) =>
    get(corporatesAtom).map(({ id, corporate_short_name: name, is_retired: retired }) => ({
      id,
      name,
      retired,
    })),
  ),
  'corporateId',
);

/** The choices of 支払方法. */
export const paymentChoicesAtom = choicesAtom(
  atom((get) =>
    get(paymentsAtom).map(({ id, payment_name: name, is_retired: retired }) => ({ id, name, retired })),
  ),
  'paymentType',
);
