import { HTMLTable } from '@blueprintjs/core';
import { dayInYearText, dayText, yenText } from '@domain/calendar/stay-text.js';
import { day, daysBetween } from '@domain/dates.js';
import type { MoveInBooking, MoveInRow } from '@wire/move-in.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';

/** Stands for a value that the file doesn't have: never 0. */
const UNKNOWN = <span className="soft">記載なし</span>;

function partyText({ mens_count: men, womens_count: women }: MoveInBooking) {
  if (men === null || women === null) return UNKNOWN;
  return [men > 0 ? `男${men}` : '', women > 0 ? `女${women}` : ''].join(' ').trim() || UNKNOWN;
}

const paymentText = ({ paid, payment }: MoveInBooking) =>
  [payment, paid === null ? null : paid === 1 ? '済' : '未'].filter(Boolean).join(' ') || UNKNOWN;

/** The cells of a booking that a row is to become. */
export function BookingCells({ booking }: { booking: MoveInBooking }) {
  const { rooms, guest, total_fee, notes } = booking;
  const today = useValue(todayAtom);
  const [start, end] = [day(booking.stay_start), day(booking.stay_end)];
  return (
    <>
      <td>{rooms.join('、')}</td>
      <td>{guest}</td>
      <td className="move-in-days">
        {`${dayInYearText(start, today)}～${dayText(end)} ${daysBetween(start, end)}泊`}
      </td>
      <td>{partyText(booking)}</td>
      <td className="move-in-yen">{total_fee === null ? UNKNOWN : yenText(total_fee)}</td>
      <td>{paymentText(booking)}</td>
      <td className="move-in-cells">{notes}</td>
    </>
  );
}

/** The headings of BookingCells. */
export const BOOKING_HEADINGS = ['部屋', '宿泊者', '日程', '人数', '料金', '支払', '備考'];

/** The corrections of a booking by a later file, before and after. */
export function Changes({ changes }: Pick<MoveInRow, 'changes'>) {
  return (
    <HTMLTable compact className="move-in-changes">
      <tbody>
        {changes.map(({ label, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several rooms of a row may have the same change
          <tr key={index}>
            <th scope="row">{label}</th>
            {before !== after && (
              <td>
                <del>{before || '(なし)'}</del> → <ins>{after || '(なし)'}</ins>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}
