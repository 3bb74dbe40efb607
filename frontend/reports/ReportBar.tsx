import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import type { DayRange } from '@domain/calendar/default-range.js';
import { GRAINS, PERIODS, type Period } from '@domain/reports/periods.js';
import { alertFailure } from '../shared/alert-failure.js';
import { saveFile } from '../shared/api/request.js';
import { DayInput } from '../shared/ui/DateInput.js';
import { DownloadButton } from '../shared/ui/DownloadButton.js';
import { focusField } from '../shared/ui/focus-field.js';
import type { KeyName } from '../shared/ui/key-table.js';
import { keyProps, useKey } from '../shared/ui/keys.js';
import { PrintButton } from '../shared/ui/PrintButton.js';
import { COMPARISON_NAMES, GRAIN_NAMES, PERIOD_NAMES } from './report-texts.js';
import { COMPARISONS, type ReportQuery, reportFilePath } from './reports.atoms.js';

const FIRST_ID = 'report-first';

type ReportBarProps = {
  query: ReportQuery;
  onDays: (days: DayRange | NonNullable<ReportQuery['period']>) => void;
  /** To the period so many before or after. */
  onStep: (steps: number) => void;
  onChoice: (name: 'by' | 'compare', value: string) => void;
};

/** Bar of the report: its days, their division and comparison, and the files to save. */
export function ReportBar({ query, onDays, onStep, onChoice }: ReportBarProps) {
  const { days, period, by, comparison } = query;
  const { first, last } = days;
  useKey('reportDays', () => focusField(FIRST_ID));
  return (
    <section className="report-bar row" aria-label="レポートの条件">
      <PeriodButtons chosen={period} onPeriod={onDays} onStep={onStep} />
      <span className="report-days row">
        <DayInput
          id={FIRST_ID}
          label="期間の始め"
          value={first}
          hints={keyProps('reportDays', '期間の始め')}
          isRequired
          onDay={(day) => day && onDays({ first: day, last: day > last ? day : last })}
          picker={{ start: first, earliest: null, latest: null }}
        />
        <span aria-hidden="true">～</span>
        <DayInput
          id="report-last"
          label="期間の終わり"
          value={last}
          isRequired
          onDay={(day) => day && onDays({ first: day < first ? day : first, last: day })}
          picker={{ start: last, earliest: null, latest: null }}
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

const KEY_OF = {
  today: 'reportToday',
  week: 'reportWeek',
  month: 'reportMonth',
  'last-month': 'reportLastMonth',
  year: 'reportYear',
} as const satisfies Record<Period, KeyName>;

type PeriodButtonProps = { period: Period; isChosen: boolean; onChoose: () => void };

function PeriodButton({ period, isChosen, onChoose }: PeriodButtonProps) {
  useKey(KEY_OF[period], onChoose);
  return (
    <Button
      size="small"
      text={PERIOD_NAMES[period]}
      active={isChosen}
      aria-pressed={isChosen}
      {...keyProps(KEY_OF[period], `${PERIOD_NAMES[period]}の数値`)}
      onClick={onChoose}
    />
  );
}

type StepButtonProps = { name: string; by: 'reportPrevious' | 'reportNext'; onStep: () => void };

function StepButton({ name, by, onStep }: StepButtonProps) {
  useKey(by, onStep);
  return (
    <Button
      size="small"
      variant="minimal"
      icon={by === 'reportPrevious' ? <ChevronLeft size={14} /> : <ChevronRight size={14} />}
      aria-label={name}
      {...keyProps(by, name)}
      onClick={onStep}
    />
  );
}

type PeriodButtonsProps = {
  chosen: Period | null;
  onPeriod: (period: Period) => void;
  onStep: (steps: number) => void;
};

/** The periods that go by a name, and the way to the one before and the one after. */
function PeriodButtons({ chosen, onPeriod, onStep }: PeriodButtonsProps) {
  return (
    <>
      <ButtonGroup role="group" aria-label="期間">
        {PERIODS.map((period) => (
          <PeriodButton
            key={period}
            period={period}
            isChosen={period === chosen}
            onChoose={() => onPeriod(period)}
          />
        ))}
      </ButtonGroup>
      <span className="report-steps row">
        <StepButton name="前の期間" by="reportPrevious" onStep={() => onStep(-1)} />
        <StepButton name="次の期間" by="reportNext" onStep={() => onStep(1)} />
      </span>
    </>
  );
}

/** Saves the figures for a spreadsheet, or puts them on paper. */
function SavingButtons({ path }: { path: string }) {
  useKey('reportFile', () => void saveFile(path).catch((error) => alertFailure(error)));
  return (
    <span className="report-saving row">
      <DownloadButton size="small" text="CSV" path={path} {...keyProps('reportFile', '数値をCSVで保存')} />
      <PrintButton of="reportPrint" hint="レポートを印刷" />
    </span>
  );
}
