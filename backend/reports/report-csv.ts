import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { type Report, type ReportCategory, reportCategoryName } from '@wire/report.js';
import { csvText } from '../platform/csv.js';

type Cell = string | number | null;

const percent = (share: number | null): Cell => (share === null ? null : (share * 100).toFixed(1));
const oneDecimal = (value: number | null): Cell => (value === null ? null : value.toFixed(1));

type Row = Report['slices'][number];
type Column = readonly [heading: string, cell: (row: Row) => Cell];

const COLUMNS: readonly Column[] = [
  ['期間の始め', ({ first }) => first],
  ['期間の終わり', ({ last }) => last],
  ['販売可能室数', ({ rooms }) => rooms],
  ['販売室数', ({ nights }) => nights],
  ['うち販売対象外', ({ outside }) => outside],
  ['稼働率(%)', ({ occupancy }) => percent(occupancy)],
  ['売上(円)', ({ revenue }) => revenue],
  ['ADR(円)', ({ adr }) => adr],
  ['RevPAR(円)', ({ revpar }) => revpar],
  ['到着件数', ({ arrivals }) => arrivals],
  ['取消件数', ({ cancelled }) => cancelled],
  ['キャンセル料(円)', ({ cancellation_fees }) => cancellation_fees],
  ['取消率(%)', ({ cancellation }) => percent(cancellation)],
  ['平均リードタイム(日)', ({ notice }) => oneDecimal(notice)],
];

function categoryColumns(category: ReportCategory): Column[] {
  const name = reportCategoryName(category);
  return [
    [`${name} 販売可能室数`, ({ categories }) => categories[category]?.rooms ?? 0],
    [`${name} 販売室数`, ({ categories }) => categories[category]?.nights ?? 0],
    [`${name} 売上(円)`, ({ categories }) => categories[category]?.revenue ?? 0],
  ];
}

const SOURCE_COLUMNS = BOOKING_SOURCES.flatMap((source): Column[] => [
  [`${source} 販売室数`, ({ sources }) => sources[source]?.nights ?? 0],
  [`${source} 売上(円)`, ({ sources }) => sources[source]?.revenue ?? 0],
]);

/** The whole period in the form of a slice. */
function totalRow({ start_date, end_date, total, categories, sources }: Report): Row {
  return {
    ...total,
    first: start_date,
    last: end_date,
    categories: Object.fromEntries(categories.map((sales) => [sales.category, sales])),
    sources: Object.fromEntries(sources.map((sales) => [sales.source, sales])),
  };
}

/** A report as CSV, its slices and then the whole period: UTF-8 with BOM, formulas escaped. */
export function reportCsv(report: Report): string {
  const columns = [
    ...COLUMNS,
    ...report.categories.flatMap(({ category }) => categoryColumns(category)),
    ...SOURCE_COLUMNS,
  ];
  const cellsOf = (row: Row) => columns.map(([, cell]) => cell(row));
  const slices = report.slices.map((slice) => ['', ...cellsOf(slice)]);
  const headings = columns.map(([heading]) => heading);
  return csvText(['区分', ...headings], [...slices, ['合計', ...cellsOf(totalRow(report))]]);
}
