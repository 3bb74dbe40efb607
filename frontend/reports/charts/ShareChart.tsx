import { ChartFrame, type ChartProps, roundTicks } from './ChartFrame.js';

const ROW = 26;
const AXIS = 24;
const LEFT = 86;
const RIGHT = 16;
const TOP = 2;
/** Of a row this is left free above and below its bars. */
const FREE = 0.16;

/** A figure by kind as bars from left to right, each with what it is held against below it. */
export function ShareChart({ label, bars, text, tick, beforeName }: ChartProps) {
  const height = bars.length * ROW + AXIS;
  const bottom = height - 22;
  const row = (bottom - TOP) / Math.max(1, bars.length);
  const ticks = roundTicks(bars, beforeName !== null);
  const barHeight = Math.floor((row * (1 - 2 * FREE) - 1) / (beforeName === null ? 1 : 2));
  return (
    <ChartFrame
      {...{ label, bars, text, beforeName, height }}
      barAt={({ x, y }, { width }) =>
        x < LEFT || x > width - RIGHT || y < TOP || y >= bottom ? null : Math.floor((y - TOP) / row)
      }
    >
      {({ width }, pointed) => {
        const length = (value: number) => ((width - LEFT - RIGHT) * value) / (ticks.at(-1) ?? 1);
        return (
          <svg width={width} height={height} aria-hidden="true">
            {ticks.map((value) => (
              <g key={value}>
                <line
                  className="chart-grid"
                  x1={LEFT + length(value)}
                  x2={LEFT + length(value)}
                  y1={TOP}
                  y2={bottom}
                />
                <text x={LEFT + length(value)} y={bottom + 16} textAnchor="middle">
                  {tick(value)}
                </text>
              </g>
            ))}
            {pointed !== null && (
              <rect
                className="chart-pointed"
                x={LEFT}
                y={TOP + pointed * row}
                width={width - LEFT - RIGHT}
                height={row}
              />
            )}
            {bars.map(({ name, value, before }, index) => {
              const top = TOP + (index + FREE) * row;
              return (
                <g key={name}>
                  <text
                    className="chart-name"
                    x={LEFT - 8}
                    y={TOP + (index + 0.5) * row + 4}
                    textAnchor="end"
                  >
                    {name}
                  </text>
                  {value !== null && (
                    <rect className="chart-bar" x={LEFT} y={top} width={length(value)} height={barHeight} />
                  )}
                  {beforeName !== null && before !== null && (
                    <rect
                      className="chart-bar"
                      data-mark="before"
                      x={LEFT}
                      y={top + barHeight + 1}
                      width={length(before)}
                      height={barHeight}
                    />
                  )}
                </g>
              );
            })}
            <line className="chart-axis" x1={LEFT} x2={LEFT} y1={TOP} y2={bottom} />
          </svg>
        );
      }}
    </ChartFrame>
  );
}
