import type { FigureText } from '../report-texts.js';
import type { ChartBar } from './bars.js';

type ChartTipProps = {
  /** What the chart library says is under the pointer. */
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
  text: FigureText;
  /** What it is held against; null for nothing. */
  beforeName: string | null;
};

/** The exact figures of the bar under the pointer. */
export function ChartTip({ active, payload, text, beforeName }: ChartTipProps) {
  const bar = payload?.[0]?.payload as ChartBar | undefined;
  if (!active || !bar) return null;
  return (
    <div className="chart-tip">
      <b>{bar.name}</b>
      <span>
        {text(bar.value)}
        {bar.isAhead && '（予約済み分）'}
      </span>
      {beforeName !== null && (
        <span>
          {beforeName} {text(bar.before)}
        </span>
      )}
    </div>
  );
}
