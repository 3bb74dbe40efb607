import { isDone } from '@domain/calendar/front-desk.js';
import { dayText, paperDateText, stayRangeText, yenText } from '@domain/calendar/stay-text.js';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { incompleteRegisters, missingText } from '../../guest-register/register.js';
import { partyText } from '../../imports/record-texts.js';
import { timeText } from '../../shared/clock-text.js';
import { hotelAtom } from '../../shared/hotel.js';
import { paymentNameAtom } from '../../shared/masters.js';
import { minuteOfTodayAtom } from '../../shared/minute-of-today.js';
import { printingAtom } from '../../shared/printing.js';
import { useValue } from '../../shared/store.js';
import { printedCardsAtom } from '../DeskPrinting.js';
import type { DeskBooking } from '../desk.js';
import { deskDayAtom, roomChanges } from '../desk-days.js';
import { expectation, expectationName, LIST_NAMES, marksOf, nightsText, TAB_NAMES } from '../desk-texts.js';
import { deskFilterAtom, deskListsAtom, deskRowsAtom, deskTabAtom, shownListAtom } from '../desk-view.js';
import { RegistrationCards } from './RegistrationCards.js';

/** Prints registration cards that were asked for, else the shown list; there only while it is printed. */
export function FrontDeskPrint() {
  const printing = useValue(printingAtom);
  const cards = useValue(printedCardsAtom);
  const tab = useValue(deskTabAtom);
  if (!printing) return null;
  return createPortal(
    <div className="printed printed-desk">
      {cards ? (
        <RegistrationCards bookings={cards} />
      ) : tab === 'roomChanges' ? (
        <PrintedRoomChanges />
      ) : tab === 'registers' ? (
        <PrintedIncomplete />
      ) : (
        <PrintedList />
      )}
    </div>,
    document.body,
  );
}

const COLUMNS = ['部屋', '宿泊者', '人数', '宿泊期間', '料金', '支払', '連絡先・備考', '済'];

const namesOf = ({ record }: DeskBooking) =>
  [record.guest_name_1, record.guest_name_2].filter(Boolean).map((name) => `${name} 様`);

type PrintedTableProps = {
  name: string;
  /** Nothing for a list that is not read. */
  count: number | undefined;
  /** Text beside the count. */
  note?: ReactNode;
  headings: readonly string[];
  children: ReactNode;
};

/** A list of the shown day under its heading. */
function PrintedTable({ name, count, note, headings, children }: PrintedTableProps) {
  const hotel = useValue(hotelAtom);
  const day = useValue(deskDayAtom);
  return (
    <section className="printed-list">
      <header>
        <h1>{`${hotel?.name}　${name}一覧　${day ? paperDateText(day) : ''}`}</h1>
        <p>
          {count === undefined ? '読み込めていないため、件数も内容も分かりません。' : `${count}件`}
          {note}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The moves to other rooms on paper. */
function PrintedRoomChanges() {
  const zone = useValue(hotelAtom)?.timezone;
  const { value: changes } = useValue(roomChanges.atom);
  return (
    <PrintedTable
      name={TAB_NAMES.roomChanges}
      count={changes?.length}
      headings={['時刻', '元の部屋', '新しい部屋', '宿泊者', '宿泊期間', '担当']}
    >
      {changes?.map((change) => (
        <tr key={change.position}>
          <td>{zone && timeText(change.recorded_at, zone)}</td>
          <td>{change.from_room}</td>
          <td>
            <b>{change.to_room}</b>
          </td>
          <td data-text>{`${change.guest_name} 様`}</td>
          <td>{stayRangeText({ start: change.stay_start, end: change.stay_end })}</td>
          <td data-text>{[change.staff_name, change.terminal].filter(Boolean).join('・')}</td>
        </tr>
      ))}
    </PrintedTable>
  );
}

/** The incomplete registers on paper. */
function PrintedIncomplete() {
  const { value: rows } = useValue(incompleteRegisters.atom);
  return (
    <PrintedTable
      name={TAB_NAMES.registers}
      count={rows?.length}
      headings={['部屋', '宿泊者', '宿泊期間', '不足']}
    >
      {rows?.map(({ booking_id, room_number, guest_name, stay_start, stay_end, guests, missing }) => (
        <tr key={booking_id}>
          <td>
            <b>{room_number}</b>
          </td>
          <td data-text>{`${guest_name} 様`}</td>
          <td>{stayRangeText({ start: stay_start, end: stay_end })}</td>
          <td data-text>{missingText(missing, guests)}</td>
        </tr>
      ))}
    </PrintedTable>
  );
}

/** The shown list on paper, with a box to tick for each booking. */
function PrintedList() {
  const hotel = useValue(hotelAtom);
  const list = useValue(shownListAtom);
  const all = useValue(deskListsAtom)?.[list];
  const rows = useValue(deskRowsAtom);
  const filter = useValue(deskFilterAtom);
  const nameOfWay = useValue(paymentNameAtom);
  const now = useValue(minuteOfTodayAtom);
  if (!hotel) return null;
  const { today } = hotel;
  const left = rows.filter((booking) => !isDone(list, booking)).length;
  const done = rows.length - left;
  return (
    <PrintedTable
      name={LIST_NAMES[list]}
      count={all ? rows.length : undefined}
      note={
        <>
          {done > 0 && `（残り${left}件・済${done}件）`}
          {filter && `　絞り込み：${filter}`}
        </>
      }
      headings={[expectationName(list), ...COLUMNS]}
    >
      {rows.map((booking) => {
        const { id, roomNumber, roomKind, stayStart, stayEnd, record } = booking;
        const { first, second } = expectation(list, booking, today, now);
        const way = nameOfWay(record.payment_type);
        return (
          <tr key={id}>
            <td>
              <b>{first}</b>
              <small>{second}</small>
            </td>
            <td>
              <b>{roomNumber}</b>
              <small>{roomKind}</small>
            </td>
            <td data-text>
              {namesOf(booking).map((name) => (
                <b key={name}>{name}</b>
              ))}
              <small>{record.guest_name1_kana}</small>
            </td>
            <td>{partyText(record)}</td>
            <td>
              {`${dayText(stayStart)}～${dayText(stayEnd)}`}
              <small>{nightsText(booking, today)}</small>
            </td>
            <td className="printed-fee">{yenText(record.total_fee)}</td>
            <td>
              <b>{record.payment_flag === 1 ? '済' : '未払い'}</b>
              <small>{way}</small>
            </td>
            <td data-text>
              {[record.tel, ...marksOf(booking)].filter(Boolean).join('　')}
              <small>{record.notes}</small>
            </td>
            <td className="printed-box">{isDone(list, booking) ? '☑' : '☐'}</td>
          </tr>
        );
      })}
    </PrintedTable>
  );
}
