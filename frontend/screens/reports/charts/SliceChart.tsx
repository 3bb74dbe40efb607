import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import type { FigureText } from '../report-texts.js';
import type { ChartBar } from './bars.js';
import { ChartFrame } from './ChartFrame.js';
import { ChartTip } from './ChartTip.js';

const HEIGHT = 160;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const MOST_DOTS = 14;

type SliceChartProps = {
  label: string;
  bars: readonly ChartBar[];
  text: FigureText;
  tick: (value: number) => string;
  beforeName: string | null;
};

/** A figure over time as upright bars; the dashed line is what it is held against. */
export function SliceChart({ label, bars, text, tick, beforeName }: SliceChartProps) {
  const data = bars.map((bar) => ({
    ...bar,
    done: bar.isAhead ? null : bar.value,
    ahead: bar.isAhead ? bar.value : null,
  }));
  return (
    <ChartFrame label={label} height={HEIGHT}>
      {(size) => (
        <ComposedChart {...size} data={data} margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="tick"
            height={22}
            tickLine={false}
            stroke="var(--line-strong)"
            tick={{ fill: 'var(--ink-soft)' }}
          />
          <YAxis
            width={48}
            tickLine={false}
            axisLine={false}
            tickFormatter={tick}
            tick={{ fill: 'var(--ink-soft)' }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hatch)' }}
            content={<ChartTip text={text} beforeName={beforeName} />}
          />
          <Bar
            dataKey="done"
            stackId="now"
            fill="var(--chart-bar)"
            maxBarSize={42}
            isAnimationActive={false}
          />
          <Bar
            dataKey="ahead"
            stackId="now"
            fill="var(--chart-ahead)"
            stroke="var(--chart-bar)"
            maxBarSize={42}
            isAnimationActive={false}
          />
          {beforeName !== null && (
            <Line
              dataKey="before"
              stroke="var(--chart-before)"
              strokeWidth={2}
              strokeDasharray="5 3"
              dot={data.length <= MOST_DOTS && { strokeDasharray: '', r: 3 }}
              isAnimationActive={false}
            />
          )}
        </ComposedChart>
      )}
    </ChartFrame>
  );
}
