// Limit: a plain HTML table of the whole range, written at once, a stay one cell, with all header rows.
import { COLUMN, HEAD, ROW, SHADES } from '../hotel.mjs';

const HEADER_ROWS = 11;

export function mount(container, { rooms, days, stays }) {
  const byRow = rooms.map(() => []);
  for (const stay of stays) byRow[stay.row].push(stay);
  const free = (count) => '<td></td>'.repeat(count);
  const rows = rooms.map(({ number, kind }, row) => {
    let column = 0;
    const cells = byRow[row].map(({ id, start, end, guest, shade }) => {
      const before = free(start - column);
      column = end;
      return `${before}<td colspan="${end - start}" data-id="${id}" style="background:${SHADES[shade]}">${guest}</td>`;
    });
    return `<tr><th>${number} ${kind}</th>${cells.join('')}${free(days.length - column)}</tr>`;
  });
  const header = Array.from({ length: HEADER_ROWS }, (_, row) => {
    const cells = days.map(({ text }) => `<th>${row === 0 ? text : '12・5・3'}</th>`).join('');
    return `<tr><th>${row}</th>${cells}</tr>`;
  });
  container.innerHTML = `<style>
    .all { width: 100%; height: 100%; overflow: auto }
    table { border-collapse: collapse; table-layout: fixed; width: ${HEAD + days.length * COLUMN}px }
    td, th { height: ${ROW}px; padding: 0; border: 1px solid #ddd; overflow: hidden; white-space: nowrap }
    thead th { height: 20px; font-weight: 400 }
  </style><div class="all"><table>
    <colgroup><col style="width:${HEAD}px"><col span="${days.length}" style="width:${COLUMN}px"></colgroup>
    <thead>${header.join('')}</thead><tbody>${rows.join('')}</tbody></table></div>`;
  return {
    scroller: () => container.querySelector('.all'),
    change({ id, guest }) {
      container.querySelector(`[data-id="${id}"]`).textContent = guest;
    },
  };
}
