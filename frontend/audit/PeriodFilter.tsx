import type { EventQuery } from '../shared/api/audit-api.js';
import { DayFilter } from './DayFilter.js';

type PeriodFilterProps = {
  filter: EventQuery;
  onPeriod: (period: { from?: string; to?: string }) => void;
};

/** Only events recorded from one day to another; of two in the wrong order the other one follows. */
export function PeriodFilter({ filter, onPeriod }: PeriodFilterProps) {
  const { from = '', to = '' } = filter;
  const inOrder = (first: string, last: string) => first === '' || last === '' || first <= last;
  return (
    <fieldset className="filter">
      <legend>期間</legend>
      <DayFilter
        label="期間の始め"
        value={from}
        onValue={(day) => onPeriod(inOrder(day, to) ? { from: day } : { from: day, to: day })}
      />
      <span aria-hidden="true">～</span>
      <DayFilter
        label="期間の終わり"
        value={to}
        onValue={(day) => onPeriod(inOrder(from, day) ? { to: day } : { from: day, to: day })}
      />
    </fieldset>
  );
}
