import {
  brokenCancellationRules,
  type CancellationRuleDetails,
  withCountedDays,
} from '@domain/masters/cancellation-rules.js';
import { brokenChargeItemRules, type ChargeItemDetails } from '@domain/masters/charge-items.js';
import {
  cancellationRuleShape,
  chargeItemShape,
  type ManagedCancellationRule,
  type ManagedChargeItem,
} from '@wire/money-masters.js';
import { readBody } from '../platform/http/read-request.js';
import { cancellationRuleStream, chargeItemStream } from '../streams/money-master.stream.js';
import { type MasterKind, managed } from './master-kinds.js';

/** Rules for cancellations. */
export const CANCELLATION_RULES: MasterKind<CancellationRuleDetails, ManagedCancellationRule> = {
  stream: cancellationRuleStream,
  name: 'CancellationRule',
  unknown: 'キャンセル規定が見つかりません。',
  rules: (id, after, { cancellationRules }) => brokenCancellationRules(id, after, cancellationRules.values()),
  stored: ({ cancellationRules }) => cancellationRules,
  read(body) {
    const fields = readBody(cancellationRuleShape, body);
    return withCountedDays({
      ...{ name: fields.name, source: fields.booking_source, occasion: fields.occasion },
      ...{ daysFrom: fields.days_from, daysTo: fields.days_to },
      ...{ percent: fields.percent, minimum: fields.minimum, taxRate: fields.tax_rate },
    });
  },
  encode: (record) => ({
    ...{ id: record.id, name: record.name, booking_source: record.source, occasion: record.occasion },
    ...{ days_from: record.daysFrom, days_to: record.daysTo },
    ...{ percent: record.percent, minimum: record.minimum, tax_rate: record.taxRate },
    ...managed(record),
  }),
};

/** Lines that are often added to a bill. */
export const CHARGE_ITEMS: MasterKind<ChargeItemDetails, ManagedChargeItem> = {
  stream: chargeItemStream,
  name: 'ChargeItem',
  unknown: '明細の項目が見つかりません。',
  rules: (id, after, { chargeItems }) => brokenChargeItemRules(id, after, chargeItems.values()),
  stored: ({ chargeItems }) => chargeItems,
  read(body) {
    const { name, kind, tax_rate: taxRate } = readBody(chargeItemShape, body);
    return { name, kind, taxRate };
  },
  encode: ({ id, name, kind, taxRate, ...record }) => ({
    ...{ id, name, kind, tax_rate: taxRate },
    ...managed({ id, ...record }),
  }),
};
