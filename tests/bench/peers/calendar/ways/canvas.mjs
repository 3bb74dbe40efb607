// Limit: everything in sight is drawn anew on one canvas each frame.
import { COLUMN, HEAD, ROW, SHADES } from '../hotel.mjs';

const HEADER_ROWS = 11;
const HEADER = HEADER_ROWS * 20;

export function mount(container, { rooms, days, stays }) {
  const scroller = document.createElement('div');
  scroller.style.cssText = 'width:100%;height:100%;overflow:auto';
  const space = document.createElement('div');
  space.style.cssText = `width:${HEAD + days.length * COLUMN}px;height:${HEADER + rooms.length * ROW}px`;
  const canvas = document.createElement('canvas');
  canvas.width = container.clientWidth;
  canvas.height = container.clientHeight;
  canvas.style.cssText = 'position:sticky;left:0;top:0;display:block';
  space.append(canvas);
  scroller.append(space);
  container.append(scroller);
  const byRow = rooms.map(() => []);
  for (const stay of stays) byRow[stay.row].push(stay);
  const pen = canvas.getContext('2d');
  const draw = () => {
    const { scrollLeft: x, scrollTop: y } = scroller;
    const { width, height } = canvas;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.font = '12px sans-serif';
    const last = Math.min(rooms.length, Math.ceil((y + height) / ROW));
    for (let row = Math.floor(y / ROW); row < last; row++) {
      const top = HEADER + row * ROW - y;
      for (const stay of byRow[row]) {
        const left = HEAD + stay.start * COLUMN - x;
        const right = HEAD + stay.end * COLUMN - x;
        if (right < HEAD || left > width) continue;
        pen.fillStyle = SHADES[stay.shade];
        pen.fillRect(left + 2, top + 2, right - left - 4, 21);
        pen.fillStyle = '#123';
        pen.fillText(stay.guest, left + 6, top + 17);
      }
      pen.fillStyle = '#eee';
      pen.fillRect(0, top, HEAD, ROW - 1);
      pen.fillStyle = '#123';
      pen.fillText(`${rooms[row].number} ${rooms[row].kind}`, 8, top + 17);
    }
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, HEADER);
    pen.fillStyle = '#123';
    for (
      let column = Math.floor(x / COLUMN);
      column < Math.min(days.length, (x + width) / COLUMN);
      column++
    ) {
      for (let row = 0; row < HEADER_ROWS; row++)
        pen.fillText(
          row === 0 ? days[column].text : '12・5・3',
          HEAD + column * COLUMN - x + 8,
          row * 20 + 14,
        );
    }
  };
  let asked = false;
  scroller.addEventListener('scroll', () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  });
  draw();
  return {
    isCanvas: true,
    scroller: () => scroller,
    change(stay) {
      byRow[stay.row] = byRow[stay.row].map((one) => (one.id === stay.id ? stay : one));
      draw();
    },
  };
}
