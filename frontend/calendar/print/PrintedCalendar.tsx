import { nightAt } from '@domain/calendar/stay-cells.js';
import { dayKind, dayText } from '@domain/calendar/stay-text.js';
import { type Day, daysBetween, monthOf } from '@domain/dates.js';
import type { RoomClosure } from '@domain/room/room-closure.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { createPortal } from 'react-dom';
import { asOfMarkAtom } from '../../shared/as-of-mark.js';
import {
  closuresOfRoomAtom,
  countsAtom,
  daysAtom,
  type RoomHead,
  type RowNight,
  rowStaysAtom,
  weatherAtom,
} from '../../shared/calendar-data/calendar.js';
import {
  FOLDED_HEADER_ROWS,
  HEADER_LABELS,
  HEADER_ROWS,
  type HeaderRowKind,
} from '../../shared/calendar-data/header-rows.js';
import { hotelAtom } from '../../shared/hotel.js';
import { headerFoldedAtom } from '../../shared/preferences.js';
import { printingAtom } from '../../shared/printing.js';
import { useValue } from '../../shared/store.js';
import { ClosureBar, isNarrow, StayBar } from '../Cell.js';
import { headWidthFor } from '../geometry.js';
import { headerContent } from '../HeaderRow.js';
import { pastMarkAtom } from '../past/past-mark.js';
import { type PreviewField, previewText } from '../preview-fields.js';

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

/** Sizes on A4 across, within margins of 8 mm, in CSS pixels. */
const PAGE_WIDTH = 1060;
const NARROWER_ON_PAPER = 12;
const MOST_DAYS = 18;
const WIDEST_DAY = 100;

/** Cuts a range into equal parts that each fit the width of a page. */
function sheetsOf(days: readonly Day[]): Day[][] {
  const count = Math.ceil(days.length / MOST_DAYS);
  const length = Math.ceil(days.length / count);
  return Array.from({ length: count }, (_, sheet) => days.slice(sheet * length, (sheet + 1) * length));
}

type PrintedRowProps = {
  head: RoomHead;
  days: readonly Day[];
  dayWidth: number;
  fields: readonly PreviewField[];
};

type PrintedNightProps = Omit<PrintedRowProps, 'head'> & {
  night: NonNullable<RowNight>;
  /** The column on this sheet. */
  column: number;
};

function PrintedNight({ night, column, days, dayWidth, fields }: PrintedNightProps) {
  const { cell, stay } = night;
  const { checkin_date, checkout_date, nextday_out_flag } = stay.record;
  const begins = cell.isFirstNight || column === 0;
  return (
    <td
      className="stay"
      data-shade={cell.shade}
      data-unpaid={cell.unpaid}
      data-first={cell.isFirstNight || undefined}
      data-linked={cell.linkedToDayBefore || undefined}
      data-in={checkin_date !== null || undefined}
      data-out={checkout_date !== null || undefined}
    >
      {begins && (
        <StayBar
          cell={cell}
          span={Math.min(cell.nights - cell.night + 1, days.length - column)}
          columnWidth={dayWidth}
          indent={0}
          text={previewText(stay.record, fields)}
          nextdayOut={nextday_out_flag === 1}
        />
      )}
      {cell.nextdayOut && (
        <span className="stay-tag" data-narrow={isNarrow(cell.nights, dayWidth) || undefined}>
          翌OUT
        </span>
      )}
    </td>
  );
}

type PrintedClosureProps = Pick<PrintedNightProps, 'column' | 'days' | 'dayWidth'> & {
  closure: RoomClosure;
  date: Day;
};

function PrintedClosure({ closure, date, column, days, dayWidth }: PrintedClosureProps) {
  const begins = closure.start === date || column === 0;
  const span = Math.min(daysBetween(date, closure.end), days.length - column);
  return (
    <td className="closure">
      {begins && <ClosureBar {...{ closure, date, span, columnWidth: dayWidth }} />}
    </td>
  );
}

/** A room's nights on one sheet. */
function PrintedRow({ head, days, dayWidth, fields }: PrintedRowProps) {
  const { roomNumber, month, months } = head;
  const stays = useValue(rowStaysAtom(roomNumber));
  const closures = useValue(closuresOfRoomAtom(roomNumber));
  const [first] = useValue(daysAtom);
  return (
    <tr data-room={roomNumber}>
      <th scope="row">
        {roomNumber}
        <small>{month.roomLabel || month.roomType}</small>
      </th>
      {days.map((date, column) => {
        const night = first && nightAt(stays, daysBetween(first, date));
        if (night) return <PrintedNight key={date} {...{ night, column, days, dayWidth, fields }} />;
        const closure = closures.find(({ start, end }) => start <= date && date < end);
        if (closure) return <PrintedClosure key={date} {...{ closure, date, column, days, dayWidth }} />;
        const closed = months.get(monthOf(date))?.reservableStatus !== BOOKABLE;
        return <td key={date} className={closed ? 'closed' : undefined} />;
      })}
    </tr>
  );
}

/** Rows that stand on each page: of a head that is taller than a quarter of it, browsers print one only. */
const ON_EACH_PAGE: readonly HeaderRowKind[] = ['date', 'weekday'];

/** The days that fit on the width of a page, for every room; the browser repeats title, dates and weekdays on each page. */
function PrintedSheet({ heads, days, fields }: PrintedCalendarProps & { days: readonly Day[] }) {
  const hotel = useValue(hotelAtom);
  const counts = useValue(countsAtom);
  const weather = useValue(weatherAtom);
  const past = useValue(pastMarkAtom);
  const kept = useValue(asOfMarkAtom);
  const mark = past ?? kept;
  const rows = useValue(headerFoldedAtom) ? FOLDED_HEADER_ROWS : HEADER_ROWS;
  const headWidth = headWidthFor(heads) - NARROWER_ON_PAPER;
  const dayWidth = Math.min(WIDEST_DAY, Math.floor((PAGE_WIDTH - headWidth) / days.length));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const headerRow = (row: HeaderRowKind) => (
    <tr key={row} data-row={row}>
      <th scope="row">{HEADER_LABELS[row]}</th>
      {days.map((date) => {
        const record = weather.get(date);
        const shown = { row, date, weather: record?.weather, count: counts.get(date) };
        const { free, text } = headerContent(shown);
        return (
          <td key={date} data-kind={dayKind(date, record?.holiday_flag ?? 0)}>
            {free !== undefined && <b>{free}</b>}
            {text}
          </td>
        );
      })}
    </tr>
  );
  return (
    <section className="printed-sheet">
      <table style={{ width: headWidth + days.length * dayWidth }}>
        <colgroup>
          <col style={{ width: headWidth }} />
          {days.map((date) => (
            <col key={date} style={{ width: dayWidth }} />
          ))}
        </colgroup>
        <thead>
          <tr data-row="title">
            <th colSpan={days.length + 1}>
              <h1>{`${hotel?.name ?? ''}　予約一覧　${first.slice(0, 4)}年 ${dayText(first)}～${dayText(last)}`}</h1>
              {mark && <p className="printed-past">{mark}</p>}
            </th>
          </tr>
          {rows.filter((row) => ON_EACH_PAGE.includes(row)).map(headerRow)}
        </thead>
        <tbody>
          {rows.filter((row) => !ON_EACH_PAGE.includes(row)).map(headerRow)}
          {heads.map((head) => (
            <PrintedRow key={head.roomNumber} head={head} days={days} dayWidth={dayWidth} fields={fields} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
