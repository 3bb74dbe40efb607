import { Calendar } from 'fullcalendar';
import classicTheme from 'fullcalendar/themes/classic';
import resourceTimelinePlugin from 'fullcalendar-scheduler/resource-timeline';
import 'fullcalendar/skeleton.css';
import 'fullcalendar/themes/classic/theme.css';
import 'fullcalendar/themes/classic/palette.css';
import { COLUMN, HEAD, localDayOf, SHADES } from '../hotel.mjs';

export function mount(container, { rooms, days, stays }) {
  const first = stays[0].guest;
  const calendar = new Calendar(container, {
    plugins: [classicTheme, resourceTimelinePlugin],
    schedulerLicenseKey: 'CC-Attribution-NonCommercial-NoDerivatives',
    locale: 'ja',
    initialDate: localDayOf(0),
    initialView: 'range',
    views: {
      range: { type: 'resourceTimeline', duration: { days: days.length }, slotDuration: { days: 1 } },
    },
    height: container.clientHeight,
    headerToolbar: false,
    slotMinWidth: COLUMN,
    resourceAreaWidth: HEAD,
    resourceOrder: 'order',
    resources: rooms.map(({ number, kind }, row) => ({
      id: String(row),
      order: row,
      title: `${number} ${kind}`,
    })),
    events: stays.map((stay) => ({
      id: String(stay.id),
      resourceId: String(stay.row),
      title: stay.guest,
      start: localDayOf(stay.start).slice(0, 10),
      end: localDayOf(stay.end).slice(0, 10),
      allDay: true,
      color: SHADES[stay.shade],
    })),
  });
  calendar.render();
  return {
    drawn: () => container.textContent.includes(first),
    change: ({ id, guest }) => calendar.getEventById(String(id)).setProp('title', guest),
  };
}
