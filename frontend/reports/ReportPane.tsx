import type { Day } from '@domain/dates.js';
import type { ReportFigures } from '@wire/report.js';
import { memo, Suspense } from 'react';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { ListState } from '../shared/ui/ListState.js';
import { differenceText, type FigureSpec, formerFigure, TILES } from './figures.js';
import { ReportTables } from './ReportTables.js';
import { COMPARISON_NAMES, type Figure, periodText } from './report-texts.js';
import { comparedDays, shownReport } from './reports.atoms.js';

type TileProps = {
  spec: FigureSpec;
  now: Figure;
  /** The figure it is compared with; undefined when there is none. */
  before: Figure | undefined;
  /** Name of the former period. */
  beforeName: string;
};

function Tile({ spec, now, before, beforeName }: TileProps) {
  const difference = before === undefined ? '' : differenceText(spec, now, before);
  return (
    <div className="report-tile" data-tooltip={spec.note}>
      <dt className="soft">{spec.name}</dt>
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
function Tiles({ total, before, beforeName }: TilesProps) {
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

const ReportCharts = lazyPart(async () => (await import('./charts/ReportCharts.js')).ReportCharts);

function ChartLegend({ beforeName, isAhead }: { beforeName: string | null; isAhead: boolean }) {
  return (
    <ul className="report-legend" aria-label="グラフの凡例">
      <li>この期間</li>
      {isAhead && <li data-mark="ahead">明日以降の予約済み分</li>}
      {beforeName !== null && <li data-mark="before">{beforeName}</li>}
    </ul>
  );
}

/** The figures that were read last, or why there are none. */
export const ReportPane = memo(function ReportPane({ today }: { today: Day }) {
  const { status, value: shown, error } = useValue(shownReport.atom);
  const hotel = useValue(hotelAtom)?.name;
  if (error !== null || !shown) {
    return <ListState failure={error?.message ?? null} isLoading onRetry={() => shownReport.reload()} />;
  }
  const { query, report, before } = shown;
  const compared = comparedDays(query);
  // One day would be a bar in each: the table says it.
  const hasCharts = report.slices.length > 1;
  const beforeName = before && compared ? COMPARISON_NAMES[query.comparison] : null;
  return (
    <div className="report-scroll" aria-busy={status === 'loading'}>
      <div className="report-heading soft">
        <b>{periodText(query.days)}</b>
        {compared && (
          <span>
            比較: {COMPARISON_NAMES[query.comparison]} {periodText(compared)}
          </span>
        )}
        {hasCharts && <ChartLegend beforeName={beforeName} isAhead={query.days.last > today} />}
        <span className="report-hotel">{hotel} レポート</span>
      </div>
      <Tiles total={report.total} before={before?.total ?? null} beforeName={beforeName ?? ''} />
      {hasCharts && (
        <Suspense fallback={<div className="report-charts" />}>
          <ReportCharts shown={shown} today={today} beforeName={beforeName} />
        </Suspense>
      )}
      <ReportTables shown={shown} beforeName={beforeName} />
    </div>
  );
});
