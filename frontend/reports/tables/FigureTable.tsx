import type { ReactNode } from 'react';

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
export function FigureTable({ caption, head, columns, rows, total }: FigureTableProps) {
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
