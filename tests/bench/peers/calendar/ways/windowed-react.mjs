// A plain grid of React components: only the rows and columns in sight are in the document, heads and header are sticky.
import { createElement as h, memo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { COLUMN, HEAD, ROW, SHADES } from '../hotel.mjs';

const HEADER_ROWS = 11;
const HEADER_ROW = 20;
const HEADER = HEADER_ROWS * HEADER_ROW;
const EXTRA = 2;

const at = (left, top, width, height) => ({ position: 'absolute', left, top, width, height });
const cut = { boxSizing: 'border-box', overflow: 'hidden', whiteSpace: 'nowrap', border: '1px solid #ddd' };

const Row = memo(function Row({ room, row, stays, first, end }) {
  const shown = stays.filter((stay) => stay.start < end && stay.end > first);
  return h(
    'div',
    { style: { ...at(0, HEADER + row * ROW, '100%', ROW), ...cut } },
    h(
      'div',
      { style: { position: 'sticky', left: 0, width: HEAD, height: ROW, background: '#eee', zIndex: 1 } },
      `${room.number} ${room.kind}`,
    ),
    shown.map(({ id, start, end, guest, shade }) =>
      h(
        'div',
        {
          key: id,
          style: {
            ...at(HEAD + start * COLUMN, 0, (end - start) * COLUMN, ROW),
            ...cut,
            background: SHADES[shade],
          },
        },
        guest,
      ),
    ),
  );
});

export function mount(container, { rooms, days, stays }) {
  const byRow = rooms.map((_, row) => stays.filter((stay) => stay.row === row));
  const { clientWidth: width, clientHeight: height } = container;
  let repaint;
  function Page() {
    const [{ x, y }, set] = useState({ x: 0, y: 0 });
    const [, change] = useState(0);
    repaint = () => flushSync(() => change((count) => count + 1));
    const firstRow = Math.max(0, Math.floor(y / ROW) - EXTRA);
    const endRow = Math.min(rooms.length, Math.ceil((y + height - HEADER) / ROW) + EXTRA);
    const first = Math.max(0, Math.floor(x / COLUMN) - EXTRA);
    const end = Math.min(days.length, Math.ceil((x + width - HEAD) / COLUMN) + EXTRA);
    const onScroll = ({ currentTarget: { scrollLeft, scrollTop } }) =>
      flushSync(() => set({ x: scrollLeft, y: scrollTop }));
    const header = { position: 'sticky', top: 0, height: HEADER, background: '#fff', zIndex: 2 };
    const shownDays = days.slice(first, end);
    return h(
      'div',
      { className: 'all', style: { width: '100%', height: '100%', overflow: 'auto' }, onScroll },
      h(
        'div',
        {
          style: {
            position: 'relative',
            width: HEAD + days.length * COLUMN,
            height: HEADER + rooms.length * ROW,
          },
        },
        h(
          'div',
          { style: header },
          Array.from({ length: HEADER_ROWS }, (_, row) =>
            shownDays.map(({ iso, text }, column) =>
              h(
                'div',
                {
                  key: `${row} ${iso}`,
                  style: {
                    ...at(HEAD + (first + column) * COLUMN, row * HEADER_ROW, COLUMN, HEADER_ROW),
                    ...cut,
                  },
                },
                row === 0 ? text : '12・5・3',
              ),
            ),
          ),
        ),
        rooms.slice(firstRow, endRow).map((room, index) =>
          h(Row, {
            key: room.number,
            room,
            row: firstRow + index,
            stays: byRow[firstRow + index],
            first,
            end,
          }),
        ),
      ),
    );
  }
  flushSync(() => createRoot(container).render(h(Page)));
  return {
    scroller: () => container.querySelector('.all'),
    change(stay) {
      byRow[stay.row] = byRow[stay.row].map((other) => (other.id === stay.id ? stay : other));
      repaint();
    },
  };
}
