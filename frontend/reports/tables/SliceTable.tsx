import { dayKind } from '@domain/calendar/stay-text.js';
import type { ReportSlice } from '@wire/report.js';
import type { ShownReport } from '../reports.js';
import { OCCUPANCY, REVENUE } from '../figures.js';
import { sliceText } from '../report-texts.js';
import { ALL_COLUMNS, cellsOf, namesOf } from './columns.js';
import { FigureTable } from './FigureTable.js';

const COMPARED = [OCCUPANCY, REVENUE];

type SliceTableProps = { shown: ShownReport; beforeName: string | null };

/** All figures of each day, week or month, and the chief ones of what they are held against. */
export function SliceTable({ shown: { report, before }, beforeName }: SliceTableProps) {
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
