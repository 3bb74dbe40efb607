import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { FigureText } from '../report-texts.js';
import type { ChartBar } from './bars.js';
import { ChartFrame } from './ChartFrame.js';
import { ChartTip } from './ChartTip.js';

const ROW = 26;
const AXIS = 24;
const MARGIN = { top: 2, right: 16, bottom: 0, left: 0 };

type ShareChartProps = {
  label: string;
  bars: readonly ChartBar[];
  text: FigureText;
  tick: (value: number) => string;
  beforeName: string | null;
};

/** A figure by kind as bars from left to right, each with what it is held against below it. */
export function ShareChart({ label, bars, text, tick, beforeName }: ShareChartProps) {
  return (
    <ChartFrame label={label} height={bars.length * ROW + AXIS}>
      {(size) => (
        <BarChart
          {...size}
          layout="vertical"
          data={[...bars]}
          margin={MARGIN}
          barGap={1}
          barCategoryGap="16%"
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis
            type="number"
            height={22}
            tickLine={false}
            axisLine={false}
            tickFormatter={tick}
            tick={{ fill: 'var(--ink-soft)' }}
          />
          <YAxis
            type="category"
            dataKey="name"
            width={86}
            interval={0}
            tickLine={false}
            stroke="var(--line-strong)"
            tick={{ fill: 'var(--ink)' }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hatch)' }}
            content={<ChartTip text={text} beforeName={beforeName} />}
          />
          <Bar dataKey="value" fill="var(--chart-bar)" isAnimationActive={false} />
          {beforeName !== null && (
            <Bar dataKey="before" fill="var(--chart-before)" fillOpacity={0.75} isAnimationActive={false} />
          )}
        </BarChart>
      )}
    </ChartFrame>
  );
}
