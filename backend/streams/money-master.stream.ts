import {
  CANCELLATION_TAX_RATES,
  type CancellationRule,
  type CancellationRuleEvent,
  FEE_OCCASIONS,
} from '@domain/masters/cancellation-rules.js';
import type { ChargeItem, ChargeItemEvent } from '@domain/masters/charge-items.js';
import { CHARGE_KINDS, TAX_RATES } from '@domain/reservation/money.js';
import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { z } from 'zod';
import { onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';
import { masterParts, retired } from './master.stream.js';

const yen = z.int().nonnegative();

/** A line of the hotel's rules for cancellations. */
export const cancellationRuleStream: StreamDefinition<CancellationRule, CancellationRuleEvent> = {
  ...masterParts,
  category: 'cancellation-rule',
  table: 'cancellation_rules',
  events: {
    CancellationRuleDefined: onlyVersion(
      z.strictObject({
        name: z.string().min(1),
        source: z.enum(['', ...BOOKING_SOURCES]),
        occasion: z.enum(FEE_OCCASIONS),
        daysFrom: z.int().nonnegative(),
        daysTo: z.int().nonnegative().nullable(),
        percent: z.int().min(0).max(100),
        minimum: yen,
        taxRate: z.literal(CANCELLATION_TAX_RATES),
      }),
    ),
    CancellationRuleRetired: retired,
  },
};

/** A line that is often added to a bill. */
export const chargeItemStream: StreamDefinition<ChargeItem, ChargeItemEvent> = {
  ...masterParts,
  category: 'charge-item',
  table: 'charge_items',
  events: {
    ChargeItemDefined: onlyVersion(
      z.strictObject({
        name: z.string().min(1),
        kind: z.enum(CHARGE_KINDS),
        taxRate: z.literal(TAX_RATES),
      }),
    ),
    ChargeItemRetired: retired,
  },
};
