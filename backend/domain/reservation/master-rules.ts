import { type BrokenRule, invalid } from '../broken-rule.js';
import type { ReservationDraft, ReservationFacts } from './reservation.commands.js';
import { NOT_BLACKLISTED } from './reservation.js';

type Masters = Pick<ReservationFacts, 'knownCorporates' | 'knownPayments' | 'knownBlacklistEntries'>;
type Named = Pick<ReservationDraft, 'corporateId' | 'paymentType' | 'blacklistId'>;

/**
 * What stands against the master records that a booking names, `stored` those that it names already: a retired one is
 * valid there, but is not chosen anew.
 */
export function masterRules(named: Named, facts: Masters, stored: Named | null): BrokenRule[] {
  const kinds = [
    [
      'corporate',
      'corporateID',
      '法人',
      named.corporateId || null,
      stored?.corporateId,
      facts.knownCorporates,
    ],
    ['payment', 'payment_type', '支払方法', named.paymentType, stored?.paymentType, facts.knownPayments],
  ] as const;
  const rules = kinds.flatMap(([kind, field, label, id, kept, known]): BrokenRule[] => {
    const record = id === null ? undefined : known.get(id);
    if (id !== null && !record) {
      return [invalid(`${kind}_unknown`, field, `選択した${label}が見つかりません。`)];
    }
    if (!record?.isRetired || id === kept) return [];
    return [
      invalid(`${kind}_retired`, field, `選択した${label}は使用停止中です。他の${label}を選択してください。`),
    ];
  });
  const { blacklistId } = named;
  if (blacklistId === null || blacklistId === NOT_BLACKLISTED || blacklistId === stored?.blacklistId)
    return rules;
  const entry = facts.knownBlacklistEntries.get(blacklistId);
  if (!entry) {
    return [...rules, invalid('blacklist_unknown', 'blacklist_id', 'ブラックリストの登録が見つかりません。')];
  }
  if (!entry.isRetired) return rules;
  return [
    ...rules,
    invalid('blacklist_retired', 'blacklist_id', 'このブラックリストの登録は解除されています。'),
  ];
}
