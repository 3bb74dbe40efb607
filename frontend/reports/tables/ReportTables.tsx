import { TabPanel } from '@blueprintjs/core';
import { dayKind } from '@domain/calendar/stay-text.js';
import { salesRates } from '@domain/reports/figures.js';
import { type Report, type ReportFigures, type ReportSlice, reportCategoryName } from '@wire/report.js';
import { memo, type ReactNode, useRef, useState } from 'react';
import { useKey } from '../../shared/ui/keys.js';
import { PaneTabs } from '../../shared/ui/PaneTabs.js';
import {
  ADR,
  ARRIVALS,
  CANCELLATION,
  type FigureSpec,
  NIGHTS,
  NOTICE,
  OCCUPANCY,
  REVENUE,
  REVPAR,
} from '../figures.js';
import { countText, daysText, leadText, percentText, sliceText, yenFigure } from '../report-texts.js';
import type { ShownReport } from '../reports.atoms.js';

const TABS = [
  { name: 'slices', content: '期間別' },
  { name: 'categories', content: 'カテゴリ別' },
  { name: 'sources', content: '予約媒体別' },
  { name: 'leads', content: 'リードタイム' },
] as const;
type Tab = (typeof TABS)[number]['name'];

type ReportTablesProps = { shown: ShownReport; beforeName: string | null };

/** All figures as tables, a kind at a time. */
export const ReportTables = memo(function ReportTables({ shown, beforeName }: ReportTablesProps) {
  const [tab, setTab] = useState<Tab>('slices');
  const pane = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useKey('reportJump', () => {
    const active = document.activeElement;
    if (active === pane.current && before.current instanceof HTMLElement) return before.current.focus();
    before.current = active;
    return pane.current?.focus();
  });
  return (
    <section className="report-tables" aria-label="数値の表" ref={pane} tabIndex={-1}>
      <PaneTabs id="report" tabs={TABS} chosen={tab} onChoose={setTab} />
      <TabPanel
        className="report-pane"
        id={tab}
        parentId="report"
        selectedTabId={tab}
        panel={
          <>
            {tab === 'slices' && <SliceTable shown={shown} beforeName={beforeName} />}
            {tab === 'categories' && <CategoryTables report={shown.report} />}
            {tab === 'sources' && <SourceTables report={shown.report} />}
            {tab === 'leads' && <LeadTable shown={shown} beforeName={beforeName} />}
          </>
        }
      />
    </section>
  );
});

type Column = Pick<FigureSpec, 'name' | 'of' | 'text'>;

const ROOMS: Column = { name: '販売可能', of: ({ rooms }) => rooms, text: countText };
const CANCELLED: Column = { name: '取消', of: ({ cancelled }) => cancelled, text: countText };

const SALES_COLUMNS: readonly Column[] = [ROOMS, NIGHTS, OCCUPANCY, REVENUE, ADR, REVPAR];
/** The columns for sales and the stays that begin. */
const ALL_COLUMNS: readonly Column[] = [...SALES_COLUMNS, ARRIVALS, CANCELLED, CANCELLATION, NOTICE];

/** What columns are called. */
const namesOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

/** The texts of some figures in some columns. */
function cellsOf(columns: readonly Column[], figures: ReportFigures): string[] {
  return columns.map(({ of, text }) => text(of(figures)));
}

/** A row of figures: what it is of, and a text for each column. */
export type FigureRow = { key: string; head: ReactNode; kind?: string; cells: readonly string[] };

type FigureTableProps = {
  caption: string;
  /** What the rows are of. */
  head: string;
  columns: readonly string[];
  rows: readonly FigureRow[];
  /** The cells of the row that sums up. */
  total?: readonly string[];
};

/** Figures in rows and columns. */
function FigureTable({ caption, head, columns, rows, total }: FigureTableProps) {
  return (
    <table className="figure-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" data-kind={row.kind}>
              {row.head}
            </th>
            {columns.map((name, index) => (
              <td key={name}>{row.cells[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">合計</th>
            {columns.map((name, index) => (
              <td key={name}>{total[index]}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

const FIGURES_OF_CATEGORY = ['販売可能', '販売室数', '稼働率', '売上', 'ADR', 'RevPAR'];

/** The whole period by category, and the occupancy of each category over time. */
function CategoryTables({ report }: { report: Report }) {
  const { categories, total, slices, by } = report;
  const cells = (sales: Report['categories'][number] | Report['total']) => [
    countText(sales.rooms),
    countText(sales.nights),
    percentText(sales.occupancy),
    yenFigure(sales.revenue),
    yenFigure(sales.adr),
    yenFigure(sales.revpar),
  ];
  return (
    <>
      <FigureTable
        caption="カテゴリ別の数値"
        head="カテゴリ"
        columns={FIGURES_OF_CATEGORY}
        rows={categories.map((sales) => ({
          key: sales.category,
          head: reportCategoryName(sales.category),
          cells: cells(sales),
        }))}
        total={cells(total)}
      />
      <FigureTable
        caption="期間ごと・カテゴリ別の稼働率"
        head="期間"
        columns={categories.map(({ category }) => reportCategoryName(category))}
        rows={slices.map((slice) => ({
          key: slice.first,
          head: sliceText(slice, by),
          cells: categories.map(({ category }) => {
            const sales = slice.categories[category];
            return percentText(sales ? salesRates(sales).occupancy : null);
          }),
        }))}
        total={categories.map(({ occupancy }) => percentText(occupancy))}
      />
    </>
  );
}

type LeadTableProps = { shown: ShownReport; beforeName: string | null };

/** How early bookings were made. */
function LeadTable({ shown: { report, before }, beforeName }: LeadTableProps) {
  const { leads, total } = report;
  const compared = beforeName !== null && before;
  return (
    <>
      <FigureTable
        caption="リードタイムの分布"
        head="予約を受けた日"
        columns={['件数', '構成比', ...(compared ? [`${beforeName} 件数`] : [])]}
        rows={leads.map((band, index) => ({
          key: String(band.from),
          head: leadText(band),
          cells: [
            countText(band.stays),
            percentText(total.arrivals === 0 ? null : band.stays / total.arrivals),
            countText(before?.leads[index]?.stays ?? null),
          ],
        }))}
        total={[
          countText(total.arrivals),
          percentText(total.arrivals === 0 ? null : 1),
          countText(before?.total.arrivals ?? null),
        ]}
      />
      <p className="figure-note soft">
        平均 {daysText(total.notice)}、中央値 {daysText(total.median_lead)}
      </p>
    </>
  );
}

const COMPARED = [OCCUPANCY, REVENUE];

type SliceTableProps = { shown: ShownReport; beforeName: string | null };

/** All figures of each day, week or month, and the chief ones of what they are held against. */
function SliceTable({ shown: { report, before }, beforeName }: SliceTableProps) {
  const compared = before && beforeName !== null ? COMPARED : [];
  const kindOf = (slice: ReportSlice) => (report.by === 'day' ? dayKind(slice.first, 0) : undefined);
  return (
    <FigureTable
      caption="期間ごとの数値"
      head="期間"
      columns={[...namesOf(ALL_COLUMNS), ...compared.map(({ name }) => `${beforeName} ${name}`)]}
      rows={report.slices.map((slice, index) => {
        const old = before?.slices[index];
        return {
          key: slice.first,
          head: sliceText(slice, report.by),
          kind: kindOf(slice),
          cells: [
            ...cellsOf(ALL_COLUMNS, slice),
            ...compared.map(({ of, text }) => text(old ? of(old) : null)),
          ],
        };
      })}
      total={[
        ...cellsOf(ALL_COLUMNS, report.total),
        ...compared.map(({ of, text }) => text(before ? of(before.total) : null)),
      ]}
    />
  );
}

const SOURCE_FIGURES = ALL_COLUMNS.slice(1);

/** The whole period by booking source, and what each source contributed to the occupancy over time. */
function SourceTables({ report }: { report: Report }) {
  const { sources, total, slices, by } = report;
  return (
    <>
      <FigureTable
        caption="予約媒体別の数値"
        head="予約媒体"
        columns={namesOf(SOURCE_FIGURES)}
        rows={sources.map((figures) => ({
          key: figures.source,
          head: figures.source,
          cells: cellsOf(SOURCE_FIGURES, figures),
        }))}
        total={cellsOf(SOURCE_FIGURES, total)}
      />
      <FigureTable
        caption="期間ごと・予約媒体別の稼働率"
        head="期間"
        columns={sources.map(({ source }) => source)}
        rows={slices.map((slice) => ({
          key: slice.first,
          head: sliceText(slice, by),
          cells: sources.map(({ source }) => {
            const sales = slice.sources[source];
            return percentText(sales ? salesRates(sales).occupancy : 0);
          }),
        }))}
        total={sources.map(({ occupancy }) => percentText(occupancy))}
      />
    </>
  );
}
