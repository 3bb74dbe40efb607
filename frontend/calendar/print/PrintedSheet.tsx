import { dayKind, dayText } from '@domain/calendar/stay-text.js';
import type { Day } from '@domain/dates.js';
import { asOfMarkAtom } from '../../shared/as-of-mark.js';
import { countsAtom, type RoomHead, weatherAtom } from '../../shared/calendar-data/calendar.js';
import { hotelAtom } from '../../shared/hotel.js';
import { pastMarkAtom } from '../past/past-mark.js';
import { headerFoldedAtom } from '../../shared/preferences.js';
import { useValue } from '../../shared/store.js';
import { headerContent } from '../HeaderCell.js';
import { FOLDED_HEADER_ROWS, HEADER_LABELS, HEADER_ROWS } from '../../shared/calendar-data/header-rows.js';
import type { PreviewField } from '../preview-fields.js';
import { PrintedRow } from './PrintedRow.js';
import { PRINTED_HEAD_WIDTH, printedDayWidth } from './print-geometry.js';

type PrintedSheetProps = {
  heads: readonly RoomHead[];
  days: readonly Day[];
  fields: readonly PreviewField[];
};

/** As many days as a page is wide, for every room; the browser repeats the header on each page. */
export function PrintedSheet({ heads, days, fields }: PrintedSheetProps) {
  const hotel = useValue(hotelAtom);
  const counts = useValue(countsAtom);
  const weather = useValue(weatherAtom);
  const past = useValue(pastMarkAtom);
  const kept = useValue(asOfMarkAtom);
  const mark = past ?? kept;
  const rows = useValue(headerFoldedAtom) ? FOLDED_HEADER_ROWS : HEADER_ROWS;
  const dayWidth = printedDayWidth(days.length);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <section className="printed-sheet">
      <h1>{`${hotel?.name ?? ''}　予約一覧　${first.slice(0, 4)}年 ${dayText(first)}～${dayText(last)}`}</h1>
      {mark && <p className="printed-past">{mark}</p>}
      <table style={{ width: PRINTED_HEAD_WIDTH + days.length * dayWidth }}>
        <colgroup>
          <col style={{ width: PRINTED_HEAD_WIDTH }} />
          {days.map((date) => (
            <col key={date} style={{ width: dayWidth }} />
          ))}
        </colgroup>
        <thead>
          {rows.map((row) => (
            <tr key={row} data-row={row}>
              <th scope="row">{HEADER_LABELS[row]}</th>
              {days.map((date) => {
                const record = weather.get(date);
                const shown = { row, date, weather: record?.weather, count: counts.get(date) };
                return (
                  <td key={date} data-kind={dayKind(date, record?.holiday_flag ?? 0)}>
                    {headerContent(shown).text}
                  </td>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {heads.map((head) => (
            <PrintedRow key={head.roomNumber} head={head} days={days} dayWidth={dayWidth} fields={fields} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
