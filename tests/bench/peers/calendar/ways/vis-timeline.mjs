import { DataSet, Timeline } from 'vis-timeline/standalone';
import 'vis-timeline/styles/vis-timeline-graph2d.css';
import { COLUMN, DAY_MS, HEAD, instantOf } from '../hotel.mjs';

export function mount(container, { rooms, days, stays }) {
  const itemOf = (stay) => ({
    id: stay.id,
    group: stay.row,
    content: stay.guest,
    start: instantOf(stay.start),
    end: instantOf(stay.end),
  });
  const items = new DataSet(stays.map(itemOf));
  const groups = rooms.map(({ number, kind }, row) => ({ id: row, content: `${number} ${kind}` }));
  const inSight = Math.floor((container.clientWidth - HEAD) / COLUMN);
  const timeline = new Timeline(container, items, new DataSet(groups), {
    start: instantOf(0),
    end: instantOf(inSight),
    height: container.clientHeight,
    stack: false,
    verticalScroll: true,
    zoomable: false,
    margin: { item: 1 },
  });
  let left = 0;
  const sideways = {
    get scrollLeft() {
      return left;
    },
    set scrollLeft(to) {
      left = Math.max(0, Math.min(to, (days.length - inSight) * COLUMN));
      const start = instantOf(0).getTime() + (left / COLUMN) * DAY_MS;
      timeline.setWindow(start, start + inSight * DAY_MS, { animation: false });
    },
  };
  return {
    drawn: () => container.querySelector('.vis-item') !== null,
    scroller: (axis) => (axis === 'scrollLeft' ? sideways : undefined),
    change: (stay) => items.update(itemOf(stay)),
  };
}
