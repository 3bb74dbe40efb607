import { HTMLSelect } from '@blueprintjs/core';
import type { DayRange } from '@domain/calendar/default-range.js';
import type { Day } from '@domain/dates.js';
import { GRAINS } from '@domain/reports/periods.js';
import { reportFilePath } from '../reports-api.js';
import { COMPARISONS, type ReportQuery } from '../report-query.js';
import { focusField } from '../../shared/ui/focus-field.js';
import { keyProps } from '../../shared/ui/keys.js';
import { useKey } from '../../shared/ui/use-key.js';
import { COMPARISON_NAMES, GRAIN_NAMES } from '../report-texts.js';
import { DayBox } from './DayBox.js';
import { PeriodButtons } from './PeriodButtons.js';
import { SavingButtons } from './SavingButtons.js';

const FIRST_ID = 'report-first';

type ReportBarProps = {
  query: ReportQuery;
  today: Day;
  onDays: (days: DayRange | NonNullable<ReportQuery['period']>) => void;
  /** To the period so many before or after. */
  onStep: (steps: number) => void;
  onChoice: (name: 'by' | 'compare', value: string) => void;
};

/** Which days, how divided, held against what; and the ways to take the figures along. */
export function ReportBar({ query, today, onDays, onStep, onChoice }: ReportBarProps) {
  const { days, period, by, comparison } = query;
  const { first, last } = days;
  useKey('reportDays', () => focusField(FIRST_ID));
  return (
    <section className="report-bar" aria-label="レポートの条件">
      <PeriodButtons chosen={period} onPeriod={onDays} onStep={onStep} />
      <span className="report-days">
        <DayBox
          id={FIRST_ID}
          label="期間の始め"
          value={first}
          today={today}
          hints={keyProps('reportDays', '期間の始め')}
          onDay={(day) => onDays({ first: day, last: day > last ? day : last })}
        />
        <span aria-hidden="true">～</span>
        <DayBox
          id="report-last"
          label="期間の終わり"
          value={last}
          today={today}
          onDay={(day) => onDays({ first: day < first ? day : first, last: day })}
        />
      </span>
      <HTMLSelect
        aria-label="単位"
        value={by}
        options={GRAINS.map((value) => ({ value, label: GRAIN_NAMES[value] }))}
        onChange={(event) => onChoice('by', event.currentTarget.value)}
      />
      <HTMLSelect
        aria-label="比較"
        value={comparison}
        options={COMPARISONS.map((value) => ({ value, label: COMPARISON_NAMES[value] }))}
        onChange={(event) => onChoice('compare', event.currentTarget.value)}
      />
      <SavingButtons path={reportFilePath(days, by)} />
    </section>
  );
}
