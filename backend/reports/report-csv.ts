import { BOOKING_SOURCES } from '@domain/reservation/sources.js';
import { type Report, type ReportCategory, type ReportFigures, reportCategoryName } from '@wire/report.js';
import { csvText } from '../platform/csv.js';

type Cell = string | number | null;

const percent = (share: number | null): Cell => (share === null ? null : (share * 100).toFixed(1));
const oneDecimal = (value: number | null): Cell => (value === null ? null : value.toFixed(1));

const COLUMNS: readonly [string, (figures: ReportFigures) => Cell][] = [
  ['販売可能室数', ({ rooms }) => rooms],
  ['販売室数', ({ nights }) => nights],
  ['うち販売対象外', ({ outside }) => outside],
  ['稼働率(%)', ({ occupancy }) => percent(occupancy)],
  ['売上(円)', ({ revenue }) => revenue],
  ['ADR(円)', ({ adr }) => adr],
  ['RevPAR(円)', ({ revpar }) => revpar],
  ['到着件数', ({ arrivals }) => arrivals],
  ['取消件数', ({ cancelled }) => cancelled],
  ['取消率(%)', ({ cancellation }) => percent(cancellation)],
  ['平均リードタイム(日)', ({ notice }) => oneDecimal(notice)],
];

/** The columns of one category or source. */
type Part = { headings: string[]; cells: (row: Report['slices'][number]) => Cell[] };

function categoryPart(category: ReportCategory): Part {
  const name = reportCategoryName(category);
  return {
    headings: [`${name} 販売可能室数`, `${name} 販売室数`, `${name} 売上(円)`],
    cells: ({ categories }) => {
      const sales = categories[category];
      return [sales?.rooms ?? 0, sales?.nights ?? 0, sales?.revenue ?? 0];
    },
  };
}

function sourcePart(source: (typeof BOOKING_SOURCES)[number]): Part {
  return {
    headings: [`${source} 販売室数`, `${source} 売上(円)`],
    cells: ({ sources }) => [sources[source]?.nights ?? 0, sources[source]?.revenue ?? 0],
  };
}

/** The whole period in the form of a slice. */
function totalRow({ start_date, end_date, total, categories, sources }: Report): Report['slices'][number] {
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
  const parts = [
    ...report.categories.map(({ category }) => categoryPart(category)),
    ...BOOKING_SOURCES.map(sourcePart),
  ];
  const rows = [...report.slices, totalRow(report)].map((slice, index) => [
    index === report.slices.length ? '合計' : '',
    slice.first,
    slice.last,
    ...COLUMNS.map(([, cell]) => cell(slice)),
    ...parts.flatMap(({ cells }) => cells(slice)),
  ]);
  const headings = [
    '区分',
    '期間の始め',
    '期間の終わり',
    ...COLUMNS.map(([heading]) => heading),
    ...parts.flatMap((part) => part.headings),
  ];
  return csvText(headings, rows);
}
