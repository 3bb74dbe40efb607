import { type BrokenRule, conflict, type Decided, decided, refused } from '../broken-rule.js';
import type { Recorded } from './masters.js';

/** What staff ask of a master record; one that is put back has the content that it was retired with. */
export type MasterChange<Details> =
  | { type: 'define'; details: Details }
  | { type: 'retire' }
  | { type: 'put-back' };

/** What becomes of a master record. */
export type MasterOutcome<Details> =
  | { type: 'defined'; data: Details }
  | { type: 'retired' }
  | { type: 'unchanged' };

const RETIRED = conflict(
  'retired',
  null,
  '使用停止中のデータは変更できません。使用を再開してから変更してください。',
);

function contentOf<Details extends object>(record: Recorded & Details): Details {
  const content: Partial<Recorded> & Details = { ...record };
  delete content.id;
  delete content.version;
  delete content.isRetired;
  return content;
}

function isSame(one: object, other: object): boolean {
  const fields = Object.keys(one) as (keyof typeof one)[];
  return fields.every((field) => one[field] === other[field]);
}

/**
 * Given a master record, null for a new one, what a change makes of it. What is as it was is not said again; `rules`
 * tells what stands against the content that is in use afterwards, null for none.
 */
export function decideMaster<Details extends object>(
  change: MasterChange<Details>,
  stored: (Recorded & Details) | null,
  rules: (after: Details | null) => BrokenRule[],
): Decided<MasterOutcome<Details>> {
  if (change.type === 'define' && stored?.isRetired) return refused(RETIRED);
  const before = stored && !stored.isRetired ? contentOf<Details>(stored) : null;
  const kept = stored && contentOf<Details>(stored);
  const after = change.type === 'define' ? change.details : change.type === 'retire' ? null : kept;
  const isUnchanged = before === null || after === null ? before === after : isSame(before, after);
  if (stored && isUnchanged) return decided({ type: 'unchanged' });
  const broken = rules(after);
  if (broken.length > 0) return refused(...broken);
  return decided(after === null ? { type: 'retired' } : { type: 'defined', data: after });
}
