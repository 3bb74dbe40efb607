import moment from 'moment';
import { createElement, useState } from 'react';
import timeline from 'react-calendar-timeline';
import 'react-calendar-timeline/lib/Timeline.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { COLUMN, HEAD, instantOf, ROW } from '../hotel.mjs';

// A CommonJS package that was compiled from modules.
const { default: Timeline } = timeline;

export function mount(container, { rooms, stays }) {
  container.style.overflowY = 'auto';
  const itemOf = (stay) => ({
    id: stay.id,
    group: stay.row,
    title: stay.guest,
    start_time: moment(instantOf(stay.start)),
    end_time: moment(instantOf(stay.end)),
  });
  const groups = rooms.map(({ number, kind }, row) => ({ id: row, title: `${number} ${kind}` }));
  const first = stays.map(itemOf);
  const inSight = Math.floor((container.clientWidth - HEAD) / COLUMN);
  let setItems;
  function Page() {
    const [items, set] = useState(first);
    setItems = set;
    return createElement(Timeline, {
      groups,
      items,
      sidebarWidth: HEAD,
      lineHeight: ROW,
      defaultTimeStart: moment(instantOf(0)),
      defaultTimeEnd: moment(instantOf(inSight)),
    });
  }
  flushSync(() => createRoot(container).render(createElement(Page)));
  return {
    drawn: () => container.querySelector('.rct-item') !== null,
    scroller: (axis) => (axis === 'scrollTop' ? container : container.querySelector('.rct-scroll')),
    change(stay) {
      const put = () => setItems((items) => items.map((item) => (item.id === stay.id ? itemOf(stay) : item)));
      // An item takes over its new title only after it was drawn, and shows it when it is drawn once more.
      flushSync(put);
      flushSync(put);
    },
  };
}
