import { DayPilot } from '@daypilot/daypilot-lite-javascript';
import { COLUMN, HEAD, localDayOf, ROW, SHADES } from '../hotel.mjs';

export function mount(container, { rooms, days, stays }) {
  const place = document.createElement('div');
  container.append(place);
  const eventOf = (stay) => ({
    id: stay.id,
    text: stay.guest,
    start: localDayOf(stay.start),
    end: localDayOf(stay.end),
    resource: stay.row,
    backColor: SHADES[stay.shade],
  });
  const scheduler = new DayPilot.Scheduler(place, {
    startDate: localDayOf(0),
    days: days.length,
    scale: 'Day',
    timeHeaders: [{ groupBy: 'Month' }, { groupBy: 'Day', format: 'M/d' }],
    cellWidth: COLUMN,
    eventHeight: ROW - 2,
    rowHeaderWidth: HEAD,
    heightSpec: 'Fixed',
    height: container.clientHeight - 80,
    resources: rooms.map(({ number, kind }, row) => ({ id: row, name: `${number} ${kind}` })),
    events: stays.map(eventOf),
  });
  scheduler.init();
  return {
    drawn: () => container.querySelector('.scheduler_default_event') !== null,
    change: (stay) => scheduler.events.update(eventOf(stay)),
  };
}
