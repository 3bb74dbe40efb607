import { type BrokenRule, invalid } from '@domain/broken-rule.js';
import type { Day } from '@domain/dates.js';
import { decideMaster, type MasterChange } from '@domain/masters/decide-master.js';
import { type LodgingTaxDetails, type LodgingTaxRule, ruleContent } from '@domain/payment/lodging-tax.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { encodeLodgingTaxRule, type LodgingTaxRuleRecord } from '@wire/lodging-tax.js';
import { EventStore } from '../event-store/event-store.js';
import { requireStream } from '../event-store/unit-of-work.js';
import { Clock } from '../platform/clock.js';
import { refusal } from '../platform/errors.js';
import { inVersion, type RequestContext } from '../platform/http/request-context.js';
import { lodgingTaxRuleStream } from '../streams/lodging-tax-rule.stream.js';

/** Defines (`id` is null for a new one), redefines, retires or restores a rule of the 宿泊税, from today's night on. */
export class ChangeLodgingTaxRule extends Command<LodgingTaxRuleRecord> {
  constructor(
    readonly id: number | null,
    readonly change: MasterChange<LodgingTaxDetails>,
    readonly request: RequestContext,
  ) {
    super();
  }
}

const DAY_TAKEN = invalid(
  'lodging_tax_day_taken',
  'first_day',
  'この開始日の宿泊税は既に登録されています。その宿泊税を変更してください。',
);

function brokenRules(
  id: number | null,
  after: LodgingTaxDetails | null,
  rules: readonly LodgingTaxRule[],
): BrokenRule[] {
  const isTaken = rules.some(
    (other) => other.id !== id && !other.isRetired && other.firstDay === after?.firstDay,
  );
  return isTaken ? [DAY_TAKEN] : [];
}

/** The stored rule as master records are decided, without its history. */
function asMaster(rule: LodgingTaxRule) {
  const { id, version, isRetired } = rule;
  return { ...ruleContent(rule), id, version, ...(isRetired && { isRetired }) };
}

@CommandHandler(ChangeLodgingTaxRule)
export class ChangeLodgingTaxRuleHandler implements ICommandHandler<ChangeLodgingTaxRule> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The rule after the change; 404, 409 when stale or retired, 422 for a first day that another rule has. */
  execute({ id, change, request }: ChangeLodgingTaxRule): Promise<LodgingTaxRuleRecord> {
    return this.store.execute({
      idempotency: request.idempotency,
      requirements: id === null ? [] : [requireStream(lodgingTaxRuleStream, id)],
      decide: (unit) => {
        const known = id === null ? null : unit.get(lodgingTaxRuleStream, id);
        const stored = id === null ? null : inVersion(known, request, '宿泊税が見つかりません。');
        const { lodgingTaxRules } = unit.reference;
        const result = decideMaster(change, stored && asMaster(stored), (after) =>
          brokenRules(id, after, lodgingTaxRules),
        );
        if (!result.ok) throw refusal(result.broken);
        const outcome = result.value;
        if (stored && outcome.type === 'unchanged') return encodeLodgingTaxRule(stored);
        const recordedOn: Day = this.clock.today();
        const event =
          outcome.type === 'defined'
            ? { type: 'LodgingTaxRuleDefined' as const, data: { ...outcome.data, recordedOn } }
            : { type: 'LodgingTaxRuleRetired' as const, data: { recordedOn } };
        const key = id ?? unit.nextPosition;
        return encodeLodgingTaxRule(unit.append(lodgingTaxRuleStream, key, event, request.write));
      },
    });
  }
}
