/** Kind of a broken rule: the input is wrong in itself (422), or clashes with what is stored (409); see contract 1. */
export type RuleKind = 'invalid' | 'conflict';

/**
 * One rule that an input breaks, with its text for the alert (spec 5). `field` is the wire's field name; `unnamed` is the text
 * for programs that may not see guests, where the message names one.
 */
export type BrokenRule = {
  kind: RuleKind;
  code: string;
  field: string | null;
  message: string;
  unnamed?: string;
};

/** Result of a pure decision: events, or every rule that stands in the way. */
export type Decided<T> = { ok: true; value: T } | { ok: false; broken: BrokenRule[] };

/** A decision that succeeded. */
export function decided<T>(value: T): Decided<T> {
  return { ok: true, value };
}

/** A decision refused for these rules. */
export function refused<T>(...broken: BrokenRule[]): Decided<T> {
  return { ok: false, broken };
}

/** A rule about the input itself. */
export function invalid(code: string, field: string | null, message: string): BrokenRule {
  return { kind: 'invalid', code, field, message };
}

/** A rule about what is stored; `unnamed` is its text without guests. */
export function conflict(code: string, field: string | null, message: string, unnamed?: string): BrokenRule {
  return { kind: 'conflict', code, field, message, ...(unnamed !== undefined && { unnamed }) };
}

/** Somebody else changed the record after it was read (contract 1). */
export const STALE_VERSION: BrokenRule = conflict(
  'stale_version',
  null,
  '他の端末で更新されています。最新の内容を確認してください。',
);
