import { type ChartBar, ChartFrame, type ChartProps, labelled, roundTicks } from './ChartFrame.js';

const HEIGHT = 160;
const LEFT = 48;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = HEIGHT - 22;
/** Of the room of a bar this is left free on each side of it. */
const FREE = 0.1;
const WIDEST = 42;
const MOST_DOTS = 14;

/** A figure over time as upright bars; the dashed line is what it is held against. */
export function SliceChart({ label, bars, text, tick, beforeName }: ChartProps) {
  const room = (width: number) => (width - LEFT - RIGHT) / Math.max(1, bars.length);
  return (
    <ChartFrame
      {...{ label, bars, text, beforeName }}
      height={HEIGHT}
      barAt={({ x, y }, { width }) =>
        x < LEFT || x >= width - RIGHT || y < TOP || y > BOTTOM ? null : Math.floor((x - LEFT) / room(width))
      }
    >
      {({ width }, pointed) => (
        <Drawing {...{ bars, tick, width, pointed, room: room(width), isCompared: beforeName !== null }} />
      )}
    </ChartFrame>
  );
}

type DrawingProps = Pick<ChartProps, 'bars' | 'tick'> & {
  width: number;
  /** Width that each bar has. */
  room: number;
  pointed: number | null;
  isCompared: boolean;
};

function Drawing({ bars, tick, width, room, pointed, isCompared }: DrawingProps) {
  const ticks = roundTicks(bars, isCompared);
  const y = (value: number) => BOTTOM - ((BOTTOM - TOP) * value) / (ticks.at(-1) ?? 1);
  const middle = (index: number) => LEFT + (index + 0.5) * room;
  const barWidth = Math.min(room * (1 - 2 * FREE), WIDEST);
  const isLabelled = labelled(
    bars.map((bar) => bar.tick ?? bar.name),
    room,
  );
  const points = bars.flatMap(({ before }, index) =>
    before === null ? [] : [{ index, x: middle(index), y: y(before) }],
  );
  const hasDot = (index: number) => index === pointed || bars.length <= MOST_DOTS;
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      {ticks.map((value) => (
        <g key={value}>
          <line className="chart-grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
            {tick(value)}
          </text>
        </g>
      ))}
      {pointed !== null && (
        <rect
          className="chart-pointed"
          x={LEFT + pointed * room}
          y={TOP}
          width={room}
          height={BOTTOM - TOP}
        />
      )}
      {bars.map(
        ({ name, value, isAhead }, index) =>
          value !== null && (
            <rect
              key={name}
              className="chart-bar"
              data-mark={isAhead ? 'ahead' : undefined}
              x={middle(index) - barWidth / 2}
              y={y(value)}
              width={barWidth}
              height={BOTTOM - y(value)}
            />
          ),
      )}
      <line className="chart-axis" x1={LEFT} x2={width - RIGHT} y1={BOTTOM} y2={BOTTOM} />
      {bars.map(
        ({ name, tick }, index) =>
          isLabelled(index) && (
            <text key={name} x={middle(index)} y={BOTTOM + 16} textAnchor="middle">
              {tick}
            </text>
          ),
      )}
      {isCompared && <path className="chart-line" d={linesThrough(points, bars)} />}
      {isCompared &&
        points
          .filter(({ index }) => hasDot(index))
          .map(({ index, x, y }) => <circle key={index} className="chart-dot" cx={x} cy={y} r={3} />)}
    </svg>
  );
}

/** A line through neighbours, interrupted where there is no figure. */
function linesThrough(
  points: readonly { index: number; x: number; y: number }[],
  bars: readonly ChartBar[],
): string {
  return points
    .map(({ index, x, y }) => `${bars[index - 1]?.before == null ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
