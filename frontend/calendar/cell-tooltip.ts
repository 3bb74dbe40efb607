import { type Day, daysBetween } from '@domain/dates.js';
import { rowCellsAtom } from '../shared/calendar-data/calendar.js';
import { store } from '../shared/store.js';
import { recordStayText, sinceText } from './past/difference-texts.js';
import { rowMarksAtom } from './past/differences.js';
import { stayTooltip } from './stay-tooltip.js';

/** What the tooltip of a room's night says, undefined for nothing; `first` is the first day shown. */
export function cellTooltip(roomNumber: string, date: Day, first: Day): string | undefined {
  const night = store.get(rowCellsAtom(roomNumber))[daysBetween(first, date)];
  const { stays, added } = store.get(rowMarksAtom(roomNumber));
  const mark = night && stays.get(night.cell.bookingId);
  const later = added.get(date)?.after;
  const lines = [
    mark && sinceText(mark.kind, mark.text),
    night && stayTooltip(night.booking, night.cell, date),
    later && `${sinceText('added', '')}\n${later.guest_name_1}　${recordStayText(later)}`,
  ];
  return lines.filter(Boolean).join('\n') || undefined;
}
