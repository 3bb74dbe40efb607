import { conflict } from '@domain/broken-rule.js';
import type { Checkpoint } from '@wire/evidence.js';
import { RefusedError, unreadable } from '../platform/errors.js';

/** Which positions somebody wants to check; left out is as far as there is. */
export type AskedRange = { from: number | null; to: number | null };

/** Positions from one checkpoint to another, and the checkpoints there, the one before the first included. */
export type PackageRange = { from: number; to: number; checkpoints: Checkpoint[] };

/** Reads positions of a request's query. */
export function readRange(from: unknown, to: unknown): AskedRange {
  const position = (field: string, value: unknown): number | null => {
    if (value === undefined || value === '') return null;
    if (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
    throw unreadable(field, `${field}は1以上の位置で指定してください。`);
  };
  const range = { from: position('from', from), to: position('to', to) };
  if (range.to !== null && (range.from ?? 1) > range.to)
    throw unreadable('to', 'toはfrom以上の位置で指定してください。');
  return range;
}

/**
 * Widens what was asked for to the checkpoints around it, so that every event of a package is covered by a signature
 * and its first hash can be trusted. `checkpoints` are those of one log and one key, oldest first.
 */
export function widenedRange(asked: AskedRange, checkpoints: readonly Checkpoint[]): PackageRange {
  const positions = checkpoints.map(({ position }) => position);
  const newest = Math.max(0, ...positions);
  if (newest === 0) throw new RefusedError(409, [conflict('no_events', null, 'まだイベントがありません。')]);
  const first = asked.from ?? 1;
  const last = asked.to ?? newest;
  if (Math.max(first, last) > newest) {
    const message = `位置は${newest.toLocaleString('ja-JP')}までで指定してください。`;
    throw unreadable(first > newest ? 'from' : 'to', message);
  }
  const before = Math.max(0, ...positions.filter((position) => position < first));
  const to = Math.min(...positions.filter((position) => position >= last));
  const within = checkpoints.filter(({ position }) => position >= before && position <= to);
  return { from: before + 1, to, checkpoints: within };
}
