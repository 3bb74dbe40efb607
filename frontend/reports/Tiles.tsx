import type { ReportFigures } from '@wire/report.js';
import { differenceText, type FigureSpec, formerFigure, TILES } from './figures.js';
import type { Figure } from './report-texts.js';

type TileProps = {
  spec: FigureSpec;
  now: Figure;
  /** What it is held against; undefined when nothing is. */
  before: Figure | undefined;
  /** What that is called. */
  beforeName: string;
};

function Tile({ spec, now, before, beforeName }: TileProps) {
  const difference = before === undefined ? '' : differenceText(spec, now, before);
  return (
    <div className="report-tile" data-tooltip={spec.note}>
      <dt>{spec.name}</dt>
      <dd>
        <strong>{spec.text(now)}</strong>
        {before !== undefined && (
          <span className="report-before soft">
            {beforeName} {spec.text(before)}
            {difference && <b>{difference}</b>}
          </span>
        )}
      </dd>
    </div>
  );
}

type TilesProps = { total: ReportFigures; before: ReportFigures | null; beforeName: string };

/** The figures of the whole period, and what they are held against. */
export function Tiles({ total, before, beforeName }: TilesProps) {
  return (
    <dl className="report-tiles" aria-label="期間全体">
      {TILES.map((spec) => (
        <Tile
          key={spec.name}
          spec={spec}
          now={spec.of(total)}
          before={before ? formerFigure(spec, before) : undefined}
          beforeName={beforeName}
        />
      ))}
    </dl>
  );
}
