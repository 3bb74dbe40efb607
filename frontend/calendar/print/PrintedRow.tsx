import { type Day, daysBetween, monthOf } from '@domain/dates.js';
import { BOOKABLE } from '@domain/room/room-month.js';
import { daysAtom, type RoomHead, type RowCell, rowCellsAtom } from '../../shared/calendar-data/calendar.js';
import { useValue } from '../../shared/store.js';
import { type PreviewField, previewText } from '../preview-fields.js';
import { StayBar } from '../StayBar.js';

type PrintedRowProps = {
  head: RoomHead;
  days: readonly Day[];
  dayWidth: number;
  fields: readonly PreviewField[];
};

type PrintedNightProps = Omit<PrintedRowProps, 'head'> & {
  night: NonNullable<RowCell>;
  /** The column on this sheet. */
  column: number;
};

function PrintedNight({ night, column, days, dayWidth, fields }: PrintedNightProps) {
  const { cell, booking } = night;
  const { checkin_date, checkout_date, nextday_out_flag } = booking.record;
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
          text={previewText(booking.record, fields)}
          nextdayOut={nextday_out_flag === 1}
        />
      )}
      {cell.nextdayOut && <span className="stay-tag">翌OUT</span>}
    </td>
  );
}

/** A room's nights on one sheet. */
export function PrintedRow({ head, days, dayWidth, fields }: PrintedRowProps) {
  const { roomNumber, month, months } = head;
  const nights = useValue(rowCellsAtom(roomNumber));
  const [first] = useValue(daysAtom);
  return (
    <tr data-room={roomNumber}>
      <th scope="row">
        {roomNumber}
        <small>{month.roomLabel || month.roomType}</small>
      </th>
      {days.map((date, column) => {
        const night = first && nights[daysBetween(first, date)];
        if (night) return <PrintedNight key={date} {...{ night, column, days, dayWidth, fields }} />;
        const closed = months.get(monthOf(date))?.reservableStatus !== BOOKABLE;
        return <td key={date} className={closed ? 'closed' : undefined} />;
      })}
    </tr>
  );
}
