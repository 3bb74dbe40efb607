import { Calendar } from 'fullcalendar';
import classicTheme from 'fullcalendar/themes/classic';
import resourceTimelinePlugin from 'fullcalendar-scheduler/resource-timeline';
import 'fullcalendar/skeleton.css';
import 'fullcalendar/themes/classic/theme.css';
import 'fullcalendar/themes/classic/palette.css';
import { fullCalendarOptions } from '../fullcalendar-options.mjs';

export function mount(container, hotel) {
  const first = hotel.stays[0].guest;
  const calendar = new Calendar(container, {
    ...fullCalendarOptions(hotel, container.clientHeight),
    plugins: [classicTheme, resourceTimelinePlugin],
  });
  calendar.render();
  return {
    drawn: () => container.textContent.includes(first),
    change: ({ id, guest }) => calendar.getEventById(String(id)).setProp('title', guest),
  };
}
