import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid';
import '@glideapps/glide-data-grid/dist/index.css';
import { createElement, createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { COLUMN, HEAD, ROW, SHADES } from '../hotel.mjs';

export function mount(container, { rooms, days, stays }) {
  const nights = rooms.map(() => []);
  const put = (stay) => {
    for (let column = stay.start; column < stay.end; column++) nights[stay.row][column] = stay;
  };
  stays.forEach(put);
  const text = (data, more) => ({
    kind: GridCellKind.Text,
    data,
    displayData: data,
    allowOverlay: false,
    ...more,
  });
  const getCellContent = ([column, row]) => {
    if (column === 0) return text(`${rooms[row].number} ${rooms[row].kind}`);
    const stay = nights[row][column - 1];
    if (!stay) return text('');
    return text(stay.guest, {
      span: [stay.start + 1, stay.end],
      themeOverride: { bgCell: SHADES[stay.shade] },
    });
  };
  const columns = [
    { id: 'room', title: '部屋', width: HEAD },
    ...days.map(({ iso, text: title }) => ({ id: iso, title, width: COLUMN })),
  ];
  const grid = createRef();
  const editor = createElement(DataEditor, {
    ref: grid,
    columns,
    rows: rooms.length,
    rowHeight: ROW,
    freezeColumns: 1,
    getCellContent,
    width: container.clientWidth,
    height: container.clientHeight,
  });
  flushSync(() => createRoot(container).render(editor));
  return {
    isCanvas: true,
    drawn: () => container.querySelector('canvas') !== null,
    scroller: () => container.querySelector('.dvn-scroller'),
    change(stay) {
      put(stay);
      grid.current.updateCells([{ cell: [stay.start + 1, stay.row] }]);
    },
  };
}
