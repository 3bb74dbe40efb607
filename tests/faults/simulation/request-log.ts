import type { BookingRecord } from '@wire/booking-record.js';
import { RefusedError, UnavailableError } from '../../../backend/platform/errors.js';
import type { Handlers } from './desk.js';
import { must, Violation } from './oracle.js';
import type { Command } from './steps.js';

/** A request of a terminal, and what it has heard of it. */
export type Sent = {
  key: string;
  kind: Command['do'];
  /** Which terminal sent it. */
  at: number;
  told: string;
  run: (desk: Handlers) => Promise<unknown>;
  state: 'unknown' | 'done' | 'refused';
  /** The first answer, as JSON. */
  answer: string | null;
  /** The codes of the rules that it was refused for. */
  refusal: string;
  /** Where the log ended before it, when it was committed alone. */
  begun: number | null;
  /** Every booking before it, when it was committed alone. */
  before: ReadonlyMap<number, object> | null;
  /** The request that it takes back, all of it. */
  reverses: Sent | null;
};

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;
const BROKEN_TEXT = /undefined|null|NaN|\[object/;
const KINDS_OF: Record<number, string> = { 404: 'invalid', 409: 'conflict', 422: 'invalid' };

/** A refusal says in Japanese what is wrong, in the contract's shape. */
function checkRefusal({ told }: Sent, { status, rules }: RefusedError): string {
  const kind = KINDS_OF[status];
  must(
    kind !== undefined && rules.some((rule) => rule.kind === kind),
    () => `${told}: refused with ${status}`,
  );
  for (const { code, message } of rules) {
    const isTold = JAPANESE.test(message) && !BROKEN_TEXT.test(message) && message.length < 300;
    must(isTold && /^[a-z_]+$/.test(code), () => `${told}: refused as ${code}: ${message}`);
  }
  return rules.map(({ code }) => code).join(', ');
}

/** Whether an answer that is no error says that nothing came of it. */
function failsWithin(answer: unknown): string | null {
  const { response, error, outcome, reason } = (answer ?? {}) as Record<string, unknown>;
  if (response === false) return String(error);
  return outcome === 'failed' ? String(reason) : null;
}

/** Notes an answer: it must be the one that was given before, if any; what was refused may be done at a later try. */
export function noteAnswer(sent: Sent, answer: unknown): void {
  const text = JSON.stringify(answer);
  must(
    sent.answer === null || sent.answer === text,
    () => `${sent.told}: answered ${text} after ${sent.answer}`,
  );
  sent.answer = text;
  const failure = failsWithin(answer);
  sent.state = failure === null ? 'done' : 'refused';
  sent.refusal = failure ?? '';
}

/** Notes an error: a refusal in the contract's shape, or that nobody knows what became of the request. */
export function noteError(sent: Sent, error: unknown): void {
  if (error instanceof UnavailableError) return;
  if (!(error instanceof RefusedError)) throw error instanceof Violation ? error : unexpected(sent, error);
  must(sent.state !== 'done', () => `${sent.told}: refused after it was done (${error.message})`);
  sent.refusal = checkRefusal(sent, error);
  sent.state = 'refused';
}

const unexpected = ({ told }: Sent, error: unknown): Violation =>
  new Violation(`${told}: ${(error as Error).stack ?? String(error)}`);

/** The booking records in an answer, without what else it says. */
export function recordsIn(answer: unknown): BookingRecord[] {
  const { mess, bookings, ...record } = (answer ?? {}) as { mess?: string; bookings?: BookingRecord[] };
  return 'stay_start' in record ? [record as BookingRecord] : (bookings ?? []);
}
