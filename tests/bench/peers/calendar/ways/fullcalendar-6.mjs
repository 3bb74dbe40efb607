import { Calendar } from '@fullcalendar/core';
import resourceTimelinePlugin from '@fullcalendar/resource-timeline';
import { fullCalendarOptions } from '../fullcalendar-options.mjs';

export function mount(container, hotel) {
  const calendar = new Calendar(container, {
    ...fullCalendarOptions(hotel, container.clientHeight),
    plugins: [resourceTimelinePlugin],
  });
  calendar.render();
  return {
    drawn: () => container.querySelector('.fc-event') !== null,
    change: ({ id, guest }) => calendar.getEventById(String(id)).setProp('title', guest),
  };
}
