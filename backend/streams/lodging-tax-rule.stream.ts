import {
  evolveLodgingTaxRule,
  type LodgingTaxRule,
  type LodgingTaxRuleEvent,
} from '@domain/payment/lodging-tax.js';
import { z } from 'zod';
import { eventDay, onlyVersion, type StreamDefinition } from '../event-store/event-stream.js';

const yen = z.int().nonnegative();
const bracket = z.strictObject({ from: yen, yen: yen.nullable(), rate: yen.nullable() });
const defined = z.strictObject({
  name: z.string().min(1),
  firstDay: eventDay,
  isIncluded: z.boolean(),
  levies: z.array(z.strictObject({ name: z.string().min(1), brackets: z.array(bracket).min(1) })).min(1),
  exemptions: z.array(z.string().min(1)),
  recordedOn: eventDay,
});

/** A rule of the 宿泊税, with all that it said before. */
export const lodgingTaxRuleStream: StreamDefinition<LodgingTaxRule, LodgingTaxRuleEvent> = {
  category: 'lodging-tax-rule',
  table: 'lodging_tax_rules',
  key: { column: 'id', type: 'integer' },
  row: () => ({}),
  evolve: evolveLodgingTaxRule,
  events: {
    LodgingTaxRuleDefined: onlyVersion(defined),
    LodgingTaxRuleRetired: onlyVersion(z.strictObject({ recordedOn: eventDay })),
  },
  isReference: true,
};
