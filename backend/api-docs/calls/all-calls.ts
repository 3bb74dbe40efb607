import type { CallGroup } from '../call.js';
import { BOOKING_CALLS, DESK_CALLS } from './bookings.calls.js';
import { HANDOVER_CALLS } from './handover.calls.js';
import { IMPORT_CALLS } from './imports.calls.js';
import { LOG_CALLS, SERVICE_CALLS } from './log.calls.js';
import { MASTER_CALLS } from './masters.calls.js';

/** Every call of the product, in the order of the documentation. */
export const CALL_GROUPS: readonly CallGroup[] = [
  BOOKING_CALLS,
  DESK_CALLS,
  HANDOVER_CALLS,
  IMPORT_CALLS,
  MASTER_CALLS,
  LOG_CALLS,
  SERVICE_CALLS,
];
