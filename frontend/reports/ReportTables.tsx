import { TabPanel } from '@blueprintjs/core';
import { dayKind } from '@domain/calendar/stay-text.js';
import { salesRates } from '@domain/reports/figures.js';
import { type Report, type ReportFigures, type ReportSlice, reportCategoryName } from '@wire/report.js';
import { memo, useRef, useState } from 'react';
import { useKey } from '../shared/ui/keys.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import {
  ALL_COLUMNS,
  ARRIVALS,
  COMPARED_COLUMNS,
  type FigureSpec,
  formerFigure,
  SALES_COLUMNS,
} from './figures.js';
import { countFigure, daysText, leadText, percentText, sliceText } from './report-texts.js';
import type { ShownReport } from './reports.atoms.js';

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

type Column<Row> = {
  name: string;
  text: (row: Row, index: number) => string;
  /** Name of the row of sums. */
  total: string;
};

/** Columns that show figures of their rows. */
function figureColumns<Field extends keyof ReportFigures>(
  specs: readonly FigureSpec<Field>[],
  total: Pick<ReportFigures, Field>,
): Column<Pick<ReportFigures, Field>>[] {
  return specs.map(({ name, of, text }) => ({
    name,
    text: (figures) => text(of(figures)),
    total: text(of(total)),
  }));
}

type FigureTableProps<Row> = {
  caption: string;
  /** Heading of the rows. */
  head: string;
  rows: readonly Row[];
  headOf: (row: Row) => { key: string; text: string; kind?: string | undefined };
  columns: readonly Column<NoInfer<Row>>[];
};

/** Figures in rows and columns. */
function FigureTable<Row>({ caption, head, rows, headOf, columns }: FigureTableProps<Row>) {
  return (
    <table className="figure-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const { key, text, kind } = headOf(row);
          return (
            <tr key={key}>
              <th scope="row" data-kind={kind}>
                {text}
              </th>
              {columns.map((column) => (
                <td key={column.name}>{column.text(row, index)}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合計</th>
          {columns.map(({ name, total }) => (
            <td key={name}>{total}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

const sliceHead =
  ({ by }: Report) =>
  (slice: ReportSlice) => ({
    key: slice.first,
    text: sliceText(slice, by),
    kind: by === 'day' ? dayKind(slice.first, 0) : undefined,
  });

/** All figures of each day, week or month, and the chief ones of what they are held against. */
function SliceTable({ shown: { report, before }, beforeName }: ReportTablesProps) {
  const compared = before && beforeName !== null ? COMPARED_COLUMNS : [];
  const columns: Column<ReportSlice>[] = [
    ...figureColumns(ALL_COLUMNS, report.total),
    ...compared.map((spec) => ({
      name: `${beforeName} ${spec.name}`,
      text: (_slice: unknown, index: number) => spec.text(formerFigure(spec, before?.slices[index])),
      total: spec.text(formerFigure(spec, before?.total)),
    })),
  ];
  return (
    <FigureTable
      caption="期間ごとの数値"
      head="期間"
      rows={report.slices}
      headOf={sliceHead(report)}
      columns={columns}
    />
  );
}

/** The whole period by category, and the occupancy of each category over time. */
function CategoryTables({ report }: { report: Report }) {
  const { categories, total, slices } = report;
  return (
    <>
      <FigureTable
        caption="カテゴリ別の数値"
        head="カテゴリ"
        rows={categories}
        headOf={({ category }) => ({ key: category, text: reportCategoryName(category) })}
        columns={figureColumns(SALES_COLUMNS, total)}
      />
      <FigureTable
        caption="期間ごと・カテゴリ別の稼働率"
        head="期間"
        rows={slices}
        headOf={sliceHead(report)}
        columns={categories.map(({ category, occupancy }) => ({
          name: reportCategoryName(category),
          text: (slice: ReportSlice) => {
            const sales = slice.categories[category];
            return percentText(sales ? salesRates(sales).occupancy : null);
          },
          total: percentText(occupancy),
        }))}
      />
    </>
  );
}

/** The whole period by booking source, and what each source contributed to the occupancy over time. */
function SourceTables({ report }: { report: Report }) {
  const { sources, total, slices } = report;
  return (
    <>
      <FigureTable
        caption="予約媒体別の数値"
        head="予約媒体"
        rows={sources}
        headOf={({ source }) => ({ key: source, text: source })}
        columns={figureColumns(ALL_COLUMNS.slice(1), total)}
      />
      <FigureTable
        caption="期間ごと・予約媒体別の稼働率"
        head="期間"
        rows={slices}
        headOf={sliceHead(report)}
        columns={sources.map(({ source, occupancy }) => ({
          name: source,
          text: (slice: ReportSlice) => {
            const sales = slice.sources[source];
            return percentText(sales ? salesRates(sales).occupancy : 0);
          },
          total: percentText(occupancy),
        }))}
      />
    </>
  );
}

/** Shows how early bookings were made. */
function LeadTable({ shown: { report, before }, beforeName }: ReportTablesProps) {
  const { leads, total } = report;
  const shareText = (stays: number) => percentText(total.arrivals === 0 ? null : stays / total.arrivals);
  const columns: Column<Report['leads'][number]>[] = [
    { name: '件数', text: ({ stays }) => countFigure(stays), total: countFigure(total.arrivals) },
    { name: '構成比', text: ({ stays }) => shareText(stays), total: shareText(total.arrivals) },
  ];
  if (beforeName !== null && before) {
    columns.push({
      name: `${beforeName} 件数`,
      text: (_band, index) =>
        countFigure(formerFigure({ of: () => before.leads[index]?.stays ?? null }, before.total)),
      total: countFigure(formerFigure(ARRIVALS, before.total)),
    });
  }
  return (
    <>
      <FigureTable
        caption="リードタイムの分布"
        head="予約を受けた日"
        rows={leads}
        headOf={(band) => ({ key: String(band.from), text: leadText(band) })}
        columns={columns}
      />
      <p className="figure-note soft">
        平均 {daysText(total.notice)}、中央値 {daysText(total.median_lead)}
      </p>
    </>
  );
}
