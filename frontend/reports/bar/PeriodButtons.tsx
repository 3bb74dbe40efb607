import { Button, ButtonGroup } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { PERIODS, type Period } from '@domain/reports/periods.js';
import type { KeyName } from '../../shared/ui/key-table.js';
import { keyProps } from '../../shared/ui/keys.js';
import { useKey } from '../../shared/ui/use-key.js';
import { PERIOD_NAMES } from '../report-texts.js';

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
export function PeriodButtons({ chosen, onPeriod, onStep }: PeriodButtonsProps) {
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
      <span className="report-steps">
        <StepButton name="前の期間" by="reportPrevious" onStep={() => onStep(-1)} />
        <StepButton name="次の期間" by="reportNext" onStep={() => onStep(1)} />
      </span>
    </>
  );
}
