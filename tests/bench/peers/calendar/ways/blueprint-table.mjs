import { BlueprintProvider } from '@blueprintjs/core';
import { Cell, Column, ColumnHeaderCell, RowHeaderCell, Table } from '@blueprintjs/table';
import '@blueprintjs/core/lib/css/blueprint.css';
import '@blueprintjs/table/lib/css/table.css';
import { createElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { COLUMN, HEAD, ROW, SHADES } from '../hotel.mjs';

export function mount(container, { rooms, days, stays }) {
  const nights = rooms.map(() => []);
  const put = (stay) => {
    for (let column = stay.start; column < stay.end; column++) nights[stay.row][column] = stay;
  };
  stays.forEach(put);
  const cellRenderer = (row, column) => {
    const stay = nights[row][column];
    if (!stay) return createElement(Cell);
    const style = { background: SHADES[stay.shade] };
    return createElement(Cell, { style }, column === stay.start ? stay.guest : '');
  };
  const rowHeaderCellRenderer = (row) =>
    createElement(RowHeaderCell, { name: `${rooms[row].number} ${rooms[row].kind}` });
  const columns = days.map(({ iso, text }) =>
    createElement(Column, {
      key: iso,
      cellRenderer,
      columnHeaderCellRenderer: () => createElement(ColumnHeaderCell, { name: text }),
    }),
  );
  const columnWidths = days.map(() => COLUMN);
  let change;
  function Page() {
    const [changed, set] = useState(0);
    change = () => set((count) => count + 1);
    return createElement(
      Table,
      {
        numRows: rooms.length,
        columnWidths,
        defaultRowHeight: ROW,
        rowHeaderCellRenderer,
        cellRendererDependencies: [changed],
        minRowHeaderWidth: HEAD,
      },
      columns,
    );
  }
  container.style.height = '800px';
  flushSync(() => createRoot(container).render(createElement(BlueprintProvider, null, createElement(Page))));
  return {
    drawn: () => container.querySelector('.bp6-table-cell') !== null,
    scroller: () => container.querySelector('.bp6-table-quadrant-scroll-container'),
    change(stay) {
      put(stay);
      flushSync(change);
    },
  };
}
