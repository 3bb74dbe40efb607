import { COLUMN, HEAD, localDayOf, SHADES } from './hotel.mjs';

/** What both versions of FullCalendar are told. */
export function fullCalendarOptions({ rooms, days, stays }, height) {
  return {
    schedulerLicenseKey: 'CC-Attribution-NonCommercial-NoDerivatives',
    locale: 'ja',
    initialDate: localDayOf(0),
    initialView: 'range',
    views: {
      range: { type: 'resourceTimeline', duration: { days: days.length }, slotDuration: { days: 1 } },
    },
    height,
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
  };
}
