import { createPortal } from 'react-dom';
import { daysAtom, type RoomHead } from '../../shared/calendar-data/calendar.js';
import { printingAtom } from '../../shared/printing.js';
import { useValue } from '../../shared/store.js';
import type { PreviewField } from '../preview-fields.js';
import { PrintedSheet } from './PrintedSheet.js';
import { sheetsOf } from './print-geometry.js';

type PrintedCalendarProps = { heads: readonly RoomHead[]; fields: readonly PreviewField[] };

/** The whole calendar on paper: every room and day of the range; there only while the page is printed. */
export function PrintedCalendar({ heads, fields }: PrintedCalendarProps) {
  const printing = useValue(printingAtom);
  const days = useValue(daysAtom);
  if (!printing) return null;
  return createPortal(
    <div className="printed">
      {sheetsOf(days).map((sheet) => (
        <PrintedSheet key={sheet[0]} heads={heads} days={sheet} fields={fields} />
      ))}
    </div>,
    document.body,
  );
}
