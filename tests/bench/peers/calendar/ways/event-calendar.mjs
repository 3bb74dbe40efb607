import { createCalendar, ResourceTimeline } from '@event-calendar/core';
import '@event-calendar/core/index.css';
import { COLUMN, localDayOf, SHADES } from '../hotel.mjs';

export function mount(container, { rooms, days, stays }) {
  const eventOf = (stay) => ({
    id: String(stay.id),
    resourceId: String(stay.row),
    title: stay.guest,
    start: localDayOf(stay.start),
    end: localDayOf(stay.end),
    allDay: true,
    backgroundColor: SHADES[stay.shade],
  });
  const calendar = createCalendar(container, [ResourceTimeline], {
    view: 'resourceTimelineMonth',
    duration: { days: days.length },
    date: localDayOf(0),
    height: `${container.clientHeight}px`,
    headerToolbar: { start: '', center: '', end: '' },
    slotWidth: COLUMN,
    resources: rooms.map(({ number, kind }, row) => ({ id: String(row), title: `${number} ${kind}` })),
    events: stays.map(eventOf),
  });
  return {
    drawn: () => container.querySelector('.ec-event') !== null,
    change: (stay) => calendar.updateEvent(eventOf(stay)),
  };
}
