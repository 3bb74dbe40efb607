import './lodging-tax.css';
import { Button, HTMLTable, Tag } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { paperDateText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import type { LodgingTaxRuleRecord } from '@wire/lodging-tax.js';
import { useEffect, useState } from 'react';
import { alertFailure } from '../../shared/alert-failure.js';
import { useMay } from '../../shared/session-staff.js';
import { useValue } from '../../shared/store.js';
import { ListState } from '../../shared/ui/ListState.js';
import { useSending } from '../../shared/ui/sending.js';
import { tellDone } from '../lists.atoms.js';
import { changedText } from './changed-text.js';
import { followLodgingTax, pricesText, retireRule, taxRules, taxText } from './lodging-tax.js';
import { MonthCount } from './MonthCount.js';
import { RuleDialog } from './RuleDialog.js';

/** 宿泊税: the rules by day, and what a month came to. */
export function LodgingTaxPane({ today }: { today: Day }) {
  const { value, error } = useValue(taxRules.atom);
  const mayManage = useMay('manage');
  const [edited, setEdited] = useState<LodgingTaxRuleRecord | 'new' | null>(null);
  useEffect(() => void taxRules.load(null), []);
  useEffect(followLodgingTax, []);
  return (
    <div className="lodging-tax">
      <section className="tax-rules stack" aria-label="宿泊税">
        <div className="tax-head row">
          <h2>宿泊税</h2>
          {mayManage && (
            <Button size="small" icon={<Add size={14} />} text="追加" onClick={() => setEdited('new')} />
          )}
        </div>
        {error !== null || !value ? (
          <ListState failure={error?.message ?? null} isLoading onRetry={() => taxRules.reload()} />
        ) : (
          <Rules rules={value} today={today} onEdit={mayManage ? setEdited : null} />
        )}
        <p className="soft">
          宿泊の日ごとに、その日に始まっている最も新しいものを使います。変更は、変更した日の泊から使います（それより前の泊は変わりません）。
        </p>
      </section>
      <MonthCount today={today} />
      {edited !== null && (
        <RuleDialog rule={edited === 'new' ? null : edited} today={today} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}

type RulesProps = {
  rules: readonly LodgingTaxRuleRecord[];
  today: Day;
  onEdit: ((rule: LodgingTaxRuleRecord) => void) | null;
};

function Rules({ rules, today, onEdit }: RulesProps) {
  if (rules.length === 0) return <ListState>宿泊税は登録されていません。</ListState>;
  const newest = [...rules].sort((one, other) => (one.first_day < other.first_day ? 1 : -1));
  const current = newest.find((rule) => rule.is_retired === 0 && rule.counts_from <= today);
  return newest.map((rule) => (
    <Rule key={rule.id} rule={rule} isCurrent={rule === current} onEdit={onEdit} />
  ));
}

/** One rule with its brackets. */
function Rule({
  rule,
  isCurrent,
  onEdit,
}: Pick<RulesProps, 'onEdit'> & { rule: LodgingTaxRuleRecord; isCurrent: boolean }) {
  const { name, first_day, counts_from, is_included, is_retired, levies, exemptions } = rule;
  const { isSending, send } = useSending();
  const retire = async (to: 0 | 1) => {
    const { bookings } = await retireRule(rule, to);
    tellDone(changedText(name, to === 1 ? '使用停止にしました' : '使用中に戻しました', bookings));
  };
  const setRetired = (to: 0 | 1) => send(() => retire(to).catch(alertFailure));
  return (
    <article className="tax-rule" data-retired={is_retired === 1 || undefined} aria-label={name}>
      <div className="tax-head row">
        <b>{name}</b>
        <span className="soft">{`${paperDateText(first_day, { weekday: false })}から`}</span>
        {counts_from > first_day && (
          <span className="soft">{`（${paperDateText(counts_from, { weekday: false })}の泊から反映）`}</span>
        )}
        {is_retired === 1 && <Tag minimal>使用停止</Tag>}
        {isCurrent && (
          <Tag minimal intent="success">
            現在
          </Tag>
        )}
        {onEdit && (
          <span className="tax-deeds row">
            {is_retired === 0 && <Button size="small" text="変更" onClick={() => onEdit(rule)} />}
            <Button
              size="small"
              loading={isSending}
              text={is_retired === 1 ? '使用を再開' : '使用停止'}
              onClick={() => setRetired(is_retired === 1 ? 0 : 1)}
            />
          </span>
        )}
      </div>
      <p className="soft">
        {is_included === 1 ? '宿泊料金に含む' : '宿泊料金のほかにいただく'}
        {exemptions.length > 0 && `　免除: ${exemptions.join('、')}`}
      </p>
      <Brackets levies={levies} />
    </article>
  );
}

function Brackets({ levies }: Pick<LodgingTaxRuleRecord, 'levies'>) {
  return (
    <HTMLTable compact className="tax-table" aria-label="税額">
      <thead>
        <tr>
          <th scope="col">課税団体</th>
          <th scope="col">1人1泊の料金（税抜）</th>
          <th scope="col" data-figure>
            1人1泊の税額
          </th>
        </tr>
      </thead>
      <tbody>
        {levies.flatMap(({ name, brackets }) =>
          brackets.map((bracket, at) => (
            <tr key={`${name} ${bracket.from}`}>
              {at === 0 && <td rowSpan={brackets.length}>{name}</td>}
              <td>{pricesText(bracket.from, brackets[at + 1]?.from ?? null)}</td>
              <td data-figure>{taxText(bracket)}</td>
            </tr>
          )),
        )}
      </tbody>
    </HTMLTable>
  );
}
