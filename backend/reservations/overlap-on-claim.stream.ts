import { OVERLAP } from '@domain/reservation/save-rules.js';
import { refusal } from '../platform/errors.js';

const UNIQUE_VIOLATION = '23505';
/** The primary key's default name, which a rebuilt table gets as well. */
const CLAIM = 'room_claims_pkey';

/** The database's own guard against double booking, in the words of the spec; any other error stays what it is. */
export function overlapOnClaim(error: unknown): unknown {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === CLAIM ? refusal([OVERLAP]) : error;
}
