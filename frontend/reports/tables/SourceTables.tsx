import { salesRates } from '@domain/reports/figures.js';
import type { Report } from '@wire/report.js';
import { percentText, sliceText } from '../report-texts.js';
import { ALL_COLUMNS, cellsOf, namesOf } from './columns.js';
import { FigureTable } from './FigureTable.js';

const COLUMNS = ALL_COLUMNS.slice(1);

/** The whole period by booking source, and what each source contributed to the occupancy over time. */
export function SourceTables({ report }: { report: Report }) {
  const { sources, total, slices, by } = report;
  return (
    <>
      <FigureTable
        caption="予約媒体別の数値"
        head="予約媒体"
        columns={namesOf(COLUMNS)}
        rows={sources.map((figures) => ({
          key: figures.source,
          head: figures.source,
          cells: cellsOf(COLUMNS, figures),
        }))}
        total={cellsOf(COLUMNS, total)}
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
